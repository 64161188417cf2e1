"""Several texts below each other, for rows of long lists that are filled again and again."""

from __future__ import annotations

from typing import NamedTuple

from kivy.properties import BooleanProperty, ObjectProperty

from companion.drawing.palette import Rgba
from companion.ui.kit.stack import Stack
from companion.ui.kit.text import Text


class Line(NamedTuple):
    """One text of a block; an empty one takes no height."""

    text: str
    size: float
    color: Rgba
    bold: bool = False


class TextBlock(Stack):
    """Texts of different sizes and colours; labels are reused when `lines` changes."""

    lines = ObjectProperty(())
    """Each a `Line` or a tuple with its fields."""
    centered = BooleanProperty(False)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.bind(lines=self._fill, centered=self._fill)
        self._fill()

    def _fill(self, *_: object) -> None:
        while len(self.children) > len(self.lines):
            self.remove_widget(self.children[0])
        while len(self.children) < len(self.lines):
            self.add_widget(Text())
        for label, line in zip(reversed(self.children), self.lines, strict=True):
            label.text, label.font_size, label.color, label.bold = Line(*line)
            label.halign = "center" if self.centered else "left"
