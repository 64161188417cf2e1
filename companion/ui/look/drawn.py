"""A square drawing that is not drawn again when it is moved."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.graphics import InstructionGroup, PopMatrix, PushMatrix, Translate
from kivy.uix.widget import Widget


class Drawn(Widget):
    """A square drawing in the centre of the widget, as large as fits."""

    looks: tuple[str, ...] = ()
    """The properties whose change requires a new drawing."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        with self.canvas:
            PushMatrix()
            self._translate = Translate()
            self._drawing = InstructionGroup()
            PopMatrix()
        self._redraw = Clock.create_trigger(self._draw, -1)
        self.fbind("pos", self._move)
        for name in ("size", *self.looks):
            self.fbind(name, self._change)
        self._change()

    def draw(self, drawing: InstructionGroup, side: float) -> None:
        """Draw into the square from (0, 0) to (side, side)."""
        raise NotImplementedError

    def _change(self, *_: object) -> None:
        self._move()
        self._redraw()

    def _move(self, *_: object) -> None:
        side = min(self.size)
        # Not `center_x`: Kivy may not have updated it for the new size yet.
        self._translate.xy = self.x + (self.width - side) / 2, self.y + (self.height - side) / 2

    def _draw(self, *_: object) -> None:
        self._drawing.clear()
        self.draw(self._drawing, min(self.size))
