"""Renders a board as SVG, with the same shapes and label placement as the board view."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import atan2, cos, degrees, pi, sin
from typing import NamedTuple
from unicodedata import combining, east_asian_width, normalize
from xml.sax.saxutils import escape

from companion.drawing.area import Area
from companion.drawing.board_layout import BoardLayout, lay_out
from companion.drawing.curves import Point
from companion.drawing.drawing_data import DrawingData, Outlines, drawing_for
from companion.drawing.highlight import TrackId
from companion.drawing.label_placement import LabelPlan
from companion.drawing.looks import place_looks, track_looks
from companion.drawing.painting import in_drawing_order, paint_place, paint_track
from companion.drawing.palette import LIGHT, Palette, Rgba
from companion.drawing.shapes import Shape
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

DESCENT = 0.244
"""From the bottom of a line to its baseline, in font sizes."""
LINE_HEIGHT = 1.172
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
_FONT_SIZE = 13
_HALO = 1.5
"""The width of the halo around names."""

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
        f'<rect width="{width}" height="{height}" {_fill(palette.board)}/>',
        *writer.outlines(layout, drawing.land, _fill(palette.land)),
        *writer.outlines(layout, drawing.water, _fill(palette.board)),
        *(
            writer.shape(shape, _style(shape))
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

    def outlines(self, layout: BoardLayout, outlines: Outlines, style: str) -> Iterator[str]:
        """Polygons of land or water."""
        for outline in outlines:
            points = points_attribute(self.point(*layout.point(x, y)) for x, y in outline)
            yield f'<polygon points="{points}" fill-rule="evenodd" {style}/>'

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
        height = LINE_HEIGHT * _FONT_SIZE + 2 * _HALO
        sizes = {
            id: (text_width(dot.place.name, _FONT_SIZE), height)
            for id, dot in layout.dots.items()
            if dot.place.kind != "way_station"
        }
        plan = LabelPlan(layout, sizes, gap=-0.5, overview_scale=SCALE)
        texts = []
        for label in plan.labels_at(SCALE, claimed):
            area = label.area(SCALE).scaled(1 / SCALE)
            x, y = self.point(area.center[0], area.bottom)
            baseline = y - _HALO - DESCENT * _FONT_SIZE
            # Another font than Roboto is squeezed into the place the label was given.
            texts.append(
                f'<text x="{_number(x)}" y="{_number(baseline)}" '
                f'textLength="{_number(label.size[0])}" '
                f'lengthAdjust="spacingAndGlyphs">{_text(label.dot.place.name)}</text>'
            )
        yield (
            f'<g font-family="Roboto, sans-serif" font-weight="bold" font-size="{_FONT_SIZE}" '
            'text-anchor="middle">'
        )
        halo = hex_color(palette.label_halo)
        yield (
            f'<g fill="{halo}" stroke="{halo}" stroke-width="{2 * _HALO}" stroke-linejoin="round">'
        )
        yield from texts
        yield f"</g>\n<g {_fill(palette.text)}>"
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


def _style(shape: Shape) -> str:
    return style_attributes(shape, hex_color(shape.fill), hex_color(shape.line))


def _text(text: str) -> str:
    """Text as XML; characters that XML forbids are replaced."""
    return escape(_NOT_XML.sub("\ufffd", text))


def points_attribute(points: Iterable[Point]) -> str:
    """Points of a polygon or polyline."""
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _fill(color: Rgba) -> str:
    opacity = f' fill-opacity="{_number(color[3])}"' if color[3] < 1 else ""
    return f'fill="{hex_color(color)}"{opacity}'


def hex_color(color: Rgba) -> str:
    """A colour as #rrggbb."""
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in color[:3])


def _number(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
