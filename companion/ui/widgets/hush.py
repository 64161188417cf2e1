"""A tap means what the eye saw: once something has closed or gone, what follows at once is mute."""

from __future__ import annotations

from math import inf

from kivy.clock import Clock

from companion.ui.widgets.strips import Strips

MUTE = 0.3
"""Seconds in which a finger cannot have seen what has come into sight."""

_until = -inf


def hush() -> None:
    """Swallow touches for a moment, wherever they land.

    The moment begins when what comes into sight has been drawn, however long that takes: what is
    tapped meanwhile was meant for what has gone.
    """
    global _until
    _until = inf
    _drawn()


def _count_down(*_: object) -> None:
    global _until
    _until = Clock.get_time() + MUTE


_drawn = Clock.create_trigger(_count_down)


class Frame(Strips):
    """Holds everything that can be touched."""

    def __init__(self, **properties: object) -> None:
        global _until
        super().__init__(**properties)
        # What closed before there was a frame concerns nobody.
        _until = -inf

    def on_touch_down(self, touch: object) -> bool:
        """Swallow what was meant for something that has gone."""
        if Clock.get_time() < _until:
            return True
        return bool(super().on_touch_down(touch))
