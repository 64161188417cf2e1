"""The bundled boards as they are laid out, without a screen."""

from __future__ import annotations

from functools import cache

from companion.rules import bundled_boards
from companion.ui.board.drawing_facts import drawing_facts
from companion.ui.board.layout import MOST, PRINTED, BoardLayout, Seat, lay_out

BOARDS = tuple(bundled_boards())

SEATS = (
    PRINTED,
    *(Seat(turned) for turned in (1, 2, 3)),
    *(Seat(turned, higher=MOST) for turned in (0, 1)),
    *(Seat(turned, wider=MOST) for turned in (0, 1)),
)
"""How a board may lie before a keeper."""


@cache
def laid_out(board: str, seat: Seat = PRINTED) -> BoardLayout:
    """A bundled board as it is drawn, seen from a seat."""
    return lay_out(bundled_boards()[board], drawing_facts(board), seat)
