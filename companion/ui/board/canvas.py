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
from companion.drawing.looks import PlaceLook, TrackLook
from companion.drawing.painting import (
    TrackLayers,
    in_drawing_order,
    paint_place,
    paint_track,
    paint_trail,
)
from companion.drawing.palette import Palette
from companion.drawing.shapes import Shapes
from companion.ui.board.label_layer import LabelLayer
from companion.ui.board.outline_mesh import outline_meshes
from companion.ui.board.shader import ShapeContext, ShapeMesh, pack


class BoardCanvas(InstructionGroup):
    """A board clipped to a frame: land, tracks, places and names."""

    def __init__(self, layout: BoardLayout, drawing: DrawingData, palette: Palette) -> None:
        super().__init__()
        self.layout = layout
        self.labels = LabelLayer()
        """Empty until its names are set."""
        self._drawing = drawing
        self._camera: Camera | None = None
        self._palette = palette
        self._tracks: dict[TrackId, tuple[TrackLook, TrackLayers[bytes]]] = {}
        self._places: dict[str, tuple[PlaceLook, bytes]] = {}
        self._packed_tracks: dict[tuple[TrackId, TrackLook], TrackLayers[bytes]] = {}
        """Cached, because closing a sheet restores the looks from before."""
        self._trail: tuple[TrackId, ...] = ()
        self._packed_trail = b""
        self._ground_color, self._water_color = Color(*palette.board), Color(*palette.board)
        self._land_color = Color(*palette.land)
        self._land, self._water = InstructionGroup(), InstructionGroup()
        self._ground, self._mask, self._unmask = Rectangle(), Rectangle(), Rectangle()
        self._translate, self._scale = Translate(), Scale(1.0)
        self._context = ShapeContext()
        self._board_mesh, self._drag_mesh = ShapeMesh(), ShapeMesh()
        self._context.add(self._board_mesh)
        self._context.add(self._drag_mesh)
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
        self._repaint()

    def set_frame(self, area: Area) -> None:
        """Set the part of the widget the board is clipped to."""
        for rectangle in (self._ground, self._mask, self._unmask):
            rectangle.pos, rectangle.size = (area.left, area.bottom), (area.width, area.height)

    def set_camera(self, camera: Camera) -> None:
        """Set scale and position of the board."""
        self._camera = camera
        self._translate.xy = camera.x, camera.y
        self._scale.xyz = camera.scale, camera.scale, 1.0
        self._context.set_pixel(1 / camera.scale)
        self.labels.set_camera(camera)

    def set_palette(self, palette: Palette) -> None:
        """Change all colours except those of the names."""
        self._palette = palette
        self._ground_color.rgba = self._water_color.rgba = palette.board
        self._land_color.rgba = palette.land
        self._repaint()

    def show(
        self,
        tracks: Mapping[TrackId, TrackLook],
        places: Mapping[str, PlaceLook],
        trail: tuple[TrackId, ...] = (),
    ) -> None:
        """Paint the tracks, places and trail that look different from before."""
        changed_tracks = [
            track
            for track, look in tracks.items()
            if track not in self._tracks or self._tracks[track][0] != look
        ]
        changed_places = [
            place
            for place, look in places.items()
            if place not in self._places or self._places[place][0] != look
        ]
        for track in changed_tracks:
            self._tracks[track] = tracks[track], self._packed_track(track, tracks[track])
        for place in changed_places:
            shapes = paint_place(self.layout.dots[place], places[place], self._palette)
            self._places[place] = places[place], pack(shapes)
        if changed_tracks:
            self._update_claimed()
        trail_changed = trail != self._trail
        if trail_changed:
            self._trail = trail
            self._paint_trail()
        if changed_tracks or changed_places or trail_changed:
            layers = in_drawing_order(
                [packed for _, packed in self._tracks.values()],
                self._packed_trail,
                (packed for _, packed in self._places.values()),
            )
            self._board_mesh.show(b"".join(layers))

    def show_drag(self, shapes: Shapes) -> None:
        """Draw shapes on top of the board, below the names."""
        self._drag_mesh.show(pack(shapes))

    def _fill_outlines(self) -> None:
        drawing = self._drawing
        for group, outlines in ((self._land, drawing.land), (self._water, drawing.water)):
            group.clear()
            for mesh in outline_meshes(outlines, self.layout.point):
                group.add(mesh)

    def _packed_track(self, track: TrackId, look: TrackLook) -> TrackLayers[bytes]:
        if (track, look) not in self._packed_tracks:
            painted = paint_track(self.layout.tracks[track], look, self._palette)
            self._packed_tracks[track, look] = painted.map(pack)
        return self._packed_tracks[track, look]

    def _update_claimed(self) -> None:
        """Move names away from the markers of claimed tracks."""
        claimed = (track for track, (look, _) in self._tracks.items() if look.owner)
        self.labels.set_claimed(frozenset(claimed))
        if self._camera:
            self.labels.set_camera(self._camera)

    def _repaint(self) -> None:
        tracks = {track: look for track, (look, _) in self._tracks.items()}
        places = {place: look for place, (look, _) in self._places.items()}
        self._tracks.clear()
        self._places.clear()
        self._packed_tracks.clear()
        self._paint_trail()
        self.show(tracks, places, self._trail)

    def _paint_trail(self) -> None:
        shapes = paint_trail(*follow_trail(self.layout, self._trail), self._palette)
        self._packed_trail = pack(shapes)
