"""The drawn board as a handful of canvas instructions that are changed, never made anew."""

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
from companion.drawing.board_layout import BoardLayout, Track, walk
from companion.drawing.drawing_data import DrawingData
from companion.drawing.looks import PlaceLook, TrackLook
from companion.drawing.painting import TrackShapes, paint_place, paint_track, paint_trail
from companion.drawing.palette import Palette
from companion.ui.board.camera import Camera
from companion.ui.board.land import filled
from companion.ui.board.names import Names
from companion.ui.board.shader import ShapeContext, ShapeMesh


class BoardPicture(InstructionGroup):
    """A board within a frame: its land, its tracks and places, its names."""

    def __init__(self, layout: BoardLayout, facts: DrawingData, palette: Palette) -> None:
        super().__init__()
        self.layout = layout
        self.names = Names()
        """Empty until they are written."""
        self._facts = facts
        self._camera: Camera | None = None
        self._palette = palette
        self._tracks: dict[Track, tuple[TrackLook, TrackShapes]] = {}
        self._places: dict[str, tuple[PlaceLook, bytes]] = {}
        self._painted: dict[tuple[Track, TrackLook], TrackShapes] = {}
        self._trail: tuple[Track, ...] = ()
        self._trail_shapes = b""
        self._ground_color, self._water_color = Color(*palette.board), Color(*palette.board)
        self._land_color = Color(*palette.land)
        self._land, self._water = InstructionGroup(), InstructionGroup()
        self._ground, self._mask, self._unmask = Rectangle(), Rectangle(), Rectangle()
        self._moved, self._scaled = Translate(), Scale(1.0)
        self._context = ShapeContext()
        self._shapes, self._drag = ShapeMesh(), ShapeMesh()
        self._context.add(self._shapes)
        self._context.add(self._drag)
        for instruction in (
            self._ground_color,
            self._ground,
            StencilPush(),
            self._mask,
            StencilUse(),
            PushMatrix(),
            self._moved,
            self._scaled,
            self._land_color,
            self._land,
            self._water_color,
            self._water,
            self._context,
            PopMatrix(),
            self.names,
            StencilUnUse(),
            self._unmask,
            StencilPop(),
        ):
            self.add(instruction)
        self._lay_land()

    def lay(self, layout: BoardLayout) -> None:
        """Draw the same board as seen from another seat."""
        self.layout = layout
        self._lay_land()
        self._repaint()

    def _lay_land(self) -> None:
        for group, outlines in ((self._land, self._facts.land), (self._water, self._facts.water)):
            group.clear()
            for mesh in filled(outlines, self.layout.point):
                group.add(mesh)

    def frame(self, area: Area) -> None:
        """Set the part of the screen the picture may cover."""
        for rectangle in (self._ground, self._mask, self._unmask):
            rectangle.pos, rectangle.size = (area.left, area.bottom), (area.width, area.height)

    def aim(self, camera: Camera) -> None:
        """Show the board as the camera sees it."""
        self._camera = camera
        self._moved.xy = camera.x, camera.y
        self._scaled.xyz = camera.scale, camera.scale, 1.0
        self._context.set_pixel(1 / camera.scale)
        self.names.aim(camera)

    def dress(self, palette: Palette) -> None:
        """Change the colours of everything but the names."""
        self._palette = palette
        self._ground_color.rgba = self._water_color.rgba = palette.board
        self._land_color.rgba = palette.land
        self._repaint()

    def show(
        self,
        tracks: Mapping[Track, TrackLook],
        places: Mapping[str, PlaceLook],
        trail: tuple[Track, ...] = (),
    ) -> None:
        """Paint what looks different from before, and a walk along some tracks."""
        changed = [track for track, look in tracks.items() if self._track_look(track) != look]
        moved = [place for place, look in places.items() if self._place_look(place) != look]
        for track in changed:
            self._tracks[track] = tracks[track], self._painted_track(track, tracks[track])
        for place in moved:
            dot, place_look = self.layout.dots[place], places[place]
            self._places[place] = place_look, paint_place(dot, place_look, self._palette)
        if changed:
            self._give_way()
        walked = trail != self._trail
        if walked:
            self._trail = trail
            self._trail_shapes = self._paint_trail()
        if changed or moved or walked:
            painted = [shapes for _, shapes in self._tracks.values()]
            self._shapes.show(
                b"".join(
                    [
                        *(shapes.under for shapes in painted),
                        *(shapes.free for shapes in painted),
                        *(shapes.claimed for shapes in painted),
                        self._trail_shapes,
                        *(shapes.over for shapes in painted),
                        *(shapes for _, shapes in self._places.values()),
                    ]
                )
            )

    def _painted_track(self, track: Track, look: TrackLook) -> TrackShapes:
        """A track's shapes, kept: what steps back for a sheet comes forward again as it was."""
        if (track, look) not in self._painted:
            laid = self.layout.tracks[track]
            self._painted[track, look] = paint_track(laid, look, self._palette)
        return self._painted[track, look]

    def _give_way(self) -> None:
        """Let no name hide who has a track."""
        claimed = (track for track, (look, _) in self._tracks.items() if look.owner)
        self.names.give_way(frozenset(claimed))
        if self._camera:
            self.names.aim(self._camera)

    def _repaint(self) -> None:
        tracks = {track: look for track, (look, _) in self._tracks.items()}
        places = {place: look for place, (look, _) in self._places.items()}
        self._tracks.clear()
        self._places.clear()
        self._painted.clear()
        self._trail_shapes = self._paint_trail()
        self.show(tracks, places, self._trail)

    def _paint_trail(self) -> bytes:
        if not self._trail:
            return b""
        return paint_trail(*walk(self.layout, self._trail), self._palette)

    def show_drag(self, shapes: bytes) -> None:
        """Draw this on top of the board, under the names."""
        self._drag.show(shapes)

    def _track_look(self, track: Track) -> TrackLook | None:
        return self._tracks[track][0] if track in self._tracks else None

    def _place_look(self, place: str) -> PlaceLook | None:
        return self._places[place][0] if place in self._places else None
