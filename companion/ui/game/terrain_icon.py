"""The sign of a terrain: a dune, a leaf or two peaks, so that terrains differ without colour."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi, sin

from kivy.graphics import Color, InstructionGroup, Mesh, SmoothLine
from kivy.properties import ColorProperty, StringProperty

from companion.ui.look.drawn import Drawn

Outline = tuple[tuple[float, float], ...]
"""Corners in a 24 × 24 square with the origin at the bottom left.

Straight lines from the first one to the others stay inside.
"""

_DUNES = tuple((x / 2, 7 + 7 * abs(sin(pi * x / 22)) ** 0.8) for x in range(2, 47))
_LEAF_SIDE = tuple((7.5 * sin(pi * step / 12) ** 0.9, 3 + 18 * step / 12) for step in range(1, 12))

TERRAIN_ICONS: Mapping[str, Outline] = {
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


class TerrainIcon(Drawn):
    """The filled sign of a terrain; nothing for an unknown one."""

    terrain = StringProperty("")
    color = ColorProperty((0, 0, 0, 1))
    looks = ("terrain", "color")

    def draw(self, drawing: InstructionGroup, side: float) -> None:
        """Draw the sign."""
        scale = side / 24
        corners = [(x * scale, y * scale) for x, y in TERRAIN_ICONS.get(self.terrain, ())]
        if not corners or side < 1:
            return
        drawing.add(Color(*self.color))
        vertices = [number for x, y in corners for number in (x, y, 0, 0)]
        drawing.add(Mesh(vertices=vertices, indices=list(range(len(corners))), mode="triangle_fan"))
        # A mesh has jagged edges.
        line = [number for corner in corners for number in corner]
        drawing.add(SmoothLine(points=line, width=0.5, close=True))
