"""The players' rows of the New game page, which can be reordered by dragging."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.animation import Animation
from kivy.input.motionevent import MotionEvent
from kivy.properties import ObjectProperty
from kivy.uix.layout import Layout

from companion.ui.kit.events import register_events
from companion.ui.kivy_compat import layout_trigger

if TYPE_CHECKING:
    from companion.ui.pages.new_game.player_row import PlayerRow

MOVE_TIME = 0.12
"""Seconds of the animation of a row that makes room."""


@register_events("on_reorder")
class PlayerList(Layout):
    """Rows below each other; dragging a row's handle moves it."""

    dragged_row = ObjectProperty(None, allownone=True)
    """The row under the finger."""

    def __init__(self, **properties: object) -> None:
        super().__init__(size_hint_y=None, **properties)
        self.rows: list[PlayerRow] = []
        """In turn order."""
        self._touch_offset = 0.0
        for name in ("children", "pos", "size"):
            self.fbind(name, layout_trigger(self))

    def set_count(self, count: int, make_row: Callable[[], PlayerRow]) -> None:
        """Create or remove rows at the end; a kept row keeps the keyboard focus."""
        while len(self.rows) > count:
            self.remove_widget(self.rows.pop())
        while len(self.rows) < count:
            row = make_row()
            row.bind(height=layout_trigger(self))
            self.rows.append(row)
            self.add_widget(row)

    def do_layout(self, *_: object) -> None:
        """Place every row except the dragged one."""
        self.height = sum(row.height for row in self.rows)
        for row, top in self._tops():
            row.width, row.x = self.width, self.x
            if row is not self.dragged_row:
                row.top = top

    def _tops(self) -> list[tuple[PlayerRow, float]]:
        top, tops = self.top, []
        for row in self.rows:
            tops.append((row, top))
            top -= row.height
        return tops

    def start_drag(self, touch: MotionEvent) -> bool:
        """Start dragging the row whose handle was touched; False if none was.

        The page calls this before its scroll view, which would take the touch.
        """
        for row in self.rows:
            handle = row.ids.handle
            if self.dragged_row is None and handle.collide_point(*handle.to_widget(*touch.pos)):
                touch.grab(self)
                self.dragged_row, row.dragged = row, True
                # The last child is drawn on top.
                self.remove_widget(row)
                self.add_widget(row)
                self._touch_offset = row.center_y - handle.to_widget(*touch.pos)[1]
                return True
        return False

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Move the row with the finger and animate the others."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        row = self.dragged_row
        lowest, highest = self.y + row.height / 2, self.top - row.height / 2
        row.center_y = min(highest, max(lowest, touch.y + self._touch_offset))
        tops = [top for _, top in self._tops()]
        index = min(range(len(tops)), key=lambda index: abs(tops[index] - row.top))
        if self.rows.index(row) != index:
            self.rows.remove(row)
            self.rows.insert(index, row)
            for each, top in self._tops():
                if each is not row:
                    Animation.cancel_all(each, "top")
                    Animation(top=top, duration=MOVE_TIME, transition="out_quad").start(each)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Drop the row at its new position."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        row, self.dragged_row = self.dragged_row, None
        row.dragged = False
        layout_trigger(self)()
        self.dispatch("on_reorder")
        return True
