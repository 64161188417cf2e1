"""The names of places on the screen: crisp text with a halo, the same size at every zoom."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.core.text import Label as Text
from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, Rectangle, Translate
from kivy.metrics import dp

from companion.drawing.area import Area
from companion.drawing.board_layout import BoardLayout, Track
from companion.drawing.label_placement import Label
from companion.drawing.label_plan import LabelPlan
from companion.drawing.palette import Palette
from companion.ui.board.camera import Camera

_AT_ONCE = 8
"""For how many names a place is found between two frames."""


class Names(InstructionGroup):
    """The names that have room, moved as one when the board is."""

    def __init__(self) -> None:
        super().__init__()
        self._moved = Translate()
        self._shown = InstructionGroup()
        for instruction in (PushMatrix(), self._moved, Color(), self._shown, PopMatrix()):
            self.add(instruction)
        self._texts: dict[str, Text] = {}
        """Kept because they write themselves again when a phone loses its textures."""
        self._pictures: dict[str, Rectangle] = {}
        self._written: tuple[str, Palette, float] | None = None
        self._plan: LabelPlan | None = None
        self._labels: tuple[Label, ...] = ()
        self._claimed: frozenset[Track] = frozenset()
        self._scale = 0.0
        self._overview = 1.0
        self._find_places = Clock.create_trigger(self._go_on)

    def begin_at(self, scale: float) -> None:
        """Say at which scale the whole board is seen, which should have room for many names."""
        self._overview = scale
        self._forget()
        if self._plan:
            self._plan.begin_at(scale)

    def write(self, layout: BoardLayout, palette: Palette, font_size: float) -> None:
        """Show a board's names, drawn anew for other colours or another text size."""
        written = layout.board.id, palette, font_size
        if written != self._written:
            self._written = written
            self._texts = {
                dot.place.id: _text(dot.place.name, palette, font_size)
                for dot in layout.dots.values()
                if dot.place.kind != "way_station"
            }
            self._pictures = {
                place: Rectangle(texture=text.texture, size=text.texture.size)
                for place, text in self._texts.items()
            }
        sizes = {place: picture.size for place, picture in self._pictures.items()}
        if self._plan is None or not self._plan.fits(layout, sizes):
            self._plan = LabelPlan(layout, sizes, gap=-dp(0.5))
            self._plan.begin_at(self._overview)
        self._forget()

    def give_way(self, claimed: frozenset[Track]) -> None:
        """Leave the markers of these tracks free from the next time the names are aimed."""
        if claimed != self._claimed:
            self._claimed = claimed
            self._scale = 0.0

    def aim(self, camera: Camera) -> None:
        """Put the names where their places are now."""
        self._moved.xy = round(camera.x), round(camera.y)
        if self._plan is None or camera.scale == self._scale:
            return
        self._scale = camera.scale
        if not self._labels or self._plan.work_on(camera.scale, 0):
            self._show(self._plan.at(camera.scale, self._claimed))
        else:
            # Fingers are quicker: until all names have found their place, the old ones do.
            self._find_places()
        for label in self._labels:
            area = label.area(camera.scale)
            self._pictures[label.dot.place.id].pos = round(area.left), round(area.bottom)

    def _show(self, labels: tuple[Label, ...]) -> None:
        if labels is not self._labels:
            self._labels = labels
            self._shown.clear()
            for label in labels:
                self._shown.add(self._pictures[label.dot.place.id])

    def _forget(self) -> None:
        """Show none until they are aimed: where they were is somewhere else now."""
        self._labels, self._scale = (), 0.0
        self._shown.clear()

    def _go_on(self, *_: object) -> None:
        """Find places for a few names, so that no frame has to wait for all of them."""
        if self._plan is None or not self._scale:
            return
        if self._plan.work_on(self._scale, _AT_ONCE):
            (x, y), scale = self._moved.xy, self._scale
            self._scale = 0.0
            self.aim(Camera(scale, x, y))
        else:
            self._find_places()

    def areas(self) -> dict[str, Area]:
        """Where each name stands that is shown, in the board's widget's coordinates."""
        dx, dy = self._moved.xy
        areas = {}
        for label in self._labels:
            (x, y), (width, height) = self._pictures[label.dot.place.id].pos, label.size
            areas[label.dot.place.id] = Area(x + dx, y + dy, x + dx + width, y + dy + height)
        return areas


def _text(name: str, palette: Palette, font_size: float) -> Text:
    text = Text(
        text=name,
        font_size=font_size,
        bold=True,
        color=palette.text,
        outline_width=dp(1.5),
        outline_color=palette.label_halo[:3],
    )
    text.refresh()
    return text
