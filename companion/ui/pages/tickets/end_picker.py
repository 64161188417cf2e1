"""A board on which a tap picks the nearest end of a ticket."""

from __future__ import annotations

from math import hypot

from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp

from companion.report.ticket_search import ticket_end_at
from companion.ui.board.view import BoardView
from companion.ui.kit.events import register_events

REACH = 40
"""The distance from a place at which a tap picks it, in dp: large, as nothing else can be meant."""


@register_events("on_end")
class EndPicker(BoardView):
    """Dispatches `on_end` with a city, or with a country if one of its entrances is tapped."""

    def __init__(self, **properties: object) -> None:
        self._nearest: str | None = None
        super().__init__(**properties)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Remember the nearest place now: the tap is dispatched later, when the board may move."""
        if touch.grab_current is self:
            self._nearest = self._nearest_place(touch.x, touch.y)
        return super().on_touch_up(touch)

    def _nearest_place(self, x: float, y: float) -> str | None:
        distances = []
        for end in self.board.ticket_ends.values():
            for place in end.places:
                place_x, place_y = self.place_on_screen(place)
                distances.append((hypot(place_x - x, place_y - y), place))
        distance, place = min(distances)
        return place if distance <= dp(REACH) else None

    def on_city(self, _: str) -> None:
        """Pick the nearest end, because a way station is no end."""
        self._pick()

    def on_route(self, _: object) -> None:
        """Pick the nearest end, because a route is no end."""
        self._pick()

    def on_background(self) -> None:
        """Pick an end that is near enough."""
        self._pick()

    def _pick(self) -> None:
        end = ticket_end_at(self.board, self._nearest) if self._nearest else None
        if end is not None:
            self.dispatch("on_end", end)
