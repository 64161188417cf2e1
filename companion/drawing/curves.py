"""The line a route follows from one place to the other, and points along it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import hypot

Point = tuple[float, float]

STEPS = 24
"""Pieces a curve is cut into: enough that nobody sees a corner."""


def curve(start: Point, end: Point, bend: tuple[float, float]) -> tuple[Point, ...]:
    """A line that leaves the straight way by `bend`, a third and two thirds along, leftwards."""
    (x0, y0), (x3, y3) = start, end
    length = hypot(x3 - x0, y3 - y0)
    left_x, left_y = (y0 - y3) / length, (x3 - x0) / length
    # A cubic curve passes its inner points at a distance: four ninths of the one's pull and two
    # ninths of the other's. These pulls make it pass exactly where `bend` says.
    pull_1, pull_2 = 3 * bend[0] - 1.5 * bend[1], 3 * bend[1] - 1.5 * bend[0]
    x1, y1 = x0 + (x3 - x0) / 3 + left_x * pull_1, y0 + (y3 - y0) / 3 + left_y * pull_1
    x2, y2 = x3 - (x3 - x0) / 3 + left_x * pull_2, y3 - (y3 - y0) / 3 + left_y * pull_2
    points = []
    for step in range(STEPS + 1):
        t = step / STEPS
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return tuple(points)


def beside(points: Sequence[Point], distance: float) -> tuple[Point, ...]:
    """The line that runs along another, that far to its left."""
    before, after = (points[0], *points[:-1]), (*points[1:], points[-1])
    moved = []
    for (x0, y0), (x, y), (x1, y1) in zip(before, points, after, strict=True):
        length = hypot(x1 - x0, y1 - y0)
        moved.append((x - (y1 - y0) / length * distance, y + (x1 - x0) / length * distance))
    return tuple(moved)


class Line:
    """A line that knows how far along it a point is."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = tuple(points)
        pieces = (hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(self.points))
        self._marks = tuple(accumulate(pieces, initial=0.0))

    @property
    def length(self) -> float:
        """From one end to the other."""
        return self._marks[-1]

    def at(self, distance: float) -> Point:
        """The point that far from the start."""
        piece, share = self._piece(distance)
        (x0, y0), (x1, y1) = self.points[piece - 1], self.points[piece]
        return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share

    def as_on(self, other: Line, distance: float) -> float:
        """How far along this is what is that far along another line of as many points."""
        piece, share = other._piece(distance)
        before, after = self._marks[piece - 1], self._marks[piece]
        return before + (after - before) * share

    def _piece(self, distance: float) -> tuple[int, float]:
        """The piece of the line that distance falls into, and how much of it lies before."""
        piece = min(max(bisect_right(self._marks, distance), 1), len(self.points) - 1)
        before, after = self._marks[piece - 1], self._marks[piece]
        return piece, (distance - before) / (after - before)
