"""Text that wraps instead of being cut off and takes the height it needs."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from weakref import WeakSet

from kivy.core.text import Label as CoreLabel
from kivy.core.window import Window
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.label import Label

from companion.ui.look.kv import load

SMALLEST = 0.7
"""How much smaller than usual a word may become before it is torn instead."""


_NO_ROOM = 1
"""The width of a text that has not found its place yet."""


class Fitted(Label):
    """Words that become a little smaller before one of them is torn."""

    lines = NumericProperty(0)
    """How many lines it becomes a little smaller for; 0 if it may take as many as it likes."""

    @property
    def drawn_size(self) -> float:
        """The size of its letters: a little smaller than asked for where a word would be torn."""
        room = self.text_size[0]
        if room is None or self.markup:
            return float(self.font_size)
        # Kivy shortens a line that comes closer to its edge than two pixels.
        room -= self.padding[0] + self.padding[2] + (2 if self.shorten else 0)
        size = fitting(self.text, self.font_size, room, self.bold, self.lines)
        # A name that ends in dots all the same is not made smaller for nothing.
        if self.shorten and not self.lines and not _fits(self.text, size, room, self.bold, 1):
            return float(self.font_size)
        return size

    def texture_update(self, *arguments: object) -> None:
        """Draw it in the size that fits."""
        self._label.options["font_size"] = self.drawn_size
        super().texture_update(*arguments)
        fresh.add(self._label)


fresh: WeakSet[CoreLabel] = WeakSet()
"""Words the graphics chip has not got yet."""


def _hand_over(*_: object) -> None:
    """Give them to the chip before a frame: amid one, it has to stop drawing for each of them."""
    for words in fresh:
        if words.texture is not None:
            words.texture.bind()
    fresh.clear()


Window.bind(on_draw=_hand_over)


class Text(Fitted):
    """A line or more of text in the theme's ink."""

    wraps = BooleanProperty(True)
    """Whether it takes its parent's width and wraps; otherwise it is as wide as its words."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**{"width": _NO_ROOM, **properties})

    def texture_update(self, *arguments: object) -> None:
        """Draw it once it has been given room: letter below letter it would be of no use."""
        if self.text_size[0] is None or self.text_size[0] > _NO_ROOM:
            super().texture_update(*arguments)


class QuietText(Text):
    """Text that matters less."""


class TitleText(Text):
    """What a sheet or a part of a screen is about."""


def fitting(words: str, size: float, width: float, bold: bool = False, lines: float = 0) -> float:
    """A text size at which no word, or no more lines than so many, need more than a width.

    It is a little smaller than the one asked for if need be, and no smaller than `SMALLEST`.
    """
    smaller = size
    while smaller > size * SMALLEST and not _fits(words, smaller, width, bold, lines):
        # Letters come in whole sizes.
        smaller = ceil(smaller) - 1
    return smaller


def _fits(words: str, size: float, width: float, bold: bool, lines: float) -> bool:
    # No letter is wider than it is high: most texts need not be measured.
    if len(words) * size <= width:
        return True
    apart = words.split()
    if any(len(word) * size > width and line_width(word, size, bold) > width for word in apart):
        return False
    return not lines or _lines(apart, size, width, bold) <= lines


def _lines(words: list[str], size: float, width: float, bold: bool) -> int:
    count, line = 1, ""
    for word in words:
        longer = f"{line} {word}" if line else word
        if line and line_width(longer, size, bold) > width:
            count, longer = count + 1, word
        line = longer
    return count


@lru_cache(2048)
def line_width(line: str, size: float, bold: bool = False) -> float:
    """How wide a line is that does not wrap."""
    return float(CoreLabel(font_size=size, bold=bold).get_extents(line)[0])


class Figure(Label):
    """A number in a column of others, with room for all the digits it may ever have."""

    digits = NumericProperty(2)


load("kit/text")
