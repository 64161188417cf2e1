"""Several texts below each other in one widget, for the rows of long lists.

A stack of labels would take 1 ms more for every row that is created.
"""

from __future__ import annotations

from typing import NamedTuple

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, Rectangle, Translate
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.drawing.palette import Rgba
from companion.ui.kit.text import fit_font_size, line_width


class Line(NamedTuple):
    """One text of a block; it wraps, and an empty one takes no height."""

    text: str
    size: float
    color: Rgba
    bold: bool = False


class TextBlock(Widget):
    """Texts of different sizes and colours, drawn on one canvas; as high as its lines."""

    lines = ObjectProperty(())
    """Each a `Line` or a tuple with its fields."""
    centered = BooleanProperty(False)

    def __init__(self, **properties: object) -> None:
        self.drawn: list[tuple[Line, CoreLabel]] = []
        """The lines with a text, and the label that rendered each."""
        super().__init__(**properties)
        with self.canvas:
            PushMatrix()
            self._origin = Translate()
            self._textures = InstructionGroup()
            PopMatrix()
        self.update_trigger = Clock.create_trigger(self._draw, -1)
        self.fbind("pos", self._move)
        for name in ("lines", "centered", "width"):
            self.fbind(name, self.update_trigger)
        self.update_trigger()

    @property
    def text(self) -> str:
        """All lines, as tests read them."""
        return "\n".join(line.text for line, _ in self.drawn)

    def _move(self, *_: object) -> None:
        # Text is sharp on whole pixels only.
        self._origin.xy = round(self.x), round(self.y)

    def _draw(self, *_: object) -> None:
        lines = (Line(*line) for line in self.lines)
        halign = "center" if self.centered else "left"
        self.drawn = [(line, _render(line, self.width, halign)) for line in lines if line.text]
        self._textures.clear()
        top = 0
        for line, label in reversed(self.drawn):
            width, height = label.texture.size
            left = round((self.width - width) / 2) if self.centered else 0
            self._textures.add(Color(*line.color))
            self._textures.add(
                Rectangle(texture=label.texture, size=(width, height), pos=(left, top))
            )
            top += height + round(dp(1))
        self.height = top


def _render(line: Line, width: float, halign: str) -> CoreLabel:
    """Render a line; one that fits is rendered without wrapping, which is faster."""
    options = {"text": line.text, "font_size": line.size, "bold": line.bold, "halign": halign}
    if line_width(line.text, line.size, line.bold) > width:
        options["font_size"] = fit_font_size(line.text, line.size, width, line.bold)
        options["text_size"] = (width, None)
    label = CoreLabel(**options)
    label.refresh()
    return label
