"""The names of places on the screen: text with a halo, the same size at every zoom."""

from __future__ import annotations

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, Rectangle, Translate
from kivy.metrics import dp

from companion.drawing.area import Area
from companion.drawing.board_layout import BoardLayout
from companion.drawing.camera import Camera
from companion.drawing.highlight import TrackId
from companion.drawing.label_placement import Label, LabelPlan
from companion.drawing.palette import Palette


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
            dot.place.id: _render(dot.place.name, palette, font_size)
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

    def areas(self) -> dict[str, Area]:
        """The area of each shown name by place id, in the coordinates of the board's widget."""
        dx, dy = self._offset.xy
        areas = {}
        for label in self._labels:
            (x, y), (width, height) = self._rectangles[label.dot.place.id].pos, label.size
            areas[label.dot.place.id] = Area(x + dx, y + dy, x + dx + width, y + dy + height)
        return areas


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
