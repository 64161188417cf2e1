"""The players of a game that is about to begin, in an order that a finger can change."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.animation import Animation
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.layout import Layout

from companion.ui.kit.events import register_events
from companion.ui.kivy_compat import layout_trigger

if TYPE_CHECKING:
    from companion.ui.pages.new_game.player_row import PlayerRow

GLIDE = 0.12
"""Seconds a row takes to make room for another."""


@register_events("on_order")
class PlayerList(Layout):
    """Rows below each other; one is carried while a finger holds its handle."""

    spacing = NumericProperty(dp(8))
    carried = ObjectProperty(None, allownone=True)
    """The row under the finger."""

    def __init__(self, **properties: object) -> None:
        super().__init__(size_hint_y=None, **properties)
        self.rows: list[PlayerRow] = []
        """In turn order."""
        self._grip = 0.0
        for name in ("children", "pos", "size"):
            self.fbind(name, layout_trigger(self))

    def count_to(self, count: int, made: Callable[[], PlayerRow]) -> None:
        """Have that many rows, making what is missing and letting go what is too much."""
        while len(self.rows) > count:
            self.remove_widget(self.rows.pop())
        while len(self.rows) < count:
            row = made()
            row.bind(height=layout_trigger(self))
            self.rows.append(row)
            self.add_widget(row)

    def do_layout(self, *_: object) -> None:
        """Put every row where it belongs, but for the one that is carried."""
        self.height = sum(row.height + self.spacing for row in self.rows) - self.spacing
        for row, top in self._places():
            row.width, row.x = self.width, self.x
            if row is not self.carried:
                row.top = top

    def _places(self) -> list[tuple[PlayerRow, float]]:
        top, places = self.top, []
        for row in self.rows:
            places.append((row, top))
            top -= row.height + self.spacing
        return places

    def take(self, touch: MotionEvent) -> bool:
        """Lift the row whose handle was touched, if one was.

        Whoever holds the list asks before anything else does: a scroll view would take the finger
        for one that wants to scroll.
        """
        for row in self.rows:
            handle = row.ids.handle
            if self.carried is None and handle.collide_point(*handle.to_widget(*touch.pos)):
                touch.grab(self)
                self.carried, row.lifted = row, True
                # What is drawn last lies on top.
                self.remove_widget(row)
                self.add_widget(row)
                self._grip = row.center_y - handle.to_widget(*touch.pos)[1]
                return True
        return False

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Carry the row, and let the others make room."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        row = self.carried
        lowest, highest = self.y + row.height / 2, self.top - row.height / 2
        row.center_y = min(highest, max(lowest, touch.y + self._grip))
        tops = [top for _, top in self._places()]
        place = min(range(len(tops)), key=lambda place: abs(tops[place] - row.top))
        if self.rows.index(row) != place:
            self.rows.remove(row)
            self.rows.insert(place, row)
            for each, top in self._places():
                if each is not row:
                    Animation.cancel_all(each, "top")
                    Animation(top=top, duration=GLIDE, transition="out_quad").start(each)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Put the row down where it is."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        row, self.carried = self.carried, None
        row.lifted = False
        layout_trigger(self)()
        self.dispatch("on_order")
        return True
