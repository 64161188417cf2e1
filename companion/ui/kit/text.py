"""Text labels that wrap, take the height they need and shrink before a word is broken."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from kivy.core.text import Label as CoreLabel
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.label import Label

from companion.ui.kivy_compat import core_label
from companion.ui.look.kv import load

SMALLEST = 0.7
"""The least share of its font size a text shrinks to; then words are broken."""


class FittedLabel(Label):
    """A label that shrinks a little before one of its words is broken."""

    lines = NumericProperty(0)
    """The number of lines it shrinks to fit into; 0 for any number."""

    @property
    def drawn_size(self) -> float:
        """The font size it is drawn with, after shrinking."""
        width = self.text_size[0]
        if width is None or self.markup:
            return float(self.font_size)
        # Kivy shortens a line that comes closer than two pixels to the edge.
        width -= self.padding[0] + self.padding[2] + (2 if self.shorten else 0)
        size = fit_font_size(self.text, self.font_size, width, self.bold, self.lines)
        # A text that is shortened anyway keeps its size.
        if self.shorten and not self.lines and not _fits(self.text, size, width, self.bold, 1):
            return float(self.font_size)
        return size

    @property
    def breaks_a_word(self) -> bool:
        """Whether a word is too long for the width."""
        width = self.width - self.padding[0] - self.padding[2]
        return any(
            line_width(word, self.drawn_size, self.bold) > width for word in self.text.split()
        )

    def texture_update(self, *arguments: object) -> None:
        """Draw the text in the size that fits."""
        core_label(self).options["font_size"] = self.drawn_size
        super().texture_update(*arguments)


class Text(FittedLabel):
    """Text in the theme's colour and size; an empty one has no height."""

    wraps = BooleanProperty(True)
    """Whether it takes its parent's width and wraps; otherwise it is as wide as its text."""


class SecondaryText(Text):
    """Small, less prominent text."""


class TitleText(Text):
    """The title of a sheet or of a part of a page."""


class Figure(Label):
    """A number in a column, with room for the digits it may have."""

    digits = NumericProperty(2)


def fit_font_size(
    text: str, size: float, width: float, bold: bool = False, lines: float = 0
) -> float:
    """The largest font size up to `size` at which no word, and no more than `lines`, overflow.

    It is not below `SMALLEST` times `size`.
    """
    smaller = size
    while smaller > size * SMALLEST and not _fits(text, smaller, width, bold, lines):
        # Font sizes are whole numbers.
        smaller = ceil(smaller) - 1
    return smaller


def text_height(text: str, size: float, width: float) -> float:
    """The height of a text that wraps at a width."""
    return _count_lines(text.split(), size, width, bold=False) * line_height(size)


def _fits(text: str, size: float, width: float, bold: bool, lines: float) -> bool:
    # No character is wider than the font size, so that most texts need not be measured.
    if len(text) * size <= width:
        return True
    words = text.split()
    if any(len(word) * size > width and line_width(word, size, bold) > width for word in words):
        return False
    return not lines or _count_lines(words, size, width, bold) <= lines


def _count_lines(words: list[str], size: float, width: float, bold: bool) -> int:
    count, line = 1, ""
    for word in words:
        longer = f"{line} {word}" if line else word
        if line and line_width(longer, size, bold) > width:
            count, longer = count + 1, word
        line = longer
    return count


@lru_cache(2048)
def line_width(line: str, size: float, bold: bool = False) -> float:
    """The width of a text in one line."""
    return float(CoreLabel(font_size=size, bold=bold).get_extents(line)[0])


def line_height(size: float) -> float:
    """The height of a line of text."""
    return float(CoreLabel(font_size=size).get_extents("Ag")[1])


load("kit/text")
