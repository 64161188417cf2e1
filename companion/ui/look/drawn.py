"""A small sign that is drawn once, however often it is moved while everything finds its place."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.graphics import InstructionGroup, PopMatrix, PushMatrix, Translate
from kivy.uix.widget import Widget


class Drawn(Widget):
    """A square sign in the middle of the widget, as large as fits."""

    looks: tuple[str, ...] = ()
    """The properties by which it looks different."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        with self.canvas:
            PushMatrix()
            self._spot = Translate()
            self._sign = InstructionGroup()
            PopMatrix()
        self._soon = Clock.create_trigger(self._draw, -1)
        self.fbind("pos", self._move)
        for name in ("size", *self.looks):
            self.fbind(name, self._renew)
        self._renew()

    def draw(self, sign: InstructionGroup, side: float) -> None:
        """Draw into the square from (0, 0) to (side, side)."""
        raise NotImplementedError

    def _renew(self, *_: object) -> None:
        self._move()
        self._soon()

    def _move(self, *_: object) -> None:
        side = min(self.size)
        # Not `center_x`: it may still be that of the size before.
        self._spot.xy = self.x + (self.width - side) / 2, self.y + (self.height - side) / 2

    def _draw(self, *_: object) -> None:
        self._sign.clear()
        self.draw(self._sign, min(self.size))
