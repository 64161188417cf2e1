"""A chip with the cars and the name of a track colour."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.ui.kit.buttons import Tappable
from companion.ui.look.kv import load


class ColorChip(Tappable):
    """A track colour to choose."""

    color_name = StringProperty("grey")
    text = StringProperty("")
    count = NumericProperty(1)
    """The number of cars shown."""
    chosen = BooleanProperty(False)


load("game/color_chip")
