"""A few texts below each other in one widget: a row of a long list is made of little more."""

from __future__ import annotations

from typing import NamedTuple

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, Rectangle, Translate
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.drawing.palette import Rgba
from companion.ui.kit.text import fitting, fresh, line_width


class Line(NamedTuple):
    """A text that wraps where it must; an empty one takes no room."""

    text: str
    size: float
    ink: Rgba
    bold: bool = False


class TextBlock(Widget):
    """As high as its lines; a word becomes a little smaller before it is torn."""

    lines = ObjectProperty(())
    """What stands below each other, each a `Line` or what makes one."""
    centered = BooleanProperty(False)
    width: float

    def __init__(self, **properties: object) -> None:
        self.written: list[tuple[Line, CoreLabel]] = []
        """What is seen of the lines, and as what."""
        super().__init__(**properties)
        with self.canvas:
            PushMatrix()
            self._spot = Translate()
            self._paper = InstructionGroup()
            PopMatrix()
        self.soon = Clock.create_trigger(self._write, -1)
        self.fbind("pos", self._move)
        for name in ("lines", "centered", "width"):
            self.fbind(name, self.soon)
        self.soon()

    @property
    def text(self) -> str:
        """Everything it says."""
        return "\n".join(line.text for line, _ in self.written)

    def _move(self, *_: object) -> None:
        # Letters are crisp on whole pixels only.
        self._spot.xy = round(self.x), round(self.y)

    def _write(self, *_: object) -> None:
        lines = (Line(*line) for line in self.lines)
        side = "center" if self.centered else "left"
        self.written = [(line, _label(line, self.width, side)) for line in lines if line.text]
        self._paper.clear()
        top = 0
        for line, label in reversed(self.written):
            size = label.texture.size
            self._paper.add(Color(*line.ink))
            left = round((self.width - size[0]) / 2) if self.centered else 0
            self._paper.add(Rectangle(texture=label.texture, size=size, pos=(left, top)))
            top += size[1] + round(dp(1))
        self.height = top


def _label(line: Line, room: float, side: str) -> CoreLabel:
    """A text drawn into a texture; most fit into one line, and are drawn sooner for it."""
    options = {"text": line.text, "font_size": line.size, "bold": line.bold, "halign": side}
    if line_width(line.text, line.size, line.bold) > room:
        options["font_size"] = fitting(line.text, line.size, room, line.bold)
        options["text_size"] = (room, None)
    label = CoreLabel(**options)
    label.refresh()
    fresh.add(label)
    return label
