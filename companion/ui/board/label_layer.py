"""The names of places on the screen: text with a halo, the same size at every zoom."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, Rectangle, Translate
from kivy.metrics import dp

from companion.drawing.area import Area
from companion.drawing.board_layout import BoardLayout
from companion.drawing.camera import Camera
from companion.drawing.highlight import TrackId
from companion.drawing.label_placement import Label
from companion.drawing.label_plan import LabelPlan
from companion.drawing.palette import Palette

_NAMES_PER_FRAME = 8
"""How many names are placed between two frames after a zoom."""


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
        self._rendered: tuple[str, Palette, float] | None = None
        """Board, colours and text size the textures were rendered for."""
        self._plan: LabelPlan | None = None
        self._labels: tuple[Label, ...] = ()
        self._claimed: frozenset[TrackId] = frozenset()
        self._scale = 0.0
        self._overview_scale = 1.0
        self._place_more_later = Clock.create_trigger(self._place_more)

    def set_overview_scale(self, scale: float) -> None:
        """Set the scale at which the whole board is shown and as many names as possible fit."""
        self._overview_scale = scale
        self._clear()
        if self._plan:
            self._plan.start_steps_at(scale)

    def set_names(self, layout: BoardLayout, palette: Palette, font_size: float) -> None:
        """Render a board's names; they are shown when the camera is set next."""
        rendered = layout.board.id, palette, font_size
        if rendered != self._rendered:
            self._rendered = rendered
            self._texts = {
                dot.place.id: _render(dot.place.name, palette, font_size)
                for dot in layout.dots.values()
                if dot.place.kind != "way_station"
            }
            self._rectangles = {
                place: Rectangle(texture=text.texture, size=text.texture.size)
                for place, text in self._texts.items()
            }
        sizes = {place: rectangle.size for place, rectangle in self._rectangles.items()}
        if self._plan is None or not self._plan.is_for(layout, sizes):
            self._plan = LabelPlan(layout, sizes, gap=-dp(0.5))
            self._plan.start_steps_at(self._overview_scale)
        self._clear()

    def set_claimed(self, claimed: frozenset[TrackId]) -> None:
        """Keep the markers of these tracks visible when the camera is set next."""
        if claimed != self._claimed:
            self._claimed = claimed
            self._scale = 0.0

    def set_camera(self, camera: Camera) -> None:
        """Move the names to the positions of their places."""
        self._offset.xy = round(camera.x), round(camera.y)
        if self._plan is None or camera.scale == self._scale:
            return
        self._scale = camera.scale
        if not self._labels or self._plan.place_more(camera.scale, 0):
            self._show(self._plan.labels_at(camera.scale, self._claimed))
        else:
            # A pinch changes the scale faster than names can be placed: keep the previous ones.
            self._place_more_later()
        for label in self._labels:
            area = label.area(camera.scale)
            self._rectangles[label.dot.place.id].pos = round(area.left), round(area.bottom)

    def areas(self) -> dict[str, Area]:
        """The area of each shown name by place id, in the coordinates of the board's widget."""
        dx, dy = self._offset.xy
        areas = {}
        for label in self._labels:
            (x, y), (width, height) = self._rectangles[label.dot.place.id].pos, label.size
            areas[label.dot.place.id] = Area(x + dx, y + dy, x + dx + width, y + dy + height)
        return areas

    def _show(self, labels: tuple[Label, ...]) -> None:
        if labels is not self._labels:
            self._labels = labels
            self._shown.clear()
            for label in labels:
                self._shown.add(self._rectangles[label.dot.place.id])

    def _clear(self) -> None:
        """Show no names until the camera is set: their positions are outdated."""
        self._labels, self._scale = (), 0.0
        self._shown.clear()

    def _place_more(self, *_: object) -> None:
        """Place a few names per frame, so that no frame waits for all of them."""
        if self._plan is None or not self._scale:
            return
        if self._plan.place_more(self._scale, _NAMES_PER_FRAME):
            (x, y), scale = self._offset.xy, self._scale
            self._scale = 0.0
            self.set_camera(Camera(scale, x, y))
        else:
            self._place_more_later()


def _render(name: str, palette: Palette, font_size: float) -> CoreLabel:
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
