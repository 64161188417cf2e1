"""Markers, station, locomotive and mountain as boxes and polygons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


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
