"""Text in which some letters are bold."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from kivy.properties import ObjectProperty
from kivy.utils import escape_markup

from companion.ui.kit.text import SMALLEST, Text, line_width

Letter = tuple[str, bool]
"""A letter, and whether it is bold."""


class MarkedText(Text):
    """Text that wraps between words only; Kivy alone would also wrap where bold letters end."""

    letters = ObjectProperty(())
    """The `Letter`s of the text."""

    def __init__(self, **properties: object) -> None:
        super().__init__(markup=True, **properties)
        for name in ("letters", "width", "font_size"):
            self.fbind(name, self._wrap)
        self._wrap()

    @property
    def drawn_size(self) -> float:
        """The largest font size at which no word is too wide, within limits."""
        size = float(self.font_size)
        widest = max((_width(word, size) for word in _words(self.letters)), default=0)
        return size if widest <= self.width else max(size * SMALLEST, size * self.width / widest)

    def _wrap(self, *_: object) -> None:
        size, lines = self.drawn_size, [""]
        space, used = line_width(" ", size), 0.0
        for word in _words(self.letters):
            wide = _width(word, size)
            if used and used + space + wide > self.width:
                lines.append("")
                used = 0.0
            lines[-1] += (" " if used else "") + _markup(word)
            used += (space if used else 0) + wide
        self.text = "\n".join(lines)


def _words(letters: Sequence[Letter]) -> list[list[Letter]]:
    """The letters between spaces."""
    words = (list(group) for _, group in groupby(letters, key=lambda letter: letter[0] == " "))
    return [word for word in words if word[0][0] != " "]


def _runs(word: list[Letter]) -> list[tuple[str, bool]]:
    """The parts of a word that are bold, or not."""
    return [
        ("".join(letter for letter, _ in group), bold)
        for bold, group in groupby(word, key=lambda letter: letter[1])
    ]


def _width(word: list[Letter], size: float) -> float:
    return sum(line_width(text, size, bold) for text, bold in _runs(word))


def _markup(word: list[Letter]) -> str:
    marked = ((escape_markup(text), bold) for text, bold in _runs(word))
    return "".join(f"[b]{text}[/b]" if bold else text for text, bold in marked)
