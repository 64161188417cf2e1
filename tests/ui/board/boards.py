"""The bundled boards as they are laid out, without a screen."""

from __future__ import annotations

from functools import cache

from companion.drawing.board_layout import MOST, PRINTED, BoardLayout, BoardOrientation, lay_out
from companion.drawing.drawing_data import drawing_data
from companion.rules.boards import bundled_boards

BOARDS = tuple(bundled_boards())

SEATS = (
    PRINTED,
    *(BoardOrientation(turned) for turned in (1, 2, 3)),
    *(BoardOrientation(turned, higher=MOST) for turned in (0, 1)),
    *(BoardOrientation(turned, wider=MOST) for turned in (0, 1)),
)
"""How a board may lie before a keeper."""


@cache
def laid_out(board: str, seat: BoardOrientation = PRINTED) -> BoardLayout:
    """A bundled board as it is drawn, seen from a seat."""
    return lay_out(bundled_boards()[board], drawing_data(board), seat)
