"""The players' markers, ● ■ ▲ ◆ ✖ ⬟ ⬢ by train colour, drawn because the font lacks them."""

from __future__ import annotations

from math import cos, radians, sin

from kivy.graphics import (
    Color,
    InstructionGroup,
    SmoothEllipse,
    SmoothQuad,
    SmoothTriangle,
)
from kivy.properties import NumericProperty, StringProperty

from companion.drawing.palette import LIGHT, Palette, player_line, player_on_card
from companion.drawing.symbols import MARKERS, Part
from companion.ui.look.drawn import Drawn
from companion.ui.look.kv import load
from companion.ui.look.theme import theme


def marker(
    color: str, x: float, y: float, size: float, palette: Palette | None = None
) -> InstructionGroup:
    """The marker of a train colour, `size` wide and high, centred at (x, y).

    It gets an outline if its contrast to the palette's cards is low.
    """
    group = InstructionGroup()
    palette = palette or theme.palette
    fill, edge = player_on_card(color, palette), player_line(color, palette)
    if edge != fill:
        group.add(Color(*edge))
        for part in MARKERS[color]:
            group.add(_shape(part, x, y, size / 2 * 1.15))
    group.add(Color(*fill))
    for part in MARKERS[color]:
        group.add(_shape(part, x, y, size / 2))
    return group


def marker_disc(color: str, x: float, y: float, size: float) -> InstructionGroup:
    """A marker on a white disc with an accent ring, centred at (x, y); for the bar of any theme."""
    group = InstructionGroup()
    for fill, width in ((LIGHT.bar_accent, size), (LIGHT.surface, size * 0.9)):
        group.add(Color(*fill))
        group.add(SmoothEllipse(pos=(x - width / 2, y - width / 2), size=(width, width)))
    group.add(marker(color, x, y, size * 0.46, LIGHT))
    return group


class Marker(Drawn):
    """A player's marker, as large as the widget."""

    color_name = StringProperty("")
    """The train colour; nothing is drawn if it is empty."""
    looks = ("color_name",)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        theme.bind(dark=self._change)

    def draw(self, group: InstructionGroup, side: float) -> None:
        """Draw the marker."""
        if self.color_name:
            group.add(marker(self.color_name, side / 2, side / 2, side))


class PlayerMarker(Marker):
    """A marker of fixed size, vertically centred in a row."""

    side = NumericProperty(0)
    """Width and height."""


def _shape(part: Part, x: float, y: float, reach: float) -> SmoothEllipse | SmoothQuad:
    x, y = x + part.x * reach, y + part.y * reach
    u, v = part.half_width * reach, part.half_height * reach
    if part.sides == 3:
        return SmoothTriangle(points=(x - u, y - v, x + u, y - v, x, y + v))
    if part.sides:
        return SmoothEllipse(pos=(x - u, y - v), size=(2 * u, 2 * v), segments=part.sides)
    if part.corner >= part.half_width:
        return SmoothEllipse(pos=(x - u, y - v), size=(2 * u, 2 * v))
    c, s = cos(radians(part.turn)), sin(radians(part.turn))
    corners = ((-u, -v), (-u, v), (u, v), (u, -v))
    return SmoothQuad(
        points=[number for a, b in corners for number in (x + a * c - b * s, y + a * s + b * c)]
    )


load("game/marker")
