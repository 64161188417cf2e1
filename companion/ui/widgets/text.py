"""Text that wraps instead of being cut off and takes the height it needs."""

from __future__ import annotations

from math import ceil

from kivy.core.text import Label as CoreLabel
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.label import Label

from companion.ui.look.kv import load

SMALLEST = 0.7
"""How much smaller than usual a word may become before it is torn instead."""


class Text(Label):
    """A line or more of text in the theme's ink."""

    wraps = BooleanProperty(True)
    """Whether it takes its parent's width and wraps; otherwise it is as wide as its words."""


class QuietText(Text):
    """Text that matters less."""


class TitleText(Text):
    """What a sheet or a part of a screen is about."""


def fitting(words: str, size: float, width: float, bold: bool = False) -> float:
    """A text size at which the longest word fits into a width, a little smaller if need be."""
    smaller = size
    while smaller > size * SMALLEST and _longest(words, smaller, bold) > width:
        # Letters come in whole sizes.
        smaller = ceil(smaller) - 1
    return smaller


def _longest(words: str, size: float, bold: bool) -> float:
    line = CoreLabel(font_size=size, bold=bold)
    return max((line.get_extents(word)[0] for word in words.split()), default=0)


class Figure(Label):
    """A number in a column of others, with room for all the digits it may ever have."""

    digits = NumericProperty(2)


load("widgets/text")
