"""Rounded boxes and polygons as numbers for the graphics chip, which finds their smooth edges.

Every shape is four corners that carry what `shader` needs to know; any number of shapes is drawn
by one instruction, equally crisp at every zoom.
"""

from __future__ import annotations

from math import cos, pi, radians, sin
from struct import Struct

from companion.drawing.curves import Point
from companion.drawing.palette import Rgba
from companion.drawing.symbols import TRIANGLE, Symbol

FORMAT = (
    (b"vPosition", 2, "float"),
    (b"vLocal", 2, "float"),
    (b"vForm", 4, "float"),
    (b"vFill", 4, "float"),
    (b"vLine", 4, "float"),
)
"""What one corner carries: where it is, where it is within the shape, half width, half height,
corner radius and line width of the shape, and its two colours."""

FLOATS = 16
"""Numbers per corner."""

_PAD = 0.8
"""Room around a shape for its soft edge, in board units; a pixel is never larger."""
_FOUR_CORNERS = Struct(f"{4 * FLOATS}f")
SHAPE_BYTES = _FOUR_CORNERS.size

_EAST = (1.0, 0.0)


def box(
    at: Point,
    half: Point,
    corner: float,
    fill: Rgba,
    line: Rgba | None = None,
    line_width: float = 0.0,
    direction: Point = _EAST,
) -> bytes:
    """A rounded box, or the polygon `corner` stands for; the line lies inside the edge."""
    (x, y), (half_width, half_height), (c, s) = at, half, direction
    u, v = half_width + _PAD, half_height + _PAD
    form = (half_width, half_height, corner, line_width if line else 0.0, *fill, *(line or fill))
    cu, su, cv, sv = c * u, s * u, c * v, s * v
    return _FOUR_CORNERS.pack(
        *(x - cu + sv, y - su - cv, -u, -v, *form),
        *(x + cu + sv, y + su - cv, u, -v, *form),
        *(x + cu - sv, y + su + cv, u, v, *form),
        *(x - cu - sv, y - su + cv, -u, v, *form),
    )


def disc(
    at: Point, radius: float, fill: Rgba, line: Rgba | None = None, line_width: float = 0.0
) -> bytes:
    """A disc."""
    return box(at, (radius, radius), radius, fill, line, line_width)


def ring(at: Point, radius: float, line: Rgba, line_width: float) -> bytes:
    """A circle with nothing in it."""
    return box(at, (radius, radius), radius, (*line[:3], 0.0), line, line_width)


def stroke(start: Point, end: Point, width: float, fill: Rgba) -> bytes:
    """A straight line with round ends."""
    (x0, y0), (x1, y1) = start, end
    length = max(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, 1e-6)
    half = (length + width) / 2, width / 2
    direction = (x1 - x0) / length, (y1 - y0) / length
    return box(((x0 + x1) / 2, (y0 + y1) / 2), half, width / 2, fill, direction=direction)


def sign(
    symbol: Symbol,
    at: Point,
    size: float,
    fill: Rgba,
    direction: Point = _EAST,
    edge: float = 0.0,
) -> bytes:
    """A symbol that reaches `size` to each side, and `edge` further."""
    (x, y), (c, s) = at, direction
    parts = []
    for part in symbol:
        px, py = part.x * size, part.y * size
        tilt_c, tilt_s = cos(radians(part.turn)), sin(radians(part.turn))
        corner = part.corner if part.corner < 0 else part.corner * size + edge
        grow = _grown(part.corner, edge)
        parts.append(
            box(
                (x + px * c - py * s, y + px * s + py * c),
                (part.half_width * size + grow[0], part.half_height * size + grow[1]),
                corner,
                fill,
                direction=(c * tilt_c - s * tilt_s, s * tilt_c + c * tilt_s),
            )
        )
    return b"".join(parts)


def _grown(corner: float, edge: float) -> Point:
    """How much further a part reaches that grows by the same edge all around: more at its tips."""
    if corner == TRIANGLE:
        return 2.2 * edge, 1.6 * edge
    tips = edge / cos(pi / -corner) if corner < 0 else edge
    return tips, tips


def triangles(count: int) -> list[int]:
    """Which corners make the triangles of that many shapes."""
    return [first + corner for first in range(0, 4 * count, 4) for corner in (0, 1, 2, 0, 2, 3)]
