"""A pill above the board that offers to turn it, where it would fill the screen much better."""

from __future__ import annotations

from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, NumericProperty

from companion.ui.kit.events import register_events
from companion.ui.kit.surface import Panel
from companion.ui.look.kv import load

MUCH_LARGER = 1.35
"""How much larger the board must become to be worth an offer."""


@register_events("on_turn", "on_dismiss")
class TurnOffer(Panel):
    """Dispatches `on_turn` or `on_dismiss`."""

    shown = BooleanProperty(False)
    max_width = NumericProperty(0)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Leave touches to the board while it is hidden."""
        return bool(self.shown and super().on_touch_down(touch))


load("pages/table/turn_offer")
