"""The ticket cards known for a board: the deck, and cards learned from games."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.rules.board import Board
    from companion.rules.events import Pairs, Ticket
    from companion.rules.state import GameState
    from companion.store.learned import Learned


class KnownTickets:
    """Stores tickets entered in a game that the deck lacks, and deletes them when removed."""

    def __init__(self, learned: Learned) -> None:
        self._learned = learned
        self._from_this_game: set[Pairs] = set()
        """Cards that were learned from this game."""

    def cards(self, board: Board) -> tuple[Ticket, ...]:
        """The deck, cards learned in addition, then the board's other decks.

        Cards of a deck have the values learned for them.
        """
        own = {card.pairs: card for card in self._learned.tickets(board)}
        deck, others = (
            [own.pop(card.ticket.pairs, card.ticket) for card in cards]
            for cards in (board.tickets, board.other_tickets)
        )
        return (*deck, *own.values(), *others)

    def update(self, before: GameState, after: GameState) -> None:
        """Update the learned cards after a change of the game; `Refused` if saving fails."""
        board = after.setup.board
        had, has = _learnable(before), _learnable(after)
        own = {card.pairs for card in self._learned.tickets(board)}
        known = {card.pairs: card for card in self.cards(board)}
        for pairs, card in has.items():
            if had.get(pairs) != card and known.get(pairs) != card:
                self._from_this_game |= {pairs} - own
                self._learned.remember_ticket(board, card)
        for pairs in had.keys() - has.keys():
            if pairs in self._from_this_game:
                self._from_this_game.remove(pairs)
                self._learned.forget_ticket(board, had[pairs])


def _learnable(state: GameState) -> dict[Pairs, Ticket]:
    """The cards held by all players that can be learned: those with one value."""
    cards = (card for player in state.players.values() for card in player.tickets)
    return {card.pairs: card for card in cards if not card.other_ends}
