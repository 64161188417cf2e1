"""Paints a score part: solid for routes, hatched for tickets, the accent colour for the rest."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin

from kivy.graphics import Color, InstructionGroup, Mesh, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import StringProperty

from companion.drawing.palette import Rgba, mixed
from companion.report.parts.report_types import Fill
from companion.ui.look.drawn import Drawn
from companion.ui.look.textures import texture_from
from companion.ui.look.theme import theme

_STRIPES = 9
"""Distance of the stripes of a hatched part, in dp."""
_TEXTURE = 32
"""Width and height of the texture of one stripe: a power of two, as repeating needs."""
_PALE = 0.62
"""How pale the space between stripes is."""


def fill_rectangle(
    group: InstructionGroup,
    fill: Fill,
    color: Rgba,
    pos: tuple[float, float],
    size: tuple[float, float],
    top: float = 0,
    bottom: float = 0,
) -> None:
    """Add a rectangle whose upper and lower corners have these radii."""
    ink = theme.palette.accent if fill == "accent" else color
    below = mixed(ink, theme.palette.background, _PALE) if fill == "hatched" else ink
    group.add(Color(*below))
    group.add(RoundedRectangle(pos=pos, size=size, radius=[top, top, bottom, bottom]))
    if fill == "hatched":
        group.add(Color(*ink))
        group.add(_hatching(pos, size, top, bottom))


def _hatching(
    pos: tuple[float, float], size: tuple[float, float], top: float, bottom: float
) -> Mesh:
    """Stripes in a rounded rectangle; Kivy's own one distorts a texture at its corners."""
    (x, y), (width, height) = pos, size
    top, bottom = (min(radius, width / 2, height / 2) for radius in (top, bottom))
    corners = (
        (width - top, height - top, top, 0),
        (top, height - top, top, 90),
        (bottom, bottom, bottom, 180),
        (width - bottom, bottom, bottom, 270),
    )
    outline = [(width / 2, height / 2)]
    for center_x, center_y, radius, start in corners:
        for step in range(5):
            angle = radians(start + 22.5 * step)
            outline.append((center_x + radius * cos(angle), center_y + radius * sin(angle)))
    outline.append(outline[1])
    tile = dp(_STRIPES)
    vertices = [number for a, b in outline for number in (x + a, y + b, a / tile, b / tile)]
    return Mesh(
        vertices=vertices,
        indices=range(len(outline)),
        mode="triangle_fan",
        texture=_stripes(),
    )


@lru_cache(1)
def _stripes() -> Texture:
    """A tile of diagonal stripes: white ones and transparent ones."""
    pixels = bytearray()
    for y in range(_TEXTURE):
        for x in range(_TEXTURE):
            pixels += bytes((255, 255, 255, round(255 * _coverage((x + y) % _TEXTURE))))
    return texture_from(bytes(pixels), _TEXTURE, wrap="repeat")


def _coverage(at: int) -> float:
    """How much of a pixel is on a stripe, which has soft edges."""
    distance = abs(at + 0.5 - _TEXTURE / 2)
    return min(1.0, max(0.0, (_TEXTURE / 4 - distance) / 3 + 0.5))


class FillSample(Drawn):
    """A small square with the fill of a score part, beside its title in the table."""

    fill = StringProperty("")
    """A `Fill`; nothing is drawn if it is empty."""
    looks = ("fill",)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        theme.bind(version=self._change)

    def draw(self, group: InstructionGroup, side: float) -> None:
        """Draw the square."""
        if self.fill:
            color, corner = theme.palette.text_muted, dp(3)
            fill_rectangle(group, self.fill, color, (0, 0), (side, side), corner, corner)
