"""The sign of a terrain: a dune, a leaf or two peaks, so that terrains differ without colour."""

from __future__ import annotations

from kivy.graphics import Color, InstructionGroup, Mesh, SmoothLine
from kivy.properties import ColorProperty, StringProperty

from companion.drawing.terrain_signs import TERRAIN_SIGNS
from companion.ui.look.drawn import Drawn


class TerrainIcon(Drawn):
    """The filled sign of a terrain; nothing for an unknown one."""

    terrain = StringProperty("")
    color = ColorProperty((0, 0, 0, 1))
    looks = ("terrain", "color")

    def draw(self, drawing: InstructionGroup, side: float) -> None:
        """Draw the sign."""
        scale = side / 24
        corners = [(x * scale, y * scale) for x, y in TERRAIN_SIGNS.get(self.terrain, ())]
        if not corners or side < 1:
            return
        drawing.add(Color(*self.color))
        vertices = [number for x, y in corners for number in (x, y, 0, 0)]
        drawing.add(Mesh(vertices=vertices, indices=list(range(len(corners))), mode="triangle_fan"))
        # A mesh has jagged edges.
        line = [number for corner in corners for number in corner]
        drawing.add(SmoothLine(points=line, width=0.5, close=True))
