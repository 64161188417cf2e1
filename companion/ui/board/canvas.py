"""The drawn board as canvas instructions that are updated in place: land, tracks, places, names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache

from kivy.core.text import Label as CoreLabel
from kivy.graphics import (
    Color,
    InstructionGroup,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Scale,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
    Translate,
)
from kivy.graphics.tesselator import Tesselator
from kivy.metrics import dp

from companion.drawing.board_layout import BoardLayout, follow_trail
from companion.drawing.camera import Camera
from companion.drawing.drawing_data import DrawingData, Outlines
from companion.drawing.geometry import Area, Point
from companion.drawing.highlight import TrackId
from companion.drawing.label_placement import Label, LabelPlan
from companion.drawing.painting import (
    PlaceLook,
    TrackLook,
    in_drawing_order,
    paint_place,
    paint_track,
    paint_trail,
)
from companion.drawing.palette import Palette
from companion.drawing.shapes import Shapes
from companion.ui.board.shader import ShapeContext, ShapeMeshes, pack


class BoardCanvas(InstructionGroup):
    """A board clipped to a frame: land, tracks, places and names."""

    def __init__(self, layout: BoardLayout, drawing: DrawingData, palette: Palette) -> None:
        super().__init__()
        self.layout = layout
        self.labels = LabelLayer()
        """Empty until its names are set."""
        self._palette = palette
        self._packed: dict[tuple[TrackId, TrackLook], tuple[bytes, bytes, bytes, bytes]] = {}
        """Painted tracks: painting all of them again would double the time of a claim."""
        self._ground, self._mask, self._unmask = Rectangle(), Rectangle(), Rectangle()
        self._translate, self._scale = Translate(), Scale(1.0)
        self._context = ShapeContext()
        self._board_meshes, self._overlay_meshes = ShapeMeshes(), ShapeMeshes()
        self._context.add(self._board_meshes)
        self._context.add(self._overlay_meshes)
        for instruction in (
            Color(*palette.board),
            self._ground,
            StencilPush(),
            self._mask,
            StencilUse(),
            PushMatrix(),
            self._translate,
            self._scale,
            Color(*palette.land),
            *_outline_meshes(drawing.land, layout.point),
            Color(*palette.board),
            *_outline_meshes(drawing.water, layout.point),
            self._context,
            PopMatrix(),
            self.labels,
            StencilUnUse(),
            self._unmask,
            StencilPop(),
        ):
            self.add(instruction)

    def set_frame(self, area: Area) -> None:
        """Set the part of the widget the board is clipped to."""
        for rectangle in (self._ground, self._mask, self._unmask):
            rectangle.pos, rectangle.size = (area.left, area.bottom), (area.width, area.height)

    def set_camera(self, camera: Camera) -> None:
        """Set scale and position of the board."""
        self._translate.xy = camera.x, camera.y
        self._scale.xyz = camera.scale, camera.scale, 1.0
        self._context.set_pixel(1 / camera.scale)
        self.labels.set_camera(camera)

    def show(
        self,
        tracks: Mapping[TrackId, TrackLook],
        places: Mapping[str, PlaceLook],
        trail: tuple[TrackId, ...] = (),
    ) -> None:
        """Paint tracks, places and a trail."""
        layout, palette = self.layout, self._palette
        layers = in_drawing_order(
            [self._packed_track(track, look) for track, look in tracks.items()],
            pack(paint_trail(*follow_trail(layout, trail), palette)),
            [pack(paint_place(layout.dots[id], look, palette)) for id, look in places.items()],
        )
        self._board_meshes.show(b"".join(layers))
        self.labels.set_claimed(frozenset(id for id, look in tracks.items() if look.owner))

    def show_overlay(self, shapes: Shapes) -> None:
        """Draw shapes on top of the board, below the names."""
        self._overlay_meshes.show(pack(shapes))

    def _packed_track(self, track: TrackId, look: TrackLook) -> tuple[bytes, bytes, bytes, bytes]:
        if (track, look) not in self._packed:
            painted = paint_track(self.layout.tracks[track], look, self._palette)
            glow, free, claimed, marker = map(pack, painted)
            self._packed[track, look] = glow, free, claimed, marker
        return self._packed[track, look]


_VERTEX_FLOATS = 4
"""Numbers per vertex of a tesselated mesh; the first two are its position."""


def _outline_meshes(
    outlines: Outlines, to_board: Callable[[float, float], Point]
) -> Iterator[Mesh]:
    """Meshes that fill outlines, with their points converted to board units."""
    for vertices, indices in _tesselated(outlines):
        moved = list(vertices)
        for at in range(0, len(moved), _VERTEX_FLOATS):
            moved[at], moved[at + 1] = to_board(moved[at], moved[at + 1])
        yield Mesh(vertices=moved, indices=indices, mode="triangle_fan")


@lru_cache(maxsize=16)
def _tesselated(outlines: Outlines) -> tuple[tuple[tuple[float, ...], tuple[int, ...]], ...]:
    """The outlines cut into triangle fans: slow, and independent of the board's orientation."""
    fans = []
    for outline in outlines:
        tesselator = Tesselator()
        tesselator.add_contour([number for point in outline for number in point])
        if tesselator.tesselate():
            fans += [(tuple(vertices), tuple(indices)) for vertices, indices in tesselator.meshes]
    return tuple(fans)


class LabelLayer(InstructionGroup):
    """The names that have room, moved together with the board."""

    def __init__(self) -> None:
        super().__init__()
        self._offset = Translate()
        self._shown = InstructionGroup()
        for instruction in (PushMatrix(), self._offset, Color(), self._shown, PopMatrix()):
            self.add(instruction)
        self._texts: dict[str, CoreLabel] = {}
        """Referenced because they render their textures again after the OpenGL context is lost."""
        self._rectangles: dict[str, Rectangle] = {}
        self._names: tuple[BoardLayout, Palette, float, float] | None = None
        """The arguments of `set_names`."""
        self._plan: LabelPlan | None = None
        self._labels: tuple[Label, ...] = ()
        self._claimed: frozenset[TrackId] = frozenset()
        self._camera: Camera | None = None

    def set_names(
        self, layout: BoardLayout, palette: Palette, font_size: float, overview_scale: float
    ) -> None:
        """Render a board's names; they are shown when the camera is set next.

        As many names as possible fit at `overview_scale`, which shows the whole board.
        """
        names = layout, palette, font_size, overview_scale
        if names == self._names:
            return
        self._names = names
        self._texts = {
            dot.place.id: _render_name(dot.place.name, palette, font_size)
            for dot in layout.dots.values()
            if dot.place.kind != "way_station"
        }
        self._rectangles = {
            place: Rectangle(texture=text.texture, size=text.texture.size)
            for place, text in self._texts.items()
        }
        sizes = {place: rectangle.size for place, rectangle in self._rectangles.items()}
        self._plan = LabelPlan(layout, sizes, -dp(0.5), overview_scale)
        self._labels, self._camera = (), None
        self._shown.clear()

    def set_claimed(self, claimed: frozenset[TrackId]) -> None:
        """Keep the markers of these tracks visible."""
        camera = self._camera
        if claimed != self._claimed:
            self._claimed, self._camera = claimed, None
            if camera:
                self.set_camera(camera)

    def set_camera(self, camera: Camera) -> None:
        """Move the names to the positions of their places."""
        self._offset.xy = round(camera.x), round(camera.y)
        before, self._camera = self._camera, camera
        if self._plan is None or (before and before.scale == camera.scale):
            return
        labels = self._plan.labels_at(camera.scale, self._claimed)
        if labels is not self._labels:
            self._labels = labels
            self._shown.clear()
            for label in labels:
                self._shown.add(self._rectangles[label.dot.place.id])
        for label in labels:
            area = label.area(camera.scale)
            self._rectangles[label.dot.place.id].pos = round(area.left), round(area.bottom)

    def around(self, places: Collection[str], scale: float) -> Iterator[Area]:
        """The areas that the names of some places take at a scale, in board units."""
        labels = self._plan.labels_at(scale, self._claimed) if self._plan else ()
        for label in labels:
            if label.dot.place.id in places:
                yield label.area(scale).scaled(1 / scale)

    def areas(self) -> dict[str, Area]:
        """The area of each shown name by place id, in the coordinates of the board's widget."""
        dx, dy = self._offset.xy
        areas = {}
        for label in self._labels:
            (x, y), (width, height) = self._rectangles[label.dot.place.id].pos, label.size
            areas[label.dot.place.id] = Area(x + dx, y + dy, x + dx + width, y + dy + height)
        return areas


def _render_name(name: str, palette: Palette, font_size: float) -> CoreLabel:
    text = CoreLabel(
        text=name,
        font_size=font_size,
        bold=True,
        color=palette.text,
        outline_width=dp(1.5),
        outline_color=palette.label_halo[:3],
    )
    text.refresh()
    return text
