"""Rectangles, and the curve a route follows: a polyline with distances along it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from math import hypot
from typing import NamedTuple

Point = tuple[float, float]


class Area(NamedTuple):
    """An axis-parallel rectangle in board or screen coordinates."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """Horizontal extent."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Vertical extent."""
        return self.top - self.bottom

    @property
    def center(self) -> Point:
        """The center point."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    def overlaps(self, other: Area) -> bool:
        """Whether the rectangles have a part in common."""
        beside = other.right <= self.left or self.right <= other.left
        return not (beside or other.top <= self.bottom or self.top <= other.bottom)

    def contains(self, x: float, y: float) -> bool:
        """Whether a point is inside."""
        return self.left < x < self.right and self.bottom < y < self.top

    def united(self, other: Area) -> Area:
        """The smallest area that contains both."""
        return Area(*map(min, self[:2], other[:2]), *map(max, self[2:], other[2:]))

    def grown(self, by: float) -> Area:
        """The rectangle extended by the same distance on every side."""
        return Area(self.left - by, self.bottom - by, self.right + by, self.top + by)

    def scaled(self, factor: float) -> Area:
        """The rectangle with all coordinates multiplied by a factor."""
        return Area(
            self.left * factor, self.bottom * factor, self.right * factor, self.top * factor
        )


SEGMENTS = 24
"""Straight segments per curve: enough that no corner is visible at the largest zoom."""


def curve(start: Point, end: Point, bend: tuple[float, float]) -> tuple[Point, ...]:
    """A cubic curve that is `bend` left of the straight line at one third and two thirds."""
    (x0, y0), (x3, y3) = start, end
    length = hypot(x3 - x0, y3 - y0)
    left_x, left_y = (y0 - y3) / length, (x3 - x0) / length
    # A cubic Bézier curve does not reach its control points: at one third it is offset by 4/9 of
    # the first control point's offset and 2/9 of the second's. Solved for the control points.
    offset_1, offset_2 = 3 * bend[0] - 1.5 * bend[1], 3 * bend[1] - 1.5 * bend[0]
    x1, y1 = x0 + (x3 - x0) / 3 + left_x * offset_1, y0 + (y3 - y0) / 3 + left_y * offset_1
    x2, y2 = x3 - (x3 - x0) / 3 + left_x * offset_2, y3 - (y3 - y0) / 3 + left_y * offset_2
    points = []
    for step in range(SEGMENTS + 1):
        t = step / SEGMENTS
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return tuple(points)


def parallel(points: Sequence[Point], distance: float) -> tuple[Point, ...]:
    """The polyline at a constant distance to the left of another."""
    previous, following = (points[0], *points[:-1]), (*points[1:], points[-1])
    moved = []
    for (x0, y0), (x, y), (x1, y1) in zip(previous, points, following, strict=True):
        # The curve may turn back so sharply that two points are the same.
        length = hypot(x1 - x0, y1 - y0) or 1.0
        moved.append((x - (y1 - y0) / length * distance, y + (x1 - x0) / length * distance))
    return tuple(moved)


def convex_hull(points: Iterable[Point]) -> list[Point]:
    """The corners of the smallest convex polygon around points, anticlockwise."""
    ordered = sorted(set(points))
    corners: list[Point] = []
    for side in (ordered, ordered[::-1]):
        start = len(corners)
        for x, y in side:
            while len(corners) > start + 1:
                (x0, y0), (x1, y1) = corners[-2:]
                if (x1 - x0) * (y - y0) > (y1 - y0) * (x - x0):
                    break
                corners.pop()
            corners.append((x, y))
        corners.pop()
    return corners


class Polyline:
    """Connected straight segments, addressed by the distance from the first point."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = tuple(points)
        lengths = (hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(self.points))
        self._distances = tuple(accumulate(lengths, initial=0.0))

    @property
    def length(self) -> float:
        """The length of all segments together."""
        return self._distances[-1]

    def point_at(self, distance: float) -> Point:
        """The point at a distance from the start."""
        segment, share = self._locate(distance)
        (x0, y0), (x1, y1) = self.points[segment - 1], self.points[segment]
        return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share

    def corresponding_distance(self, other: Polyline, distance: float) -> float:
        """The distance on this line of the point at `distance` on a line with as many points."""
        segment, share = other._locate(distance)
        start, end = self._distances[segment - 1], self._distances[segment]
        return start + (end - start) * share

    def _locate(self, distance: float) -> tuple[int, float]:
        """The number of the segment's end point, and which share of the segment is passed."""
        segment = min(max(bisect_right(self._distances, distance), 1), len(self.points) - 1)
        start, end = self._distances[segment - 1], self._distances[segment]
        return segment, (distance - start) / ((end - start) or 1.0)
