"""A player to choose: marker and name."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty

from companion.ui.kit.buttons import Tappable
from companion.ui.kit.text import line_width
from companion.ui.look.kv import load

WIDEST_NAME = 180
"""How much of a name is shown, in dp: a chip must fit the smallest phone."""


class PlayerChip(Tappable):
    """One of the players."""

    text = StringProperty("")
    color_name = StringProperty("blue")
    chosen = BooleanProperty(False)

    def is_long(self, name: str, font_size: float) -> bool:
        """Whether a name must be shortened."""
        return line_width(name, font_size) > float(dp(WIDEST_NAME))


load("game/player_chip")
