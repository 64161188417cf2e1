"""What a finger on the board means: a place, a route, several routes, or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot

from companion.drawing.board_layout import CAR, BoardLayout, Dot, Track
from companion.drawing.curves import Point


def place_at(dots: Iterable[Dot], at: Point, reach: float) -> Dot | None:
    """The nearest place whose middle is within reach, or whose dot is touched."""
    near = [
        (distance, dot)
        for dot in dots
        if (distance := hypot(dot.x - at[0], dot.y - at[1])) <= max(reach, dot.radius)
    ]
    return min(near, key=lambda found: found[0])[1] if near else None


def tracks_at(layout: BoardLayout, at: Point, reach: float, doubt: float) -> tuple[Track, ...]:
    """The nearest track of each route within reach, nearest first.

    Routes that are further than the nearest by more than `doubt` were not meant.
    """
    nearest: dict[str, tuple[float, int]] = {}
    for (route, track), laid in layout.tracks.items():
        distance = _distance(laid.line, at, reach + CAR) - CAR / 2
        if distance <= reach and distance < nearest.get(route, (reach + 1, 0))[0]:
            nearest[route] = distance, track
    ordered = sorted((max(distance, 0.0), route) for route, (distance, _) in nearest.items())
    return tuple(
        (route, nearest[route][1])
        for distance, route in ordered
        if distance <= ordered[0][0] + doubt
    )


def _distance(line: Sequence[Point], at: Point, reach: float) -> float:
    """From a point to a line; somewhere beyond `reach` is all that matters of what is far."""
    x, y = at
    best = reach * reach * 4
    for (x0, y0), (x1, y1) in pairwise(line):
        if (x < x0 - reach and x < x1 - reach) or (x > x0 + reach and x > x1 + reach):
            continue
        dx, dy = x1 - x0, y1 - y0
        share = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)
        share = min(max(share, 0.0), 1.0)
        gap_x, gap_y = x - x0 - dx * share, y - y0 - dy * share
        best = min(best, gap_x * gap_x + gap_y * gap_y)
    return float(best**0.5)
