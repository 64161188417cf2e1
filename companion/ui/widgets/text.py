"""Text that wraps instead of being cut off and takes the height it needs."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.label import Label

from companion.ui.look.kv import load


class Text(Label):
    """A line or more of text in the theme's ink."""

    wraps = BooleanProperty(True)
    """Whether it takes its parent's width and wraps; otherwise it is as wide as its words."""


class QuietText(Text):
    """Text that matters less."""


class TitleText(Text):
    """What a sheet or a part of a screen is about."""


class Figure(Label):
    """A number in a column of others, with room for all the digits it may ever have."""

    digits = NumericProperty(2)


load("widgets/text")
