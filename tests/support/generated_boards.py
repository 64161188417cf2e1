"""Made-up boards of any size; the same arguments give the same board."""

from __future__ import annotations

import json
from itertools import combinations
from math import hypot, sqrt
from random import Random
from typing import Any

from companion.rules.board import Board
from companion.rules.boards import ROUTE_COLORS, bundled_boards
from tests.support.board_files import STAMP, read_imported_board

Position = tuple[float, float]


def generated_board(
    places: int, routes: int, seed: int = 0, side: float = 1.0, aspect: float = 1.4
) -> Board:
    """A board with random places and routes between neighbours, every fourth of them double.

    With a smaller `side`, all places are crowded into this share of the board's width and height.
    """
    data = generated_data(places, routes, Random(seed), side, aspect)
    return read_imported_board(json.dumps(data).encode(), bundled_boards())


def generated_data(
    places: int, routes: int, random: Random, side: float, aspect: float
) -> dict[str, Any]:
    """The file of such a board."""
    points = _spread(places, random, aspect)
    chosen = _connections(points, routes)
    return STAMP | {
        "id": f"generated-{places}-{routes}",
        "name": "Made-up board",
        "aspect": aspect,
        "players": [2, 5],
        "trains_per_player": 45,
        "route_points": {str(length): length for length in range(1, 100)},
        "bonuses": {},
        "tie_breakers": ["tickets_completed"],
        "double_tracks_from_players": 4,
        "ticket_count": 0,
        "start_tickets": {"deal": 3, "keep": 2},
        "draw_tickets": {"deal": 3, "keep": 1},
        "places": [
            {
                "id": f"p{number}",
                "name": f"Town {number}",
                "x": 0.5 + (x / sqrt(aspect) - 0.5) * side,
                "y": 0.5 + (y * sqrt(aspect) - 0.5) * side,
            }
            for number, (x, y) in enumerate(points)
        ],
        "routes": [
            {
                "id": f"p{one}--p{other}",
                "from": f"p{one}",
                "to": f"p{other}",
                "length": _spaces(points[one], points[other]),
                "tracks": [random.choice(ROUTE_COLORS)] * (2 if number % 4 == 3 else 1),
            }
            for number, (one, other) in enumerate(chosen)
        ],
    }


def _spaces(one: Position, other: Position) -> int:
    """As many spaces as have room between two places."""
    return max(1, min(8, int((_distance(one, other) * 100 - 3.3) / 2.6)))


def _distance(one: Position, other: Position) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _spread(count: int, random: Random, aspect: float) -> list[Position]:
    """Random positions, each as far as possible from the others, on a board of area 1."""
    width, height = sqrt(aspect), 1 / sqrt(aspect)
    points: list[Position] = []
    for _ in range(count):
        tries = [(random.uniform(0, width), random.uniform(0, height)) for _ in range(12)]
        points.append(
            max(tries, key=lambda each: min((_distance(each, p) for p in points), default=0))
        )
    return points


def _connections(points: list[Position], count: int) -> list[tuple[int, int]]:
    """The shortest lines between places that cross no other, at most seven at a place."""
    lines: list[tuple[int, int]] = []
    pairs = sorted(
        combinations(range(len(points)), 2), key=lambda pair: _distance(*(points[i] for i in pair))
    )
    for one, other in pairs:
        ends = [end for line in lines for end in line]
        crosses = any(_cross(points, (one, other), line) for line in lines)
        if len(lines) < count and not crosses and max(ends.count(one), ends.count(other)) < 7:
            lines.append((one, other))
    return lines


def _cross(points: list[Position], one: tuple[int, int], other: tuple[int, int]) -> bool:
    (a, b), (c, d) = one, other
    if {a, b} & {c, d}:
        return False

    def side(i: int, j: int, k: int) -> bool:
        (x0, y0), (x1, y1), (x, y) = points[i], points[j], points[k]
        return (x1 - x0) * (y - y0) > (y1 - y0) * (x - x0)

    return side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)
