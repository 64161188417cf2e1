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

_until = -inf
"""When touches are accepted again; infinite until the next frame."""
_tap: tuple[float, float] | None = None
"""The tap near which touches are ignored; None to ignore them everywhere."""


def ignore_touches() -> None:
    """Ignore all touches until `IGNORE_TIME` after the next frame, however long that takes."""
    _ignore(None)


def debounce(touch: MotionEvent) -> None:
    """Ignore a second tap at the position of this one, whatever is there by then."""
    _ignore(_position(touch))


def reset() -> None:
    """Accept touches at once, when a new app starts."""
    global _until
    _until = -inf


def filter_touch(_: object, touch: MotionEvent) -> bool:
    """Handler of the window's `on_touch_down`: True stops the event, for touches to ignore."""
    is_near = _tap is None or dist(_position(touch), _tap) < dp(NEAR)
    return Clock.get_time() < _until and is_near


def _ignore(tap: tuple[float, float] | None) -> None:
    global _until, _tap
    _until, _tap = inf, tap
    _after_frame()


def _start_timer(*_: object) -> None:
    global _until
    if _until == inf:
        _until = Clock.get_time() + IGNORE_TIME


_after_frame = Clock.create_trigger(_start_timer)


def _position(touch: MotionEvent) -> tuple[float, float]:
    """The position in the window; `touch.pos` is relative inside a scroll view."""
    return touch.sx * Window.width, touch.sy * Window.height
