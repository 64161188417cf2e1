"""Recognises gestures on the board: tap, double tap, pan, pinch, and a drag between two places."""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING

from kivy.base import EventLoop
from kivy.clock import Clock, ClockEvent
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp

from companion.drawing.board_layout import Dot
from companion.drawing.geometry import Point
from companion.drawing.hit_test import place_at, tracks_at
from companion.drawing.painting import paint_drag
from companion.drawing.palette import PLAYERS
from companion.rules.claims import why_not_claim_route
from companion.ui.look.theme import theme

if TYPE_CHECKING:
    from companion.ui.board.view import BoardView

# Distances in dp.
TAP_SLOP = 8
"""How far a finger may move during a tap."""
DOT_REACH = 13
"""The distance from a place's center at which a drag starts on it, however small the dot is."""
PLACE_REACH = 20
ROUTE_REACH = 24
"""The distance at which a tap still counts for a place or a route."""
PICK_REACH = 40
"""The distance at which a tap counts for a place if nothing else can be meant."""
ROUTE_TOLERANCE = 5
"""If two routes differ by less in their distance from a tap, both are reported."""
DRAG_END_REACH = 28
"""The distance from a place at which a drag may end."""
DOUBLE_TAP_REACH = 40
"""The distance of the second tap of a double tap from the first."""
WHEEL_PAN = 60
"""How far one step of a sideways mouse wheel, or of any wheel with Shift, pans."""

WHEEL_ZOOM = 1.2
"""The zoom factor of one step of the mouse wheel."""


class BoardGestures:
    """The touches on one board view, and the gesture they make."""

    def __init__(self, view: BoardView) -> None:
        self._view = view
        self._touches: list[MotionEvent] = []
        self._moving = False
        self._second_tap = False
        self._drag_start: Dot | None = None
        self._drag_routes: dict[str, tuple[str, ...]] = {}
        """The routes that may be claimed by the current drag, by the place it ends at."""
        self._pending_tap: tuple[ClockEvent, Point] | None = None
        """A tap that waits for a second one, and its position."""

    def touch_down(self, touch: MotionEvent) -> bool:
        """Handle a new touch or a turn of the mouse wheel."""
        if touch.is_mouse_scrolling:
            self._wheel(touch)
            return True
        touch.grab(self._view)
        self._touches.append(touch)
        if len(self._touches) == 1:
            self._moving = False
            self._second_tap = self._is_second_tap(touch.pos)
        else:
            self._cancel_drag()
            self._moving = True
        return True

    def touch_move(self, touch: MotionEvent) -> bool:
        """Handle the movement of a touch."""
        if touch not in self._touches:
            return False
        if len(self._touches) > 1:
            self._pinch(touch)
        elif not self._moving:
            if dist(touch.opos, touch.pos) >= dp(TAP_SLOP):
                self._moving, self._pending_tap = True, None
                self._start_drag_or_pan(touch)
        elif self._drag_start:
            self._show_drag(touch.pos)
        else:
            self._view.pan_by(touch.dx, touch.dy)
        return True

    def touch_up(self, touch: MotionEvent) -> bool:
        """Handle the end of a touch."""
        touch.ungrab(self._view)
        if touch not in self._touches:
            return False
        self._touches.remove(touch)
        if self._drag_start:
            self._finish_drag(touch.pos)
        elif not self._moving:
            self._tap(touch.pos)
        return True

    # Tap and double tap

    def _is_second_tap(self, point: Point) -> bool:
        tap = self._pending_tap
        if tap is None or dist(tap[1], point) > dp(DOUBLE_TAP_REACH):
            return False
        tap[0].cancel()
        return True

    def _tap(self, point: Point) -> None:
        if self._second_tap:
            self._pending_tap = None
            self._view.zoom_in_or_out(*point)
        elif self._view.double_tap_time:
            # Hit-tested now, because the board may move before the event is dispatched.
            event = self._event_at(point)
            delayed = Clock.schedule_once(
                lambda _: self._dispatch(event), self._view.double_tap_time
            )
            self._pending_tap = delayed, point
        else:
            self._dispatch(self._event_at(point))

    def _dispatch(self, event: tuple[object, ...]) -> None:
        self._pending_tap = None
        self._view.dispatch(*event)

    def _event_at(self, point: Point) -> tuple[object, ...]:
        """The name and the arguments of the event for a tap at a point."""
        layout, camera = self._view.layout, self._view.camera
        assert layout
        at, unit = camera.to_board(point), dp(1) / camera.scale
        places = self._view.places_to_pick
        if places is not None:
            picked = place_at((layout.dots[each] for each in places), at, PICK_REACH * unit)
            return ("on_city", picked.place.id) if picked else ("on_background",)
        tracks = tracks_at(layout, at, ROUTE_REACH * unit, ROUTE_TOLERANCE * unit)
        reach = (DOT_REACH * 0.75 if tracks else PLACE_REACH) * unit
        place = place_at(layout.dots.values(), at, reach)
        if place:
            return "on_city", place.place.id
        return ("on_route", tracks) if tracks else ("on_background",)

    # Pan and zoom

    def _wheel(self, touch: MotionEvent) -> None:
        # Kivy names the wheel's buttons by the direction in which the page would move.
        button = touch.button
        if "shift" in EventLoop.window.modifiers:
            button = {"scrollup": "scrollleft", "scrolldown": "scrollright"}.get(button, button)
        if button in ("scrolldown", "scrollup"):
            factor = WHEEL_ZOOM if button == "scrolldown" else 1 / WHEEL_ZOOM
            self._view.zoom_at(touch.x, touch.y, factor)
        else:
            self._view.pan_by(dp(WHEEL_PAN) * (1 if button == "scrollright" else -1), 0)

    def _pinch(self, touch: MotionEvent) -> None:
        # Only the touch that is dispatched has coordinates of the view.
        finger = next(each for each in self._touches if each is not touch)
        other, before = self._view.to_widget(*finger.pos), touch.ppos
        factor = dist(other, touch.pos) / max(dist(other, before), 1)
        middle = (before[0] + other[0]) / 2, (before[1] + other[1]) / 2
        self._view.zoom_at(middle[0], middle[1], factor)
        self._view.pan_by(touch.dx / 2, touch.dy / 2)

    # Drag between two places

    def _start_drag_or_pan(self, touch: MotionEvent) -> None:
        view = self._view
        assert view.layout
        at, unit = view.camera.to_board(touch.opos), dp(1) / view.camera.scale
        start = place_at(view.layout.dots.values(), at, DOT_REACH * unit)
        if start and view.state is not None and view.player is not None:
            self._drag_start = start
            self._drag_routes = self._claimable_routes(start.place.id)
            self._show_drag(touch.pos)
        else:
            view.pan_by(touch.x - touch.ox, touch.y - touch.oy)

    def _claimable_routes(self, start: str) -> dict[str, tuple[str, ...]]:
        """The routes from a place that the player may claim, by their other end."""
        routes: dict[str, tuple[str, ...]] = {}
        for route in self._view.board.routes_at[start]:
            if why_not_claim_route(self._view.state, self._view.player, route) is None:
                end = route.other_end(start)
                routes[end] = (*routes.get(end, ()), route.id)
        return routes

    def _drag_target(self, point: Point) -> Dot | None:
        """The place at which a drag would end.

        The nearest of all places, not only of the legal ones: else a drag to a place that is not
        legal would claim the route to its neighbour.
        """
        view = self._view
        assert view.layout
        if not view.collide_point(*point):
            return None
        reach = DRAG_END_REACH * dp(1) / view.camera.scale
        return place_at(view.layout.dots.values(), view.camera.to_board(point), reach)

    def _show_drag(self, now: Point) -> None:
        view = self._view
        assert self._drag_start
        assert view.layout
        target = self._drag_target(now)
        view.show_overlay(
            paint_drag(
                self._drag_start,
                view.camera.to_board(now),
                [view.layout.dots[end] for end in self._drag_routes],
                target if target and target.place.id in self._drag_routes else None,
                PLAYERS[view.state.setup.colors[view.player]],
                theme.palette,
            )
        )

    def _finish_drag(self, point: Point) -> None:
        start, end, routes = self._drag_start, self._drag_target(point), self._drag_routes
        self._cancel_drag()
        if start is None or end is None:
            return
        match routes.get(end.place.id, ()):
            case ():
                self._refuse(start.place.id, end.place.id)
            case (route,):
                self._view.dispatch("on_connect", route)
            case several:
                self._view.dispatch("on_route", tuple((route, 0) for route in several))

    def _refuse(self, start: str, end: str) -> None:
        view = self._view
        for route in self._view.board.routes_at[start]:
            if route.other_end(start) == end:
                reason = why_not_claim_route(view.state, view.player, route)
                view.dispatch("on_connect_refused", route.id, reason)
                return

    def _cancel_drag(self) -> None:
        if self._drag_start:
            self._drag_start, self._drag_routes = None, {}
            self._view.show_overlay(())
