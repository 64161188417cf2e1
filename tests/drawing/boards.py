"""Layouts of the bundled boards, and computed drawings."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from companion.drawing.auto_layout import compute_drawing
from companion.drawing.board_layout import (
    MAX_STRETCH,
    PRINTED,
    BoardLayout,
    BoardOrientation,
    lay_out,
)
from companion.drawing.drawing_data import DrawingData, drawing_for
from companion.rules.board import Board
from companion.rules.boards import bundled_boards
from tests.support.random_games import THOROUGHNESS

BOARDS = tuple(bundled_boards())
USUAL_BOARDS = ("europe", "heart-of-africa", "switzerland")
"""Boards of the long tests of `make test`; `make soak` tests all."""

ORIENTATIONS = (
    PRINTED,
    *(BoardOrientation(turned) for turned in (1, 2, 3)),
    *(BoardOrientation(turned, stretch_y=MAX_STRETCH) for turned in (0, 1)),
    *(BoardOrientation(turned, stretch_x=MAX_STRETCH) for turned in (0, 1)),
)

VARIED = [
    (board, orientation)
    for number, board in enumerate(BOARDS)
    for place, orientation in enumerate(ORIENTATIONS)
    if THOROUGHNESS > 1 or place == number % len(ORIENTATIONS)
]
"""Each board in another orientation; with `THOROUGHNESS` in all of them."""


def usual(board: str, *others: object) -> Any:
    """The parameters of a long test, which runs only in soak on some boards."""
    return pytest.param(board, *others, marks=() if board in USUAL_BOARDS else pytest.mark.soak)


@cache
def board_layout(board: str, orientation: BoardOrientation = PRINTED) -> BoardLayout:
    """The layout of a bundled board."""
    printed = bundled_boards()[board]
    return lay_out(printed, drawing_for(printed), orientation)


def finished_drawing(board: Board) -> DrawingData:
    """The drawing that is computed for a board."""
    return compute_drawing(board, lambda _: None, lambda: False)
