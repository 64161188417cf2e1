"""A chip with a player's marker and name."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty

from companion.ui.kit.buttons import Tappable
from companion.ui.kit.text import line_width
from companion.ui.look.kv import load

MAX_NAME_WIDTH = 180
"""Longer names are shortened, so that a chip fits the smallest phone; in dp."""


class PlayerChip(Tappable):
    """A player, or a train colour, to choose."""

    text = StringProperty("")
    color_name = StringProperty("blue")
    chosen = BooleanProperty(False)

    def is_long(self, name: str, font_size: float) -> bool:
        """Whether a name must be shortened."""
        return line_width(name, font_size) > float(dp(MAX_NAME_WIDTH))


load("game/player_chip")
