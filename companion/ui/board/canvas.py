"""The drawn board as a fixed set of canvas instructions that are updated in place."""

from __future__ import annotations

from collections.abc import Mapping

from kivy.graphics import (
    Color,
    InstructionGroup,
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

from companion.drawing.area import Area
from companion.drawing.board_layout import BoardLayout, follow_trail
from companion.drawing.camera import Camera
from companion.drawing.drawing_data import DrawingData
from companion.drawing.highlight import TrackId
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
from companion.ui.board.label_layer import LabelLayer
from companion.ui.board.outline_mesh import outline_meshes
from companion.ui.board.shader import ShapeContext, ShapeMeshes, pack


class BoardCanvas(InstructionGroup):
    """A board clipped to a frame: land, tracks, places and names."""

    def __init__(self, layout: BoardLayout, drawing: DrawingData, palette: Palette) -> None:
        super().__init__()
        self.layout = layout
        self.labels = LabelLayer()
        """Empty until its names are set."""
        self._drawing, self._palette = drawing, palette
        self._tracks: Mapping[TrackId, TrackLook] = {}
        self._places: Mapping[str, PlaceLook] = {}
        self._trail: tuple[TrackId, ...] = ()
        self._packed: dict[tuple[TrackId, TrackLook], tuple[bytes, bytes, bytes, bytes]] = {}
        """Painted tracks: painting all of them again would double the time of a claim."""
        self._ground_color, self._water_color = Color(*palette.board), Color(*palette.board)
        self._land_color = Color(*palette.land)
        self._land, self._water = InstructionGroup(), InstructionGroup()
        self._ground, self._mask, self._unmask = Rectangle(), Rectangle(), Rectangle()
        self._translate, self._scale = Translate(), Scale(1.0)
        self._context = ShapeContext()
        self._board_meshes, self._drag_meshes = ShapeMeshes(), ShapeMeshes()
        self._context.add(self._board_meshes)
        self._context.add(self._drag_meshes)
        for instruction in (
            self._ground_color,
            self._ground,
            StencilPush(),
            self._mask,
            StencilUse(),
            PushMatrix(),
            self._translate,
            self._scale,
            self._land_color,
            self._land,
            self._water_color,
            self._water,
            self._context,
            PopMatrix(),
            self.labels,
            StencilUnUse(),
            self._unmask,
            StencilPop(),
        ):
            self.add(instruction)
        self._fill_outlines()

    def set_layout(self, layout: BoardLayout) -> None:
        """Draw the same board in another orientation."""
        self.layout = layout
        self._fill_outlines()
        self._packed.clear()
        self._paint()

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

    def set_palette(self, palette: Palette) -> None:
        """Change all colours except those of the names."""
        self._palette = palette
        self._ground_color.rgba = self._water_color.rgba = palette.board
        self._land_color.rgba = palette.land
        self._packed.clear()
        self._paint()

    def show(
        self,
        tracks: Mapping[TrackId, TrackLook],
        places: Mapping[str, PlaceLook],
        trail: tuple[TrackId, ...] = (),
    ) -> None:
        """Paint tracks, places and a trail."""
        self._tracks, self._places, self._trail = tracks, places, trail
        self._paint()
        self.labels.set_claimed(frozenset(id for id, look in tracks.items() if look.owner))

    def show_drag(self, shapes: Shapes) -> None:
        """Draw shapes on top of the board, below the names."""
        self._drag_meshes.show(pack(shapes))

    def _fill_outlines(self) -> None:
        drawing = self._drawing
        for group, outlines in ((self._land, drawing.land), (self._water, drawing.water)):
            group.clear()
            for mesh in outline_meshes(outlines, self.layout.point):
                group.add(mesh)

    def _paint(self) -> None:
        layout, palette = self.layout, self._palette
        layers = in_drawing_order(
            [self._packed_track(track, look) for track, look in self._tracks.items()],
            pack(paint_trail(*follow_trail(layout, self._trail), palette)),
            [
                pack(paint_place(layout.dots[id], look, palette))
                for id, look in self._places.items()
            ],
        )
        self._board_meshes.show(b"".join(layers))

    def _packed_track(self, track: TrackId, look: TrackLook) -> tuple[bytes, bytes, bytes, bytes]:
        if (track, look) not in self._packed:
            painted = paint_track(self.layout.tracks[track], look, self._palette)
            glow, free, claimed, marker = map(pack, painted)
            self._packed[track, look] = glow, free, claimed, marker
        return self._packed[track, look]
