"""A board as SVG fragments for a web page, in colours that follow the theme of the page.

A colour is a CSS variable whose name is its colour in the light and in the dark theme:
`var(--c1f5fae5b9be6)`. The fragments contain numbers and colours but no text.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from companion.drawing.area import Area
from companion.drawing.board_layout import CAR_WIDTH, TRACK_SPACING, BoardLayout, lay_out
from companion.drawing.drawing_data import drawing_for
from companion.drawing.highlight import TrackId
from companion.drawing.label_placement import SCALE_STEP, Label, LabelPlan
from companion.drawing.looks import PlaceLook, TrackLook
from companion.drawing.painting import paint_place, paint_track
from companion.drawing.palette import DARK, LIGHT, Rgba
from companion.drawing.shapes import MARKERS, Shapes, symbol_shapes
from companion.drawing.svg import (
    DESCENT,
    LINE_HEIGHT,
    SCALE,
    SvgWriter,
    hex_color,
    points_attribute,
    style_attributes,
    text_width,
)
from companion.rules.board import Board

FONT_SIZE = 12
"""The size of names, in pixels on the screen."""
HALO = 1.5
"""The width of the halo around names, in pixels on the screen."""
GAP = -0.5
"""The distance between a place and its name, in pixels on the screen."""
LABEL_HEIGHT = LINE_HEIGHT * FONT_SIZE + 2 * HALO
"""The height of a name, in pixels on the screen."""
BASELINE = LABEL_HEIGHT / 2 - HALO - DESCENT * FONT_SIZE
"""From the center of a name down to its baseline, in pixels on the screen."""
LARGEST_ZOOM = 24
"""Zoom steps are numbered from 0, one pixel per board unit."""
_SYMBOL_WRITER = SvgWriter(Area(-1, -1, 1, 1))
_TOUCH_WIDTH = 2 * TRACK_SPACING
"""The width of the invisible line along a track that receives touches, in board units."""


@dataclass(frozen=True, slots=True)
class TrackFragments:
    """The layers of one track."""

    below: str
    cars: str
    marker: str


@dataclass(frozen=True, slots=True)
class PlacedName:
    """A name beside its place; positions are pixels of the SVG, sizes are pixels on the screen."""

    name: str
    x: float
    y: float
    width: float
    side_x: float
    side_y: float
    clearance: float
    """The distance from the place that stays free, in pixels of the SVG."""


def css_color(light: Rgba, dark: Rgba) -> str:
    """The CSS variable of a colour."""
    return f"var(--c{hex_color(light)[1:]}{hex_color(dark)[1:]})"


def player_marker(color: str, light: Rgba, dark: Rgba) -> str:
    """The marker of a player in a square from 0 to 16."""
    fill = css_color(light, dark)
    return "".join(
        _SYMBOL_WRITER.shape(shape, style_attributes(shape, fill, fill))
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
        water = css_color(LIGHT.board, DARK.board)
        land = css_color(LIGHT.land, DARK.land)
        outlines, drawing = self._writer.outlines, self._drawing
        return "".join(
            (
                f'<rect width="{self.width}" height="{self.height}" fill="{water}"/>',
                *outlines(self._layout, drawing.land, f'fill="{land}"'),
                *outlines(self._layout, drawing.water, f'fill="{water}"'),
            )
        )

    def track(self, id: TrackId, look: TrackLook) -> TrackFragments:
        """A track."""
        layout = self._layout.tracks[id]
        light, dark = paint_track(layout, look, LIGHT), paint_track(layout, look, DARK)
        return TrackFragments(
            self._shapes(light.glow, dark.glow),
            self._shapes((*light.free, *light.claimed), (*dark.free, *dark.claimed)),
            self._shapes(light.marker, dark.marker),
        )

    def touch_line(self, id: TrackId) -> str:
        """The points of the line along a track."""
        return points_attribute(self._writer.point(*each) for each in self._layout.tracks[id].line)

    @property
    def touch_width(self) -> float:
        """The width of the line along a track that receives touches, in pixels of the SVG."""
        return _TOUCH_WIDTH * SCALE

    @property
    def glow_width(self) -> float:
        """The width of the line along a chosen track, in pixels of the SVG."""
        return (CAR_WIDTH + 1.6) * SCALE

    def place(self, id: str, look: PlaceLook) -> str:
        """A place."""
        dot = self._layout.dots[id]
        return self._shapes(paint_place(dot, look, LIGHT), paint_place(dot, look, DARK))

    def names(self, zoom: int, claimed: frozenset[TrackId]) -> tuple[PlacedName, ...]:
        """The names that have room at a zoom step."""
        return tuple(map(self._placed, self._plan.labels_at(SCALE_STEP**zoom * 1.001, claimed)))

    def _placed(self, label: Label) -> PlacedName:
        x, y = self._writer.point(label.dot.x, label.dot.y)
        return PlacedName(
            label.dot.place.name,
            round(x, 1),
            round(y, 1),
            round(label.size[0], 1),
            *label.side,
            round(label.clearance * SCALE, 1),
        )

    @cached_property
    def _plan(self) -> LabelPlan:
        sizes = {
            id: (text_width(dot.place.name, FONT_SIZE), LABEL_HEIGHT)
            for id, dot in self._layout.dots.items()
            if dot.place.kind != "way_station"
        }
        return LabelPlan(self._layout, sizes, gap=GAP, overview_scale=1)

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
