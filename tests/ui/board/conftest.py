"""A fixture that shows boards."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.ui.board import shown_board

if TYPE_CHECKING:
    from tests.support.touch import Finger
    from tests.ui.board.shown_board import ShowBoard


@pytest.fixture
def show_board(finger: Finger) -> ShowBoard:
    """Shows a game on the window."""
    return partial(shown_board.show_board, finger)
