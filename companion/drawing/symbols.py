"""The small signs of the board as simple shapes: players' markers, the station, the locomotive."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

TRIANGLE = -1.0
"""Instead of a corner: the part is a triangle, its tip up, its base as wide as the part."""
PENTAGON, HEXAGON = -5.0, -6.0
"""Instead of a corner: as many equal sides, a tip up, its tips as far out as the part is wide."""


@dataclass(frozen=True, slots=True)
class Part:
    """A rounded box or a polygon around the point (x, y), in a sign that reaches from -1 to 1."""

    half_width: float
    half_height: float
    corner: float = 0.0
    """The radius of its corners; as large as the part itself, it makes a disc."""
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    """Against the clock, in degrees."""


Symbol = tuple[Part, ...]

MARKERS: Mapping[str, Symbol] = {
    "blue": (Part(0.78, 0.78, 0.78),),
    "red": (Part(0.7, 0.7, 0.1),),
    "green": (Part(0.88, 0.76, TRIANGLE, y=0.12),),
    "yellow": (Part(0.66, 0.66, 0.1, turn=45),),
    "black": (Part(0.92, 0.26, 0.06, turn=45), Part(0.92, 0.26, 0.06, turn=-45)),
    "purple": (Part(0.92, 0.92, PENTAGON, y=-0.06),),
    "white": (Part(0.88, 0.88, HEXAGON),),
}
"""Each player's sign, by the colour of the trains: ● ■ ▲ ◆ ✖ ⬟ ⬢."""

HOUSE: Symbol = (Part(0.66, 0.5, 0.08, y=-0.42), Part(1.0, 0.46, TRIANGLE, y=0.42))
"""A station."""

LOCOMOTIVE: Symbol = (
    Part(0.66, 0.28, 0.1, x=0.2, y=-0.06),
    Part(0.26, 0.48, 0.06, x=-0.56, y=0.14),
    Part(0.13, 0.24, 0.03, x=0.56, y=0.4),
    Part(0.24, 0.24, 0.24, x=-0.5, y=-0.42),
    Part(0.24, 0.24, 0.24, x=0.5, y=-0.42),
)
"""What a ferry asks for."""
