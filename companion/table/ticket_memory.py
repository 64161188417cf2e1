"""Cards of a deck that nobody has published are remembered as they are met."""

from __future__ import annotations

from companion.rules import Board, GameState, Ticket
from companion.store.learned import Learned


class TicketMemory:
    """Follows one game: what is entered in it is known from then on, what was a slip is not."""

    def __init__(self, learned: Learned) -> None:
        self._learned = learned
        self._met: set[frozenset[str]] = set()
        """Cards this game was the first to show."""

    def cards(self, board: Board) -> tuple[Ticket, ...]:
        """Every card that is known: the bundled deck, or what was met."""
        if board.tickets:
            return tuple(card.ticket for card in board.tickets)
        return tuple(self._learned.tickets(board))

    def follow(self, before: GameState, after: GameState) -> None:
        """Learn from an entry, a correction or an undo; `Refused` if nothing can be written."""
        board = after.setup.board
        if board.tickets:
            return
        had, has = _held(before), _held(after)
        known = {card.ends: card for card in self._learned.tickets(board)}
        for ends, card in has.items():
            if had.get(ends) != card and known.get(ends) != card:
                self._met |= {ends} - known.keys()
                self._learned.remember_ticket(board, card)
        for ends in had.keys() - has.keys():
            if ends in self._met:
                self._met.remove(ends)
                self._learned.forget_ticket(board, had[ends])


def _held(state: GameState) -> dict[frozenset[str], Ticket]:
    return {card.ends: card for player in state.players.values() for card in player.tickets}
