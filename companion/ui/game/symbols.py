"""Symbols that the font lacks: players' markers, terrain signs, cars, the logo."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate, pairwise
from math import atan2, cos, degrees, dist, pi, radians, sin

from kivy.graphics import (
    Canvas,
    Color,
    Ellipse,
    InstructionGroup,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rotate,
    RoundedRectangle,
    SmoothEllipse,
    SmoothLine,
    SmoothQuad,
    SmoothTriangle,
)
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    StringProperty,
)

from companion.drawing.palette import LIGHT, ROUTES, Palette, player_line, player_on_card
from companion.drawing.shapes import MARKERS, TERRAIN_SIGNS, Part
from companion.rules.boards import PLAYER_COLORS
from companion.ui.look.icons import Drawn
from companion.ui.look.kv import load_rules
from companion.ui.look.theme import theme


def marker(
    color: str, x: float, y: float, size: float, palette: Palette | None = None
) -> InstructionGroup:
    """The marker of a train colour, at most `size` wide and high, centred at (x, y).

    It gets an outline if its contrast to the palette's cards is low.
    """
    reach = size / 2
    group = InstructionGroup()
    palette = palette or theme.palette
    fill, edge = player_on_card(color, palette), player_line(color, palette)
    if edge != fill:
        group.add(Color(*edge))
        for part in MARKERS[color]:
            group.add(_shape(part, x, y, size / 2 * 1.07))
        reach *= 0.93
    group.add(Color(*fill))
    for part in MARKERS[color]:
        group.add(_shape(part, x, y, reach))
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
    redraw_on = ("size", "color_name")
    is_square = uses_theme = True

    def draw(self, drawing: Canvas, side: float) -> None:
        """Draw the marker."""
        if self.color_name:
            drawing.add(marker(self.color_name, side / 2, side / 2, side))


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


class TerrainIcon(Drawn):
    """The filled sign of a terrain; nothing for an unknown one."""

    terrain = StringProperty("")
    color = ColorProperty((0, 0, 0, 1))
    redraw_on = ("size", "terrain", "color")
    is_square = True

    def draw(self, drawing: Canvas, side: float) -> None:
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


_WIDTH, _GAP, _HEIGHT = 13, 2, 10
"""The size of a car and the gap between two cars, in dp."""
FAINT = 0.3
"""Opacity of a track that cannot be claimed."""


class Cars(Drawn):
    """A row of cars for each track, as many as the route's length."""

    count = NumericProperty(0)
    tracks = ListProperty()
    """Per track: its colour, and whether it can be claimed."""
    is_claimed = BooleanProperty(False)
    """Whether the colours are those of players."""
    missing = NumericProperty(0)
    """The number of cars, at the end, that are only outlined."""
    widest = NumericProperty(0)
    """The width for all cars, if they may have to be shorter; 0 for any."""

    redraw_on = ("count", "tracks", "is_claimed", "missing", "widest")
    uses_theme = True

    def draw(self, drawing: Canvas, _side: float) -> None:
        """Set the size and draw the cars."""
        step, row = dp(_WIDTH + _GAP), dp(_HEIGHT + _GAP)
        if self.widest:
            step = min(step, self.widest / max(1, self.count))
        self.size = (
            max(0, self.count * step - dp(_GAP)),
            max(0, len(self.tracks) * row - dp(_GAP)),
        )
        with drawing:
            for number, (color, free) in enumerate(reversed(self.tracks)):
                strength = 1.0 if free else FAINT
                fill, edge = ROUTES[color], theme.route_outline(color)
                if self.is_claimed:
                    fill, edge = theme.player_on_card(color), theme.player_line(color)
                for car in range(int(self.count)):
                    box = (car * step, number * row, max(1, step - dp(_GAP)), dp(_HEIGHT))
                    if car < self.count - self.missing:
                        Color(*fill[:3], strength)
                        RoundedRectangle(pos=box[:2], size=box[2:], radius=[dp(2)])
                    Color(*edge[:3], strength)
                    SmoothLine(rounded_rectangle=(*box, dp(2)), width=dp(0.6))


SPACE_LENGTH = 36
"""Approximate length of a space of the route, in dp."""
MOST_ASPECT = 0.75
"""Height of the curve by its width, at most: a higher one looks stretched."""
CAR_SHARE = 0.72
"""Length of a car as a share of its space."""


class Logo(Drawn):
    """The logo, as wide as the widget."""

    redraw_on = ("size",)
    uses_theme = True

    def _curve(self, share: float) -> tuple[float, float]:
        """A point of the curved route; `share` is 0 at one city and 1 at the other."""
        margin = dp(20)
        wide = self.width - 2 * margin
        high = min(self.height - 2 * margin, wide * MOST_ASPECT)
        rise = share + 0.32 * sin(2 * pi * share)
        return margin + wide * share, self.height / 2 + high * (rise - 0.5)

    def _joints(self) -> list[tuple[float, float]]:
        """Points that divide the route into spaces of equal length."""
        fine = [self._curve(step / 200) for step in range(201)]
        walked = list(accumulate((dist(*two) for two in pairwise(fine)), initial=0.0))
        cars = max(3, round(walked[-1] / dp(SPACE_LENGTH)))
        ends = (walked[-1] * number / cars for number in range(cars + 1))
        return [fine[min(bisect_left(walked, end), 200)] for end in ends]

    def draw(self, drawing: Canvas, _side: float) -> None:
        """Draw the cars between two cities."""
        joints = self._joints()
        with drawing:
            for number, (start, end) in enumerate(pairwise(joints)):
                self._car(start, end, PLAYER_COLORS[number % len(PLAYER_COLORS)])
            for x, y in (joints[0], joints[-1]):
                self._city(x, y)

    def _car(self, start: tuple[float, float], end: tuple[float, float], color: str) -> None:
        (x, y), (to_x, to_y) = start, end
        length, high = dist(start, end) * CAR_SHARE, dp(12)
        middle = ((x + to_x) / 2, (y + to_y) / 2)
        place = (middle[0] - length / 2, middle[1] - high / 2)
        PushMatrix()
        Rotate(angle=degrees(atan2(to_y - y, to_x - x)), origin=middle)
        Color(*(theme.player_outline if theme.dark else theme.car_outline))
        edge = dp(1)
        RoundedRectangle(
            pos=(place[0] - edge, place[1] - edge),
            size=(length + 2 * edge, high + 2 * edge),
            radius=[dp(4)],
        )
        Color(*theme.player(color))
        RoundedRectangle(pos=place, size=(length, high), radius=[dp(3)])
        PopMatrix()

    def _city(self, x: float, y: float) -> None:
        for color, radius in ((theme.label_halo, dp(9)), (theme.city, dp(7))):
            Color(*color)
            Ellipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))


load_rules("""
<Cars>:
    size_hint: None, None

<PlayerMarker>:
    side: dp(14)
    size_hint: None, None
    size: self.side, self.side
    pos_hint: {"center_y": 0.5}
""")
