"""A table to lay boards on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.ui.board.watched import Table, lay_table

if TYPE_CHECKING:
    from tests.support.touch import Finger


@pytest.fixture
def table(finger: Finger) -> Table:
    """Lays a game on the window."""
    return partial(lay_table, finger)
