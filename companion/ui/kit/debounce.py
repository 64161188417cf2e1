"""Ignoring accidental touches: second taps, and touches on a page that has just changed."""

from __future__ import annotations

from math import dist, inf

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp

IGNORE_TIME = 0.3
"""Seconds after a change of the page in which touches were meant for what was there before."""
DOUBLE_TAP_TIME = 0.3
"""Seconds within which a second tap counts as the first."""
DOUBLE_TAP_DISTANCE = 40
"""How far from the first tap a second one may then be, in dp."""

_ignore_until = -inf
_double_tap_until, _tap = -inf, (0.0, 0.0)


def ignore_touches() -> None:
    """Ignore all touches until `IGNORE_TIME` after the next frame, however long that takes."""
    global _ignore_until
    _ignore_until = inf
    _after_frame()


def debounce(touch: MotionEvent) -> None:
    """Ignore a second tap at the position of this one, even if another widget is there by then."""
    global _double_tap_until, _tap
    _double_tap_until, _tap = inf, _position(touch)
    _after_frame()


def reset() -> None:
    """Accept touches at once, when a new app starts."""
    global _ignore_until, _double_tap_until
    _ignore_until = _double_tap_until = -inf


def filter_touch(_: object, touch: MotionEvent) -> bool:
    """Handler of the window's `on_touch_down`: True stops the event, for touches to ignore."""
    now = Clock.get_time()
    is_near = dist(_position(touch), _tap) < dp(DOUBLE_TAP_DISTANCE)
    return bool(now < _ignore_until or (now < _double_tap_until and is_near))


def _start_timers(*_: object) -> None:
    global _ignore_until, _double_tap_until
    now = Clock.get_time()
    if _ignore_until == inf:
        _ignore_until = now + IGNORE_TIME
    if _double_tap_until == inf:
        _double_tap_until = now + DOUBLE_TAP_TIME


_after_frame = Clock.create_trigger(_start_timers)


def _position(touch: MotionEvent) -> tuple[float, float]:
    """The position in the window; `touch.pos` is relative inside a scroll view."""
    return touch.sx * Window.width, touch.sy * Window.height
