"""A board as SVG, with the same shapes and label placement as the board view.

`board_svg` is a whole document. `ThemedBoard` makes fragments for a web page in colours that follow
the theme of the page: a colour is a CSS variable whose name is its colour in the light and in the
dark theme, `var(--c1f5fae5b9be6)`. The fragments contain numbers and colours but no text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from math import atan2, cos, degrees, pi, sin
from typing import NamedTuple
from unicodedata import combining, east_asian_width, normalize
from xml.sax.saxutils import escape

from companion.drawing.board_layout import CAR_WIDTH, TRACK_SPACING, BoardLayout, lay_out
from companion.drawing.drawing_data import DrawingData, drawing_for
from companion.drawing.geometry import Area, Point
from companion.drawing.highlight import TrackId
from companion.drawing.label_placement import SCALE_STEP, LabelPlan
from companion.drawing.painting import (
    PlaceLook,
    TrackLook,
    in_drawing_order,
    paint_place,
    paint_track,
    place_looks,
    track_looks,
)
from companion.drawing.palette import DARK, LIGHT, Palette, Rgba
from companion.drawing.shapes import MARKERS, Shape, Shapes, symbol_shapes
from companion.rules.board import Board
from companion.rules.state import GameState

_ASCII = (
    *(25, 27, 32, 60, 57, 74, 66, 16, 35, 35, 45, 55, 24, 39, 29, 37),
    *(57, 57, 57, 57, 57, 57, 57, 57, 57, 57, 28, 26, 51, 57, 52, 50),
    *(90, 67, 64, 65, 65, 56, 55, 68, 71, 29, 56, 63, 54, 88, 71, 69),
    *(65, 69, 64, 61, 62, 66, 65, 87, 64, 62, 61, 28, 42, 28, 44, 45),
    *(33, 54, 56, 52, 56, 54, 36, 57, 56, 27, 26, 53, 27, 87, 56, 57),
    *(56, 56, 36, 51, 34, 56, 51, 73, 51, 50, 51, 33, 25, 33, 65),
)
"""From the space to the tilde, in hundredths of the font size."""
_OTHER, _WIDE = 70, 100
"""Letters of other alphabets, and Chinese, Japanese and Korean characters."""

_DESCENT = 0.244
"""From the bottom of a line to its baseline, in font sizes."""
_LINE_HEIGHT = 1.172
"""In font sizes."""


def text_width(text: str, font_size: float) -> float:
    """The width of a line of bold text."""
    return sum(_advance(character) for character in normalize("NFD", text)) * font_size / 100


def _advance(character: str) -> int:
    if " " <= character <= "~":
        return _ASCII[ord(character) - ord(" ")]
    if combining(character):
        return 0
    return _WIDE if east_asian_width(character) in "WF" else _OTHER


SCALE = 8
"""Pixels per board unit: large enough for all names."""
_DOCUMENT_FONT_SIZE = 13
FONT_SIZE = 12
"""The size of names on a web page, in pixels on the screen."""
HALO = 1.5
"""The width of the halo around names, in pixels."""
GAP = -0.5
"""The distance between a place and its name, in pixels."""
LABEL_HEIGHT = _LINE_HEIGHT * FONT_SIZE + 2 * HALO
"""The height of a name on a web page, in pixels on the screen."""
BASELINE = LABEL_HEIGHT / 2 - HALO - _DESCENT * FONT_SIZE
"""From the center of a name on a web page down to its baseline, in pixels on the screen."""
LARGEST_NAME_STEP = 24
"""The zoom steps for which names are placed are numbered from 0, one pixel per board unit."""
TOUCH_WIDTH, GLOW_WIDTH = 2 * TRACK_SPACING * SCALE, (CAR_WIDTH + 1.6) * SCALE
"""Of the lines along a track that receive touches and show that it is chosen, in pixels."""

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters an XML file may not contain, not even escaped."""


def board_svg(
    board: Board,
    state: GameState | None = None,
    palette: Palette = LIGHT,
    drawing: DrawingData | None = None,
) -> str:
    """A board with the game on it, or as printed, as an ASCII-only SVG document."""
    drawing = drawing or drawing_for(board)
    layout = lay_out(board, drawing)
    writer = SvgWriter(layout.world)
    looks = track_looks(board, state)
    tracks = [paint_track(layout.tracks[id], look, palette) for id, look in looks.items()]
    places = [
        paint_place(layout.dots[id], look, palette)
        for id, look in place_looks(board, state).items()
    ]
    width, height = (round(side * SCALE) for side in (layout.world.width, layout.world.height))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">',
        f"<title>{_text(board.name)}</title>",
        *writer.background(layout, drawing, hex_color(palette.board), hex_color(palette.land)),
        *(
            writer.shape(
                shape, style_attributes(shape, hex_color(shape.fill), hex_color(shape.line))
            )
            for layer in in_drawing_order(tracks, (), places)
            for shape in layer
        ),
        *writer.names(layout, frozenset(id for id, look in looks.items() if look.owner), palette),
        "</svg>",
    ]
    # Numeric character references make the encoding of the file or the terminal irrelevant.
    return "\n".join(lines).encode("ascii", "xmlcharrefreplace").decode() + "\n"


class SvgWriter(NamedTuple):
    """Converts board units to pixels from the top left."""

    world: Area

    def point(self, x: float, y: float) -> Point:
        """A point in pixels."""
        return (x - self.world.left) * SCALE, (self.world.top - y) * SCALE

    def background(
        self, layout: BoardLayout, drawing: DrawingData, water: str, land: str
    ) -> Iterator[str]:
        """Land and water in these colours."""
        width, height = (round(side * SCALE) for side in (self.world.width, self.world.height))
        yield f'<rect width="{width}" height="{height}" fill="{water}"/>'
        for outlines, fill in ((drawing.land, land), (drawing.water, water)):
            for outline in outlines:
                points = points_attribute(self.point(*layout.point(x, y)) for x, y in outline)
                yield f'<polygon points="{points}" fill-rule="evenodd" fill="{fill}"/>'

    def shape(self, shape: Shape, style: str) -> str:
        """The element of a shape; `style` is its attributes for fill and outline."""
        x, y = self.point(*shape.center)
        # An SVG outline is centered on the edge, the outline of a shape lies inside.
        line_width = shape.line_width * SCALE
        half_width, half_height = (side * SCALE - line_width / 2 for side in shape.half_size)
        if shape.sides:
            return f'<polygon points="{points_attribute(self._corners(shape))}" {style}/>'
        if shape.corner >= max(shape.half_size):
            return (
                f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(half_width)}" {style}/>'
            )
        turn = -degrees(atan2(shape.direction[1], shape.direction[0]))
        if turn:
            style += f' transform="rotate({_number(turn)} {_number(x)} {_number(y)})"'
        return (
            f'<rect x="{_number(x - half_width)}" y="{_number(y - half_height)}" '
            f'width="{_number(2 * half_width)}" height="{_number(2 * half_height)}" '
            f'rx="{_number(shape.corner * SCALE - line_width / 2)}" {style}/>'
        )

    def _corners(self, shape: Shape) -> Iterator[Point]:
        (x, y), (half_width, half_height) = shape.center, shape.half_size
        if shape.sides == 3:
            corners = [(0.0, half_height), (half_width, -half_height), (-half_width, -half_height)]
        else:
            angles = (2 * pi * corner / shape.sides for corner in range(shape.sides))
            corners = [(half_width * sin(angle), half_width * cos(angle)) for angle in angles]
        c, s = shape.direction
        for u, v in corners:
            yield self.point(x + u * c - v * s, y + u * s + v * c)

    def names(
        self, layout: BoardLayout, claimed: frozenset[TrackId], palette: Palette
    ) -> Iterator[str]:
        """The names that have room, first all halos, then all letters."""
        plan = _label_plan(layout, _DOCUMENT_FONT_SIZE, overview_scale=SCALE)
        texts = []
        for label in plan.labels_at(SCALE, claimed):
            area = label.area(SCALE).scaled(1 / SCALE)
            x, y = self.point(area.center[0], area.bottom)
            baseline = y - HALO - _DESCENT * _DOCUMENT_FONT_SIZE
            # Another font than Roboto is squeezed into the place the label was given.
            texts.append(
                f'<text x="{_number(x)}" y="{_number(baseline)}" '
                f'textLength="{_number(label.size[0])}" '
                f'lengthAdjust="spacingAndGlyphs">{_text(label.dot.place.name)}</text>'
            )
        yield (
            '<g font-family="Roboto, sans-serif" font-weight="bold" '
            f'font-size="{_DOCUMENT_FONT_SIZE}" text-anchor="middle">'
        )
        halo = hex_color(palette.label_halo)
        yield (
            f'<g fill="{halo}" stroke="{halo}" stroke-width="{2 * HALO}" stroke-linejoin="round">'
        )
        yield from texts
        yield f'</g>\n<g fill="{hex_color(palette.text)}">'
        yield from texts
        yield "</g>\n</g>"


def style_attributes(shape: Shape, fill: str, line: str) -> str:
    """The attributes for the fill and the outline of a shape in these colours."""
    style = f'fill="{fill}"' if shape.fill[3] else 'fill="none"'
    if 0 < shape.fill[3] < 1:
        style += f' fill-opacity="{_number(shape.fill[3])}"'
    if shape.line_width:
        style += f' stroke="{line}" stroke-width="{_number(shape.line_width * SCALE)}"'
    return style


def _text(text: str) -> str:
    """Text as XML; characters that XML forbids are replaced."""
    return escape(_NOT_XML.sub("\ufffd", text))


def points_attribute(points: Iterable[Point]) -> str:
    """Points of a polygon or polyline."""
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def hex_color(color: Rgba) -> str:
    """A colour as #rrggbb."""
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in color[:3])


def _number(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _label_plan(layout: BoardLayout, font_size: float, overview_scale: float) -> LabelPlan:
    """The places of the names; way stations have none."""
    height = _LINE_HEIGHT * font_size + 2 * HALO
    sizes = {
        id: (text_width(dot.place.name, font_size), height)
        for id, dot in layout.dots.items()
        if dot.place.kind != "way_station"
    }
    return LabelPlan(layout, sizes, gap=GAP, overview_scale=overview_scale)


PlacedName = tuple[str, float, float, float, float, float, float]
"""A name, the position of its place in pixels of the SVG, its width on the screen, its side of the
place, and the distance that stays free there in pixels of the SVG."""


def css_color(light: Rgba, dark: Rgba) -> str:
    """The CSS variable of a colour."""
    return f"var(--c{hex_color(light)[1:]}{hex_color(dark)[1:]})"


def player_marker(color: str, light: Rgba, dark: Rgba) -> str:
    """The marker of a player in a square from 0 to 16."""
    fill = css_color(light, dark)
    return "".join(
        SvgWriter(Area(-1, -1, 1, 1)).shape(shape, style_attributes(shape, fill, fill))
        for shape in symbol_shapes(MARKERS[color], (0, 0), 1, light)
    )


class ThemedBoard:
    """The fragments of one board; not thread-safe."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._drawing = drawing_for(board)
        self._layout: BoardLayout = lay_out(board, self._drawing)
        self._writer = SvgWriter(self._layout.world)
        world = self._layout.world
        self.width, self.height = round(world.width * SCALE), round(world.height * SCALE)

    @cached_property
    def background(self) -> str:
        """Land and water."""
        water, land = css_color(LIGHT.board, DARK.board), css_color(LIGHT.land, DARK.land)
        return "".join(self._writer.background(self._layout, self._drawing, water, land))

    def track(self, id: TrackId, look: TrackLook) -> tuple[str, str, str]:
        """The layers of a track: what is below its cars, the cars, the marker."""
        layout = self._layout.tracks[id]
        light, dark = paint_track(layout, look, LIGHT), paint_track(layout, look, DARK)
        return (
            self._shapes(light.glow, dark.glow),
            self._shapes((*light.free, *light.claimed), (*dark.free, *dark.claimed)),
            self._shapes(light.marker, dark.marker),
        )

    def touch_line(self, id: TrackId) -> str:
        """The points of the line along a track."""
        return points_attribute(self._writer.point(*each) for each in self._layout.tracks[id].line)

    def place(self, id: str, look: PlaceLook) -> str:
        """A place."""
        dot = self._layout.dots[id]
        return self._shapes(paint_place(dot, look, LIGHT), paint_place(dot, look, DARK))

    def point(self, id: str) -> Point:
        """The center of a place."""
        dot = self._layout.dots[id]
        x, y = self._writer.point(dot.x, dot.y)
        return round(x, 1), round(y, 1)

    def names(self, zoom: int, claimed: frozenset[TrackId]) -> list[PlacedName]:
        """The names that have room at a zoom step."""
        return [
            (
                label.dot.place.name,
                *self.point(label.dot.place.id),
                round(label.size[0], 1),
                *label.side,
                round(label.clearance * SCALE, 1),
            )
            for label in self._plan.labels_at(SCALE_STEP**zoom * 1.001, claimed)
        ]

    @cached_property
    def _plan(self) -> LabelPlan:
        return _label_plan(self._layout, FONT_SIZE, overview_scale=1)

    def _shapes(self, light: Shapes, dark: Shapes) -> str:
        return "".join(
            self._writer.shape(
                one,
                style_attributes(
                    one, css_color(one.fill, other.fill), css_color(one.line, other.line)
                ),
            )
            for one, other in zip(light, dark, strict=True)
        )
