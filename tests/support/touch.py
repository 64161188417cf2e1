"""Simulated touches on a real off-screen window, with a clock that advances frame by frame."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from math import ceil

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.config import Config

Config.set("graphics", "multisamples", "0")

from kivy.core.window import Window  # noqa: E402
from kivy.graphics.opengl import glFinish  # noqa: E402
from kivy.lang import Builder  # noqa: E402
from kivy.tests.common import UnitTestTouch  # noqa: E402
from kivy.uix.widget import Widget  # noqa: E402


class Finger:
    """Taps, holds and drags widgets on the window, and counts the touches.

    Each frame advances the app's clock by `frame_time`, however long drawing takes, so that tests
    behave the same on a slow machine. The clock never goes back: scheduled events would not fire.
    """

    frame_time = 1 / 60
    """Seconds the clock advances with each frame."""
    longest_frame = 0.0
    """Seconds of the longest frame while waiting, if that is longer than `frame_time`."""

    def __init__(self, width: int, height: int) -> None:
        self.taps = 0
        """Number of touches so far."""
        self.resize(width, height)

    def resize(self, width: int, height: int) -> None:
        """Set the window size in pixels."""
        Window.size = (width, height)
        self.wait()

    def show(self, widget: Widget) -> None:
        """Add a widget to the window."""
        Window.add_widget(widget)
        self.wait()

    def wait(self, seconds: float = 0.0) -> None:
        """Run frames for a time, at least three, then draw the window."""
        EventLoop.ensure_window()
        for _ in range(max(3, ceil(seconds / self.frame_time) + 1)):
            self.frame()
        if EventLoop.window.canvas.needs_redraw:
            EventLoop.window.dispatch("on_draw")
            # Otherwise the software renderer keeps the memory of each frame.
            glFinish()

    def frame(self, seconds: float | None = None) -> None:
        """Run one pass of the event loop: clock, touches, layout."""
        Clock.pre_idle()
        Clock._dt = self.frame_time if seconds is None else seconds
        Clock._last_tick += Clock._dt
        Clock.post_idle(Clock._last_tick, Clock._last_tick)
        EventLoop.dispatch_input()
        Builder.sync()
        Clock.tick_draw()
        Builder.sync()

    def tap_at(self, x: float, y: float) -> None:
        """Tap a point of the window."""
        self.taps += 1
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        self.frame()
        touch.touch_up()
        self.wait()

    def tap(self, widget: Widget) -> None:
        """Tap the middle of a widget."""
        self.tap_at(*widget.to_window(*widget.center))

    def hold(self, widget: Widget, seconds: float) -> None:
        """Press the middle of a widget for some seconds."""
        self.taps += 1
        touch = UnitTestTouch(*widget.to_window(*widget.center))
        touch.touch_down()
        self.wait(seconds)
        touch.touch_up()
        self.wait()

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 8) -> None:
        """Drag from one point of the window to another."""
        self.taps += 1
        touch = UnitTestTouch(*start)
        touch.touch_down()
        for step in range(1, steps + 1):
            share = step / steps
            touch.touch_move(
                start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
            )
            self.frame()
        touch.touch_up()
        self.wait()

    def widgets(self) -> Iterator[Widget]:
        """Every widget on the window, the topmost last."""
        for child in reversed(Window.children):
            yield from child.walk()

    def clear_window(self) -> None:
        """Remove every widget from the window."""
        for child in list(Window.children):
            Window.remove_widget(child)
        self.wait()
        release_memory()


def release_memory() -> None:
    """Return freed memory to the system: drawing leaves it in small pieces."""
    glFinish()
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)
