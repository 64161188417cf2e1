"""A route's tracks as rows of small cars."""

from __future__ import annotations

from kivy.graphics import Color, RoundedRectangle, SmoothLine
from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty
from kivy.uix.widget import Widget

from companion.ui.look.theme import theme

_WIDTH, _GAP, _HEIGHT = 13, 2, 10
"""The size of a car and the gap between two cars, in dp."""
FAINT = 0.3
"""Opacity of a track that cannot be claimed."""


class Cars(Widget):
    """A row of cars for each track, as many as the route's length."""

    count = NumericProperty(0)
    tracks = ListProperty()
    """Per track: its colour, and whether it can be claimed."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.size_hint = (None, None)
        for name in ("pos", "count", "tracks"):
            self.fbind(name, self._draw)
        theme.bind(car_outline=self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        step, row = dp(_WIDTH + _GAP), dp(_HEIGHT + _GAP)
        self.size = (
            max(0, self.count * step - dp(_GAP)),
            max(0, len(self.tracks) * row - dp(_GAP)),
        )
        self.canvas.clear()
        with self.canvas:
            for number, (color, free) in enumerate(self.tracks):
                strength = 1.0 if free else FAINT
                y = self.top - dp(_HEIGHT) - number * row
                for car in range(int(self.count)):
                    box = (self.x + car * step, y, dp(_WIDTH), dp(_HEIGHT))
                    Color(*theme.route(color)[:3], strength)
                    RoundedRectangle(pos=box[:2], size=box[2:], radius=[dp(2)])
                    Color(*theme.route_outline(color)[:3], strength)
                    SmoothLine(rounded_rectangle=(*box, dp(2)), width=dp(0.6))
