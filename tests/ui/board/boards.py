"""The bundled boards as they are laid out, without a screen."""

from __future__ import annotations

from functools import cache

from companion.rules import bundled_boards
from companion.ui.board.drawing_facts import drawing_facts
from companion.ui.board.layout import HIGHEST, PRINTED, BoardLayout, Seat, lay_out

BOARDS = tuple(bundled_boards())

SEATS = (PRINTED, Seat(1), Seat(2), Seat(3), Seat(0, HIGHEST), Seat(1, HIGHEST))
"""How a board may lie before a keeper."""


@cache
def laid_out(board: str, seat: Seat = PRINTED) -> BoardLayout:
    """A bundled board as it is drawn, seen from a seat."""
    return lay_out(bundled_boards()[board], drawing_facts(board), seat)
