"""Reads fingers on the board: a tap, a double tap, a drag that pans or connects, a pinch."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from kivy.clock import Clock, ClockEvent
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp

from companion.rules.offers import why_not_claim
from companion.ui.board.curves import Point
from companion.ui.board.layout import Dot
from companion.ui.board.painting import paint_drag
from companion.ui.board.touching import place_at, tracks_at
from companion.ui.look.palette import PLAYERS, Rgba
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
        self._ends: dict[str, Dot] = {}
        """The places a line may be drawn to, by the route that leads there."""
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
        factor = {"scrolldown": WHEEL, "scrollup": 1 / WHEEL}.get(touch.button)
        if factor:
            self._view.zoom_at(touch.x, touch.y, factor)

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
        self._ends = self._legal_ends(start) if start else {}
        if start and self._ends:
            self._start = start
            self._draw_line(now)
        else:
            view.pan_by(now[0] - self._from[0], now[1] - self._from[1])

    def _legal_ends(self, start: Dot) -> dict[str, Dot]:
        view, place = self._view, start.place.id
        if view.state is None or view.player is None or not view.layout:
            return {}
        return {
            route.id: view.layout.dots[route.other_end(place)]
            for route in view.board.routes_at[place]
            if any(
                why_not_claim(view.state, view.player, route, track) is None
                for track in range(len(route.tracks))
            )
        }

    def _end_at(self, at: Point) -> Dot | None:
        camera = self._view.camera
        assert self._start
        near = place_at(
            (self._start, *self._ends.values()),
            camera.to_board(at),
            NEAR_END * dp(1) / camera.scale,
        )
        return None if near is self._start else near

    def _draw_line(self, now: Point) -> None:
        assert self._start
        view = self._view
        view.show_drag(
            paint_drag(
                self._start,
                view.camera.to_board(now),
                self._ends.values(),
                self._end_at(now),
                self._player_color(),
                theme.palette,
            )
        )

    def _finish_line(self, at: Point) -> None:
        end = self._end_at(at)
        route = next((route for route, dot in self._ends.items() if dot is end), None)
        self._stop_connecting()
        if route is not None:
            self._view.dispatch("on_connect", route)

    def _stop_connecting(self) -> None:
        if self._start:
            self._start, self._ends = None, {}
            self._view.show_drag(b"")

    def _player_color(self) -> Rgba:
        players = self._view.state.setup.players
        return next(PLAYERS[each.color] for each in players if each.name == self._view.player)


def _apart(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
