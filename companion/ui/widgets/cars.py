"""A track as a row of small cars."""

from __future__ import annotations

from kivy.graphics import Color, RoundedRectangle, SmoothLine
from kivy.metrics import dp
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.ui.theme import theme


class Cars(Widget):
    """As many cars as a route is long, in a track's colour."""

    count = NumericProperty(0)
    color_name = StringProperty("grey")

    CAR, GAP, HEIGHT = 13, 2, 10

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.size_hint = (None, None)
        for name in ("pos", "size", "count", "color_name"):
            self.fbind(name, self._draw)
        theme.bind(car_outline=self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        step = dp(self.CAR + self.GAP)
        self.size = (max(0, self.count * step - dp(self.GAP)), dp(self.HEIGHT))
        self.canvas.clear()
        with self.canvas:
            for number in range(int(self.count)):
                place = (self.x + number * step, self.y)
                size = (dp(self.CAR), dp(self.HEIGHT))
                Color(*theme.route(self.color_name))
                RoundedRectangle(pos=place, size=size, radius=[dp(2)])
                Color(*theme.car_outline)
                SmoothLine(rounded_rectangle=(*place, *size, dp(2)), width=dp(0.6))
