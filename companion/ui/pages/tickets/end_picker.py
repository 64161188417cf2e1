"""A board to pick the ends of tickets from: whatever is tapped, the nearest end is meant."""

from __future__ import annotations

from math import hypot

from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp

from companion.report.ticket_offers import end_at
from companion.ui.board.view import BoardView
from companion.ui.kit.events import register_events

REACH = 40
"""How far from a place a tap still means it, in dp: nothing else can be meant here."""


@register_events("on_end")
class EndPicker(BoardView):
    """Dispatches `on_end` for a city, or for a country by one of its entrances."""

    def __init__(self, **properties: object) -> None:
        self._nearest: str | None = None
        super().__init__(**properties)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Note what is near while the board is where the finger saw it."""
        if touch.grab_current is self:
            self._nearest = self._place_near(touch.x, touch.y)
        return super().on_touch_up(touch)

    def _place_near(self, x: float, y: float) -> str | None:
        near = []
        for end in self.board.ticket_ends.values():
            for place in end.places:
                at = self.on_screen(place)
                near.append((hypot(at[0] - x, at[1] - y), place))
        distance, place = min(near)
        return place if distance <= dp(REACH) else None

    def on_city(self, _: str) -> None:
        """A way station is no end: the nearest one is meant."""
        self._pick()

    def on_route(self, _: object) -> None:
        """Routes are no ends either."""
        self._pick()

    def on_background(self) -> None:
        """A city may still be near."""
        self._pick()

    def _pick(self) -> None:
        end = end_at(self.board, self._nearest) if self._nearest else None
        if end is not None:
            self.dispatch("on_end", end)
