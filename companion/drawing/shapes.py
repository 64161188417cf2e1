"""The shapes a board is painted with, in board units, independent of the renderer."""

from __future__ import annotations

from math import cos, pi, radians, sin
from typing import NamedTuple

from companion.drawing.curves import Point
from companion.drawing.palette import Rgba
from companion.drawing.symbols import Symbol

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


def disc(center: Point, radius: float, fill: Rgba) -> Shape:
    """A filled circle."""
    return Shape(center, (radius, radius), radius, fill, fill)


def outlined_disc(center: Point, radius: float, fill: Rgba, line: Rgba, line_width: float) -> Shape:
    """A filled circle with an outline."""
    return Shape(center, (radius, radius), radius, fill, line, line_width)


def ring(center: Point, radius: float, line: Rgba, line_width: float) -> Shape:
    """A circle without a fill."""
    return Shape(center, (radius, radius), radius, (*line[:3], 0.0), line, line_width)


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
