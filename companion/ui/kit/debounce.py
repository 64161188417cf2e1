"""Ignoring touches that were meant for what was under the finger before a tap changed it.

A tap that closes a sheet or leaves a page ignores all touches for a moment. Any other tap ignores a
second one at its position, unless its button keeps its place and meaning, see `Tappable.repeats`.
"""

from __future__ import annotations

from math import dist, inf

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp

IGNORE_TIME = 0.3
"""Seconds after the first frame with the new content in which touches are ignored."""
NEAR = 40
"""Distance from the first tap within which a second one is ignored, in dp."""

_ignore_until = -inf
_ignore_near_until, _tap = -inf, (0.0, 0.0)


def ignore_touches() -> None:
    """Ignore all touches until `IGNORE_TIME` after the next frame, however long that takes."""
    global _ignore_until
    _ignore_until = inf
    _after_frame()


def debounce(touch: MotionEvent) -> None:
    """Ignore a second tap at the position of this one, whatever is there by then."""
    global _ignore_near_until, _tap
    _ignore_near_until, _tap = inf, _position(touch)
    _after_frame()


def reset() -> None:
    """Accept touches at once, when a new app starts."""
    global _ignore_until, _ignore_near_until
    _ignore_until = _ignore_near_until = -inf


def filter_touch(_: object, touch: MotionEvent) -> bool:
    """Handler of the window's `on_touch_down`: True stops the event, for touches to ignore."""
    now = Clock.get_time()
    is_near = dist(_position(touch), _tap) < dp(NEAR)
    return bool(now < _ignore_until or (now < _ignore_near_until and is_near))


def _start_timers(*_: object) -> None:
    global _ignore_until, _ignore_near_until
    end = Clock.get_time() + IGNORE_TIME
    if _ignore_until == inf:
        _ignore_until = end
    if _ignore_near_until == inf:
        _ignore_near_until = end


_after_frame = Clock.create_trigger(_start_timers)


def _position(touch: MotionEvent) -> tuple[float, float]:
    """The position in the window; `touch.pos` is relative inside a scroll view."""
    return touch.sx * Window.width, touch.sy * Window.height
