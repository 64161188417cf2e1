"""Reads fingers on the board: a tap, a double tap, a drag that pans or connects, a pinch."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from kivy.base import EventLoop
from kivy.clock import Clock, ClockEvent
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp

from companion.drawing.board_layout import Dot
from companion.drawing.curves import Point
from companion.drawing.painting import paint_drag
from companion.drawing.palette import PLAYERS, Rgba
from companion.rules.board import Route
from companion.rules.claim_refusals import why_not_claim_route
from companion.ui.board.touching import place_at, tracks_at
from companion.ui.look.theme import theme

if TYPE_CHECKING:
    from companion.ui.board.view import BoardView

# All in dp.
STILL = 8
"""How far a finger may wander and still be tapping."""
ON_DOT = 13
"""How far from a place's middle a finger is on its dot, however small that is drawn."""
NEAR_PLACE = 20
NEAR_ROUTE = 24
"""How far from them a tap still means a place or a route."""
DOUBT = 5
"""If two routes differ by less in how near they are, either could be meant."""
NEAR_END = 28
"""How far from a city a connecting finger may be lifted."""
SAME_SPOT = 40
"""How far the second tap of a double tap may be from the first."""

WHEEL = 1.2
"""How much larger the board gets by one click of a mouse wheel."""
WHEEL_ASIDE = 60
"""How far it moves by one click of a wheel that turns sideways, or of any with Shift, in dp."""


class Fingers:
    """What the fingers on one board are doing."""

    def __init__(self, view: BoardView) -> None:
        self._view = view
        self._down: list[MotionEvent] = []
        self._from: Point = (0.0, 0.0)
        self._at: dict[int, Point] = {}
        self._moving = False
        self._second = False
        self._start: Dot | None = None
        self._ends: dict[str, tuple[str, ...]] = {}
        """The routes that may be claimed by drawing a line, by the place it ends at."""
        self._waiting: tuple[ClockEvent, Point] | None = None

    def down(self, touch: MotionEvent) -> bool:
        """A finger comes down, or a mouse wheel turns."""
        if touch.is_mouse_scrolling:
            self._wheel(touch)
            return True
        touch.grab(self._view)
        self._down.append(touch)
        self._at[touch.uid] = touch.pos
        if len(self._down) == 1:
            self._from, self._moving = touch.pos, False
            self._second = self._is_second(touch.pos)
        else:
            self._stop_connecting()
            self._moving = True
        return True

    def moved(self, touch: MotionEvent) -> bool:
        """A finger moves."""
        before, now = self._at.get(touch.uid), touch.pos
        if before is None:
            return False
        if len(self._down) > 1:
            self._pinch(touch, before)
        elif not self._moving:
            if _apart(self._from, now) < dp(STILL):
                return True
            self._moving, self._waiting = True, None
            self._start_moving(now)
        elif self._start:
            self._draw_line(now)
        else:
            self._view.pan_by(now[0] - before[0], now[1] - before[1])
        self._at[touch.uid] = now
        return True

    def up(self, touch: MotionEvent) -> bool:
        """A finger is lifted."""
        touch.ungrab(self._view)
        if touch not in self._down:
            return False
        self._down.remove(touch)
        del self._at[touch.uid]
        if self._start:
            self._finish_line(touch.pos)
        elif not self._moving:
            self._tap(touch.pos)
        return True

    # Tapping

    def _is_second(self, at: Point) -> bool:
        if self._waiting is None or _apart(self._waiting[1], at) > dp(SAME_SPOT):
            return False
        self._waiting[0].cancel()
        return True

    def _tap(self, at: Point) -> None:
        if self._second:
            self._waiting = None
            self._view.zoom_in_or_out(*at)
        elif self._view.patience:
            # What is meant is settled now, even if the board moves while a second tap may come.
            meant = self._meant(at)
            event = Clock.schedule_once(lambda _: self._say(meant), self._view.patience)
            self._waiting = event, at
        else:
            self._say(self._meant(at))

    def _say(self, meant: tuple[object, ...]) -> None:
        self._waiting = None
        self._view.dispatch(*meant)

    def _meant(self, at: Point) -> tuple[object, ...]:
        layout, camera = self._view.layout, self._view.camera
        assert layout
        point, unit = camera.to_board(at), dp(1) / camera.scale
        dots = layout.dots.values()
        on_dot = place_at(dots, point, ON_DOT * 0.75 * unit)
        if on_dot:
            return "on_city", on_dot.place.id
        tracks = tracks_at(layout, point, NEAR_ROUTE * unit, DOUBT * unit)
        near = place_at(dots, point, NEAR_PLACE * unit)
        if near and not tracks:
            return "on_city", near.place.id
        return ("on_route", tracks) if tracks else ("on_background",)

    # Moving the board

    def _wheel(self, touch: MotionEvent) -> None:
        # Kivy names the wheel's buttons by where the page would go.
        button = touch.button
        if "shift" in EventLoop.window.modifiers:
            button = {"scrollup": "scrollleft", "scrolldown": "scrollright"}.get(button, button)
        if button in ("scrolldown", "scrollup"):
            self._view.zoom_at(touch.x, touch.y, WHEEL if button == "scrolldown" else 1 / WHEEL)
        else:
            self._view.pan_by(dp(WHEEL_ASIDE) * (1 if button == "scrollright" else -1), 0)

    def _pinch(self, touch: MotionEvent, before: Point) -> None:
        other = next(self._at[finger.uid] for finger in self._down if finger is not touch)
        now = touch.pos
        spread = _apart(other, now) / max(_apart(other, before), 1)
        middle = (before[0] + other[0]) / 2, (before[1] + other[1]) / 2
        self._view.zoom_at(middle[0], middle[1], spread)
        self._view.pan_by((now[0] - before[0]) / 2, (now[1] - before[1]) / 2)

    # Connecting two places

    def _start_moving(self, now: Point) -> None:
        view = self._view
        assert view.layout
        at, unit = view.camera.to_board(self._from), dp(1) / view.camera.scale
        start = place_at(view.layout.dots.values(), at, ON_DOT * unit)
        if start and view.state is not None and view.player is not None:
            self._start = start
            self._ends = self._legal_ends(start.place.id)
            self._draw_line(now)
        else:
            view.pan_by(now[0] - self._from[0], now[1] - self._from[1])

    def _legal_ends(self, start: str) -> dict[str, tuple[str, ...]]:
        ends: dict[str, tuple[str, ...]] = {}
        for route in self._routes_at(start):
            if why_not_claim_route(self._view.state, self._view.player, route) is None:
                end = route.other_end(start)
                ends[end] = (*ends.get(end, ()), route.id)
        return ends

    def _place_under(self, at: Point) -> Dot | None:
        """The place a line would end at; whatever is nearest, so that no other can be meant."""
        view = self._view
        assert view.layout
        if not view.collide_point(*at):
            return None
        reach = NEAR_END * dp(1) / view.camera.scale
        return place_at(view.layout.dots.values(), view.camera.to_board(at), reach)

    def _draw_line(self, now: Point) -> None:
        view = self._view
        assert self._start
        assert view.layout
        under = self._place_under(now)
        view.show_drag(
            paint_drag(
                self._start,
                view.camera.to_board(now),
                [view.layout.dots[end] for end in self._ends],
                under if under and under.place.id in self._ends else None,
                self._player_color(),
                theme.palette,
            )
        )

    def _finish_line(self, at: Point) -> None:
        start, end, ends = self._start, self._place_under(at), self._ends
        self._stop_connecting()
        if start is None or end is None:
            return
        match ends.get(end.place.id, ()):
            case ():
                self._refuse(start.place.id, end.place.id)
            case (route,):
                self._view.dispatch("on_connect", route)
            case several:
                self._view.dispatch("on_route", tuple((route, 0) for route in several))

    def _refuse(self, start: str, end: str) -> None:
        view = self._view
        for route in self._routes_at(start):
            if route.other_end(start) == end:
                reason = why_not_claim_route(view.state, view.player, route)
                view.dispatch("on_connect_refused", route.id, reason)
                return

    def _routes_at(self, place: str) -> tuple[Route, ...]:
        routes: tuple[Route, ...] = self._view.board.routes_at[place]
        return routes

    def _stop_connecting(self) -> None:
        if self._start:
            self._start, self._ends = None, {}
            self._view.show_drag(b"")

    def _player_color(self) -> Rgba:
        players = self._view.state.setup.players
        return next(PLAYERS[each.color] for each in players if each.name == self._view.player)


def _apart(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
