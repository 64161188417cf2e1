"""A horizontal scroll view inside a page that scrolls vertically."""

from __future__ import annotations

from kivy.input.motionevent import MotionEvent
from kivy.uix.scrollview import ScrollView

from companion.ui.kivy_compat import abandon_touch, scroll_state
from companion.ui.look.kv import load

_HORIZONTAL = {"scrollup": "scrollleft", "scrolldown": "scrollright"}
"""A mouse has one wheel: here it scrolls horizontally."""


class HorizontalScroll(ScrollView):
    """Takes horizontal drags and the mouse wheel; vertical drags scroll the page around it."""

    def on_scroll_start(self, touch: MotionEvent, check_children: bool = True) -> bool:
        """Scroll horizontally by the mouse wheel, unless all content is visible."""
        button = getattr(touch, "button", None)
        if button not in _HORIZONTAL:
            return bool(super().on_scroll_start(touch, check_children))
        if self.children and self.children[0].width <= self.width:
            return False
        touch.button = _HORIZONTAL[button]
        try:
            return bool(super().on_scroll_start(touch, check_children))
        finally:
            touch.button = button

    def on_scroll_move(self, touch: MotionEvent) -> bool:
        """Leave a vertical drag to the page."""
        state = scroll_state(self, touch)
        if state is None:
            return bool(super().on_scroll_move(touch))
        dx, dy = abs(touch.x - touch.ox), abs(touch.y - touch.oy)
        if state["mode"] == "unknown" and dy > max(dx, self.scroll_distance):
            abandon_touch(self, touch)
            return False
        super().on_scroll_move(touch)
        return True


load("kit/horizontal_scroll")
