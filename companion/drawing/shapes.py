"""The shapes a board is painted with, and the markers, symbols and terrain signs made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, pi, radians, sin
from typing import NamedTuple

from companion.drawing.geometry import Point
from companion.drawing.palette import Rgba


@dataclass(frozen=True, slots=True)
class Part:
    """A rounded box or a polygon around the point (x, y), in a symbol that spans -1 to 1."""

    half_width: float
    half_height: float
    corner: float = 0.0
    """The corner radius of a box; as large as the box itself, it makes a disc."""
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    """Anticlockwise, in degrees."""
    sides: int = 0
    """0: a box; 3: a triangle with its base at the bottom; 5 or 6: a regular polygon whose
    corners are `half_width` from the center, one of them at the top."""


Symbol = tuple[Part, ...]

MARKERS: Mapping[str, Symbol] = {
    "blue": (Part(0.78, 0.78, 0.78),),
    "red": (Part(0.7, 0.7, 0.1),),
    "green": (Part(0.88, 0.76, y=0.12, sides=3),),
    "yellow": (Part(0.66, 0.66, 0.1, turn=45),),
    "black": (Part(0.92, 0.26, 0.06, turn=45), Part(0.92, 0.26, 0.06, turn=-45)),
    "purple": (Part(0.92, 0.92, y=-0.06, sides=5),),
    "white": (Part(0.88, 0.88, sides=6),),
}
"""The shape of each player, by the colour of the trains: ● ■ ▲ ◆ ✖ ⬟ ⬢."""

STATION: Symbol = (Part(0.66, 0.5, 0.08, y=-0.42), Part(1.0, 0.46, y=0.42, sides=3))

LOCOMOTIVE: Symbol = (
    Part(0.66, 0.28, 0.1, x=0.2, y=-0.06),
    Part(0.26, 0.48, 0.06, x=-0.56, y=0.14),
    Part(0.13, 0.24, 0.03, x=0.56, y=0.4),
    Part(0.24, 0.24, 0.24, x=-0.5, y=-0.42),
    Part(0.24, 0.24, 0.24, x=0.5, y=-0.42),
)
"""Drawn on the spaces of a ferry that need a locomotive card."""

MOUNTAIN: Symbol = (
    Part(0.66, 0.66, x=-0.3, y=0.02, sides=3),
    Part(0.56, 0.44, x=0.44, y=-0.2, sides=3),
)
"""Two peaks, drawn upright on the mountain spaces of a track."""

TIMES_TWO: Symbol = (
    *(Part(0.74, 0.15, 0.1, x=-0.95, y=-0.2, turn=turn) for turn in (45, -45)),
    Part(0.5, 0.16, 0.1, x=0.75, y=0.84),
    Part(0.16, 0.5, 0.1, x=1.17, y=0.5),
    Part(0.72, 0.16, 0.1, x=0.75, y=-0.32, turn=52),
    Part(0.6, 0.16, 0.1, x=0.8, y=-0.84),
)
"""A multiplication sign and the digit 2; twice as wide as high."""


Outline = tuple[tuple[float, float], ...]
"""Corners in a 24 × 24 square with the origin at the bottom left.

Straight lines from the first one to the others stay inside.
"""

_DUNES = tuple((x / 2, 7 + 7 * abs(sin(pi * x / 22)) ** 0.8) for x in range(2, 47))
_LEAF_SIDE = tuple((7.5 * sin(pi * step / 12) ** 0.9, 3 + 18 * step / 12) for step in range(1, 12))

TERRAIN_SIGNS: Mapping[str, Outline] = {
    "desert": ((12, 6), (1, 6), *_DUNES, (23, 6)),
    "jungle": (
        (12, 3),
        *((12 - x, y) for x, y in _LEAF_SIDE),
        (12, 21),
        *((12 + x, y) for x, y in reversed(_LEAF_SIDE)),
    ),
    "mountain": ((11, 5), (1, 5), (9, 20), (13.5, 11.5), (16.5, 16), (23, 5)),
}
"""By the id of the terrain."""


_EAST = (1.0, 0.0)


class Shape(NamedTuple):
    """A rounded box or a polygon."""

    center: Point
    half_size: Point
    corner: float
    """The corner radius of a box."""
    fill: Rgba
    line: Rgba
    """The colour of the outline, which lies inside the edge."""
    line_width: float = 0.0
    """0: no outline."""
    direction: Point = _EAST
    """The shape's own x axis, as a unit vector."""
    sides: int = 0
    """0: a box, otherwise a polygon as `symbols.Part.sides` describes it."""


Shapes = tuple[Shape, ...]


def disc(
    center: Point, radius: float, fill: Rgba, line: Rgba | None = None, line_width: float = 0.0
) -> Shape:
    """A circle, with an outline in another colour."""
    return Shape(center, (radius, radius), radius, fill, line or fill, line_width)


def stroke(start: Point, end: Point, width: float, fill: Rgba) -> Shape:
    """A straight line with round ends."""
    (x0, y0), (x1, y1) = start, end
    length = max(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, 1e-6)
    return Shape(
        ((x0 + x1) / 2, (y0 + y1) / 2),
        ((length + width) / 2, width / 2),
        width / 2,
        fill,
        fill,
        direction=((x1 - x0) / length, (y1 - y0) / length),
    )


def symbol_shapes(
    symbol: Symbol,
    center: Point,
    size: float,
    fill: Rgba,
    direction: Point = _EAST,
    edge: float = 0.0,
) -> Shapes:
    """A symbol that extends `size` from its center, enlarged by `edge` on all sides."""
    (x, y), (c, s) = center, direction
    shapes = []
    for part in symbol:
        part_x, part_y = part.x * size, part.y * size
        turn_c, turn_s = cos(radians(part.turn)), sin(radians(part.turn))
        grow_x, grow_y = _growth(part.sides, edge)
        shapes.append(
            Shape(
                (x + part_x * c - part_y * s, y + part_x * s + part_y * c),
                (part.half_width * size + grow_x, part.half_height * size + grow_y),
                part.corner * size + edge,
                fill,
                fill,
                direction=(c * turn_c - s * turn_s, s * turn_c + c * turn_s),
                sides=part.sides,
            )
        )
    return tuple(shapes)


def _growth(sides: int, edge: float) -> Point:
    """How much the half size grows so that every edge moves out by `edge`."""
    if sides == 3:
        return 2.2 * edge, 1.6 * edge
    reach = edge / cos(pi / sides) if sides else edge
    return reach, reach
