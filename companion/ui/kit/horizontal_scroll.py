"""What slides sideways on a page that scrolls up and down."""

from __future__ import annotations

from kivy.input.motionevent import MotionEvent
from kivy.uix.scrollview import ScrollView

from companion.ui.look.kv import load

_SIDEWAYS = {"scrollup": "scrollleft", "scrolldown": "scrollright"}
"""A mouse has one wheel: rolled on, it slides on."""


class HorizontalScroll(ScrollView):
    """Takes fingers that move sideways; the page around it has the others, and what is too much."""

    def on_scroll_start(self, touch: MotionEvent, check_children: bool = True) -> bool:
        """Slide by the wheel as well, as far as there is something to see."""
        button = getattr(touch, "button", None)
        if button not in _SIDEWAYS:
            return bool(super().on_scroll_start(touch, check_children))
        if self.children and self.children[0].width <= self.width:
            return False
        touch.button = _SIDEWAYS[button]
        try:
            return bool(super().on_scroll_start(touch, check_children))
        finally:
            touch.button = button

    def on_scroll_move(self, touch: MotionEvent) -> bool:
        """Leave a finger that goes up or down to the page."""
        finger = touch.ud.get(self._get_uid())
        if finger is None:
            return bool(super().on_scroll_move(touch))
        across, along = abs(touch.x - touch.ox), abs(touch.y - touch.oy)
        if finger["mode"] == "unknown" and along > max(across, self.scroll_distance):
            # It will not be taken for a tap that only waits for the finger to be lifted, either.
            self._touch, touch.ud[self._get_uid("svavoid")] = None, True
            return False
        super().on_scroll_move(touch)
        return True


load("kit/horizontal_scroll")
