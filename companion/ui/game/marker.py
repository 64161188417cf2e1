"""Each player's sign, ● ■ ▲ ◆ ✖ ⬟ ⬢ by the colour of the trains, drawn so that it needs no font."""

from __future__ import annotations

from math import cos, radians, sin

from kivy.graphics import (
    Color,
    InstructionGroup,
    SmoothEllipse,
    SmoothQuad,
    SmoothTriangle,
)
from kivy.properties import StringProperty

from companion.drawing.palette import PLAYERS, Palette, on_card
from companion.drawing.symbols import MARKERS, TRIANGLE, Part
from companion.ui.look.drawn import Drawn
from companion.ui.look.theme import theme


def marker(
    color: str, x: float, y: float, size: float, palette: Palette | None = None
) -> InstructionGroup:
    """The sign of the player with that colour, `size` wide and high around (x, y).

    Where the colour would hardly be seen on a card of the palette, an edge goes around it.
    """
    group = InstructionGroup()
    edge = on_card(PLAYERS[color], palette or theme.palette)
    if edge != PLAYERS[color]:
        group.add(Color(*edge))
        for part in MARKERS[color]:
            group.add(_shape(part, x, y, size / 2 * 1.22))
    group.add(Color(*PLAYERS[color]))
    for part in MARKERS[color]:
        group.add(_shape(part, x, y, size / 2))
    return group


class Marker(Drawn):
    """A player's sign, as large as fits."""

    color_name = StringProperty("")
    """The colour of the player's trains; nothing is drawn without one."""
    looks = ("color_name",)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        theme.bind(dark=self._change)

    def draw(self, sign: InstructionGroup, side: float) -> None:
        """Draw the sign of that colour."""
        if self.color_name:
            sign.add(marker(self.color_name, side / 2, side / 2, side))


def _shape(part: Part, x: float, y: float, reach: float) -> SmoothEllipse | SmoothQuad:
    x, y = x + part.x * reach, y + part.y * reach
    u, v = part.half_width * reach, part.half_height * reach
    if part.corner == TRIANGLE:
        return SmoothTriangle(points=(x - u, y - v, x + u, y - v, x, y + v))
    if part.corner < 0:
        sides = round(-part.corner)
        return SmoothEllipse(pos=(x - u, y - v), size=(2 * u, 2 * v), segments=sides)
    if part.corner >= part.half_width:
        return SmoothEllipse(pos=(x - u, y - v), size=(2 * u, 2 * v))
    c, s = cos(radians(part.turn)), sin(radians(part.turn))
    corners = ((-u, -v), (-u, v), (u, v), (u, -v))
    return SmoothQuad(
        points=[number for a, b in corners for number in (x + a * c - b * s, y + a * s + b * c)]
    )
