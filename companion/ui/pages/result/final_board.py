"""The board below the score table, with rounded corners; a tap shows it larger."""

from __future__ import annotations

from companion.ui.kit.buttons import Tappable
from companion.ui.look.kv import load


class FinalBoard(Tappable):
    """A button with a board as its child."""


load("pages/result/final_board")
