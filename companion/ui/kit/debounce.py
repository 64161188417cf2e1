"""A tap means what the eye saw: what has closed or gone takes the touches that follow at once."""

from __future__ import annotations

from math import dist, inf

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp

from companion.ui.kit.safe_area import SafeArea

MUTE = 0.3
"""Seconds in which a finger cannot have seen what has come into sight."""
SAME_TAP = 0.3
"""Seconds within which a second tap counts as the first."""
SAME_SPOT = 40
"""How far from the first it may then be, in dp."""

_until = -inf
_same_until, _spot = -inf, (0.0, 0.0)


def ignore_touches() -> None:
    """Swallow touches for a moment, wherever they land.

    The moment begins when what comes into sight has been drawn, however long that takes: what is
    tapped meanwhile was meant for what has gone.
    """
    global _until
    _until = inf
    _drawn()


def debounce(touch: MotionEvent) -> None:
    """Something was tapped: a second tap there is the same one, whatever lies there by then."""
    global _same_until, _spot
    _same_until, _spot = inf, _place(touch)
    _drawn()


def _count_down(*_: object) -> None:
    global _until, _same_until
    now = Clock.get_time()
    if _until == inf:
        _until = now + MUTE
    if _same_until == inf:
        _same_until = now + SAME_TAP


_drawn = Clock.create_trigger(_count_down)


def _place(touch: MotionEvent) -> tuple[float, float]:
    """Where on the window a touch is, in whatever it scrolls."""
    return touch.sx * Window.width, touch.sy * Window.height


def _is_meant(touch: MotionEvent) -> bool:
    now = Clock.get_time()
    same = now < _same_until and dist(_place(touch), _spot) < dp(SAME_SPOT)
    return now >= _until and not same


class Frame(SafeArea):
    """Holds everything that can be touched."""

    def __init__(self, **properties: object) -> None:
        global _until, _same_until
        super().__init__(**properties)
        # What happened before there was a frame concerns nobody.
        _until = _same_until = -inf

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Swallow what was meant for something that has gone."""
        return not _is_meant(touch) or bool(super().on_touch_down(touch))
