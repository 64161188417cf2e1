"""The cards a table plays with: the bundled deck, and what it met that is not in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.rules.board import Board
    from companion.rules.events import Pairs, Ticket
    from companion.rules.state import GameState
    from companion.store.learned import Learned


class TicketMemory:
    """Follows one game: what is entered in it is known from then on, what was a slip is not."""

    def __init__(self, learned: Learned) -> None:
        self._learned = learned
        self._met: set[Pairs] = set()
        """Cards this game was the first to show."""

    def cards(self, board: Board) -> tuple[Ticket, ...]:
        """Every card that is known: the deck, a card as this table has it printed, and others."""
        own = {card.pairs: card for card in self._learned.tickets(board)}
        deck = [own.pop(card.ticket.pairs, card.ticket) for card in board.tickets]
        return (*deck, *own.values())

    def follow(self, before: GameState, after: GameState) -> None:
        """Learn from an entry, a correction or an undo; `Refused` if nothing can be written."""
        board = after.setup.board
        had, has = _held(before), _held(after)
        own = {card.pairs for card in self._learned.tickets(board)}
        known = {card.pairs: card for card in self.cards(board)}
        for pairs, card in has.items():
            if had.get(pairs) != card and known.get(pairs) != card:
                self._met |= {pairs} - own
                self._learned.remember_ticket(board, card)
        for pairs in had.keys() - has.keys():
            if pairs in self._met:
                self._met.remove(pairs)
                self._learned.forget_ticket(board, had[pairs])


def _held(state: GameState) -> dict[Pairs, Ticket]:
    """The cards in all hands that can be learned: a card of several values is none of them."""
    cards = (card for player in state.players.values() for card in player.tickets)
    return {card.pairs: card for card in cards if not card.other_ends}
