"""Text labels that wrap, take the height they need and shrink before a word is broken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from math import ceil
from operator import itemgetter
from typing import NamedTuple

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Canvas, Color, Rectangle
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.label import Label
from kivy.utils import escape_markup

from companion.drawing.palette import Rgba
from companion.ui.kivy_compat import core_label
from companion.ui.look.icons import Drawn
from companion.ui.look.kv import load
from companion.ui.look.theme import theme

SMALLEST = 0.7
"""The least share of its font size a text shrinks to; then words are broken.

Larger text shrinks to the size that it has with normal text.
"""
SMALLEST_IN_ROW = 0.9
"""The same for texts of one size in a row; then they are shortened."""
SMALLEST_SHORTENED = 0.6
"""The same for the first letters of a shortened text."""


class FittedLabel(Label):
    """A label that shrinks a little before one of its words is broken."""

    lines = NumericProperty(0)
    """The number of lines it shrinks to fit into; 0 for any number."""
    shrinks = BooleanProperty(True)
    """Whether it shrinks; not in a row whose texts all have the size of `common_font_size`."""

    @property
    def drawn_size(self) -> float:
        """The font size it is drawn with, after shrinking."""
        width = self.text_size[0]
        if width is None or self.markup or not self.shrinks:
            return float(self.font_size)
        # Kivy shortens a line that comes closer than two pixels to the edge.
        width -= self.padding[0] + self.padding[2] + (2 if self.shorten else 0)
        smallest = min(SMALLEST, 1 / theme.text_scale)
        size = fit_font_size(self.text, self.font_size, width, self.bold, self.lines, smallest)
        # A text that is shortened anyway keeps its size.
        if self.shorten and not self.lines and not _fits(self.text, size, width, self.bold, 1):
            return float(self.font_size)
        return size

    def texture_update(self, *arguments: object) -> None:
        """Draw the text in the size that fits."""
        core_label(self).options["font_size"] = self.drawn_size
        super().texture_update(*arguments)


class Text(FittedLabel):
    """Text in the theme's colour and size; an empty one has no height."""

    wraps = BooleanProperty(True)
    """Whether it takes its parent's width and wraps; otherwise it is as wide as its text."""


class ShortText(Text):
    """Text in one line, as wide as itself; it is shortened to a maximum width."""

    widest = NumericProperty(0)

    def is_long(self, text: str, font_size: float, bold: bool, widest: float) -> bool:
        """Whether the text must be shortened."""
        return line_width(text, font_size, bold) > widest


class SecondaryText(Text):
    """Small, less prominent text."""


class TitleText(Text):
    """The title of a sheet or of a part of a page."""


class Figure(Text):
    """A number in a column, with room for the digits it may have."""

    digits = NumericProperty(2)


def fit_font_size(
    text: str,
    size: float,
    width: float,
    bold: bool = False,
    lines: float = 0,
    smallest: float = SMALLEST,
) -> float:
    """The largest font size up to `size` at which no word, and no more than `lines`, overflow.

    It is not below `smallest` times `size`.
    """
    smaller = size
    while smaller > size * smallest and not _fits(text, smaller, width, bold, lines):
        # Font sizes are whole numbers.
        smaller = ceil(smaller) - 1
    return smaller


def common_font_size(texts: Iterable[str], size: float, width: float, bold: bool = False) -> float:
    """One font size for all texts of a row, each in one line.

    Longer ones are to be shortened; five letters of them fit.
    """
    texts = list(texts)
    whole = (fit_font_size(each, size, width, bold, 1, SMALLEST_IN_ROW) for each in texts)
    starts = (min(each, f"{each[:5]}...", key=len) for each in texts)
    short = (fit_font_size(each, size, width, bold, 1, SMALLEST_SHORTENED) for each in starts)
    return min(*whole, *short, size)


def text_height(text: str, size: float, width: float) -> float:
    """The height of a text that wraps at a width."""
    return max(1, len(_lines(text.split(), size, width))) * line_height(size)


def _fits(text: str, size: float, width: float, bold: bool, lines: float) -> bool:
    # No character is wider than the font size, so that most texts need not be measured.
    if len(text) * size <= width:
        return True
    words = text.split()
    if any(len(word) * size > width and line_width(word, size, bold) > width for word in words):
        return False
    return not lines or len(_lines(words, size, width, bold)) <= lines


def _lines(words: list[str], size: float, width: float, bold: bool = False) -> list[str]:
    """Words joined to lines of a width."""
    lines = words[:1]
    for word in words[1:]:
        longer = f"{lines[-1]} {word}"
        if line_width(longer, size, bold) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


@lru_cache(2048)
def line_width(line: str, size: float, bold: bool = False) -> float:
    """The width of a text in one line."""
    return float(CoreLabel(font_size=size, bold=bold).get_extents(line)[0])


def unbroken_facts(text: str, width: float, size: float) -> str:
    """Facts separated by dots, which wrap only after a dot, where each fact fits into a line."""
    space = "\u00a0"
    facts = (
        fact.replace(" ", space) if line_width(fact, size) <= width else fact
        for fact in text.split(" · ")
    )
    return f"{space}· ".join(facts)


def line_height(size: float) -> float:
    """The height of a line of text."""
    return float(CoreLabel(font_size=size).get_extents("Ag")[1])


class MarkedText(Text):
    """Text that wraps between words only; Kivy alone would also wrap where bold letters end."""

    letters = ObjectProperty(())
    """Each letter of the text, and whether it is bold."""

    @property
    def drawn_size(self) -> float:
        """The font size it is drawn with, as if all letters were bold."""
        plain = "".join(letter for letter, _ in self.letters)
        return fit_font_size(plain, self.font_size, self.width, bold=True)

    def wrapped(self, letters: Sequence[tuple[str, bool]], width: float, _size: float) -> str:
        """The text with line breaks and bold letters, as markup."""
        plain = "".join(letter for letter, _ in letters)
        # A line break replaces one space, so that the letters keep their positions.
        lines = _lines(plain.split(" "), self.drawn_size, width, bold=True)
        marked = zip("\n".join(lines), (bold for _, bold in letters), strict=True)
        text = ""
        for bold, group in groupby(marked, key=itemgetter(1)):
            part = escape_markup("".join(letter for letter, _ in group))
            text += f"[b]{part}[/b]" if bold else part
        return text


class TextLine(NamedTuple):
    """One text of a block; it wraps, and an empty one takes no height."""

    text: str
    size: float
    color: Rgba
    bold: bool = False


class TextBlock(Drawn):
    """Texts of different sizes and colours, drawn on one canvas; as high as its lines."""

    lines = ObjectProperty(())
    """Each a `TextLine` or a tuple with its fields."""
    centered = BooleanProperty(False)
    redraw_on = ("lines", "centered", "width")
    drawn: Sequence[tuple[TextLine, CoreLabel]] = ()
    """The lines with a text, and the label that rendered each."""

    @property
    def text(self) -> str:
        """All lines, as tests read them."""
        return "\n".join(line.text for line, _ in self.drawn)

    def draw(self, drawing: Canvas, _side: float) -> None:
        """Draw the lines and set the height."""
        lines = (TextLine(*line) for line in self.lines)
        halign = "center" if self.centered else "left"
        self.drawn = [(line, _render(line, self.width, halign)) for line in lines if line.text]
        top = 0
        for line, label in reversed(self.drawn):
            width, height = label.texture.size
            left = round((self.width - width) / 2) if self.centered else 0
            drawing.add(Color(*line.color))
            drawing.add(Rectangle(texture=label.texture, size=(width, height), pos=(left, top)))
            top += height + round(dp(1))
        self.height = top


def _render(line: TextLine, width: float, halign: str) -> CoreLabel:
    """Render a line; one that fits is rendered without wrapping, which is faster."""
    options = {"text": line.text, "font_size": line.size, "bold": line.bold, "halign": halign}
    if line_width(line.text, line.size, line.bold) > width:
        options["font_size"] = fit_font_size(line.text, line.size, width, line.bold)
        options["text_size"] = (width, None)
    label = CoreLabel(**options)
    label.refresh()
    return label


load("kit/text")
