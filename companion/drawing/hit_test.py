"""Finds the place or the tracks at a touched point of the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot, inf

from companion.drawing.board_layout import CAR_WIDTH, BoardLayout, Dot
from companion.drawing.geometry import Point
from companion.drawing.highlight import TrackId


def place_at(dots: Iterable[Dot], point: Point, reach: float) -> Dot | None:
    """The nearest place whose center is within reach or whose dot contains the point."""
    near = [
        (distance, dot)
        for dot in dots
        if (distance := hypot(dot.x - point[0], dot.y - point[1])) <= max(reach, dot.radius)
    ]
    return min(near, key=lambda found: found[0])[1] if near else None


def tracks_at(
    layout: BoardLayout, point: Point, reach: float, tolerance: float
) -> tuple[TrackId, ...]:
    """The nearest track of each route within reach, the nearest route first.

    Routes that are farther away than the nearest by more than `tolerance` are left out.
    """
    nearest: dict[str, tuple[float, int]] = {}
    for (route, number), track in layout.tracks.items():
        distance = _distance(track.line, point) - CAR_WIDTH / 2
        if distance <= reach and distance < nearest.get(route, (inf, 0))[0]:
            nearest[route] = distance, number
    ordered = sorted((max(distance, 0.0), route) for route, (distance, _) in nearest.items())
    return tuple(
        (route, nearest[route][1])
        for distance, route in ordered
        if distance <= ordered[0][0] + tolerance
    )


def _distance(line: Sequence[Point], point: Point) -> float:
    """The distance of a point from a polyline."""
    x, y = point
    distances = []
    for (x0, y0), (x1, y1) in pairwise(line):
        dx, dy = x1 - x0, y1 - y0
        share = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)
        share = min(max(share, 0.0), 1.0)
        distances.append(hypot(x - x0 - dx * share, y - y0 - dy * share))
    return min(distances)
