"""The app's logo: a route between two cities with a car of each player colour."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate, pairwise
from math import atan2, degrees, dist, pi, sin

from kivy.graphics import Color, Ellipse, PopMatrix, PushMatrix, Rotate, RoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.rules.colors import PLAYER_COLORS
from companion.ui.look.theme import theme

SPACE_LENGTH = 36
"""Approximate length of a space of the route, in dp."""
MOST_ASPECT = 0.75
"""Height of the curve by its width, at most: a higher one looks stretched."""
CAR_SHARE = 0.72
"""Length of a car as a share of its space."""


class Logo(Widget):
    """The logo, as wide as the widget."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.bind(pos=self._draw, size=self._draw)
        theme.bind(dark=self._draw)
        self._draw()

    def _curve(self, share: float) -> tuple[float, float]:
        """A point of the curved route; `share` is 0 at one city and 1 at the other."""
        margin = dp(20)
        wide = self.width - 2 * margin
        high = min(self.height - 2 * margin, wide * MOST_ASPECT)
        rise = share + 0.32 * sin(2 * pi * share)
        return self.x + margin + wide * share, self.center_y + high * (rise - 0.5)

    def _joints(self) -> list[tuple[float, float]]:
        """Points that divide the route into spaces of equal length."""
        fine = [self._curve(step / 200) for step in range(201)]
        walked = list(accumulate((dist(*two) for two in pairwise(fine)), initial=0.0))
        cars = max(3, round(walked[-1] / dp(SPACE_LENGTH)))
        ends = (walked[-1] * number / cars for number in range(cars + 1))
        return [fine[min(bisect_left(walked, end), 200)] for end in ends]

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        joints = self._joints()
        with self.canvas:
            for number, (start, end) in enumerate(pairwise(joints)):
                self._car(start, end, PLAYER_COLORS[number % len(PLAYER_COLORS)])
            for x, y in (joints[0], joints[-1]):
                self._city(x, y)

    def _car(self, start: tuple[float, float], end: tuple[float, float], color: str) -> None:
        (x, y), (to_x, to_y) = start, end
        length, high = dist(start, end) * CAR_SHARE, dp(12)
        middle = ((x + to_x) / 2, (y + to_y) / 2)
        place = (middle[0] - length / 2, middle[1] - high / 2)
        PushMatrix()
        Rotate(angle=degrees(atan2(to_y - y, to_x - x)), origin=middle)
        Color(*(theme.player_outline if theme.dark else theme.car_outline))
        edge = dp(1)
        RoundedRectangle(
            pos=(place[0] - edge, place[1] - edge),
            size=(length + 2 * edge, high + 2 * edge),
            radius=[dp(4)],
        )
        Color(*theme.player(color))
        RoundedRectangle(pos=place, size=(length, high), radius=[dp(3)])
        PopMatrix()

    def _city(self, x: float, y: float) -> None:
        for color, radius in ((theme.label_halo, dp(9)), (theme.city, dp(7))):
            Color(*color)
            Ellipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))
