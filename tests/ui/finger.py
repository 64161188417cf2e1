"""A finger on a real off-screen window: it taps, drags and counts its taps."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.config import Config

Config.set("graphics", "multisamples", "0")

from kivy.core.window import Window  # noqa: E402
from kivy.lang import Builder  # noqa: E402
from kivy.tests.common import UnitTestTouch  # noqa: E402
from kivy.uix.widget import Widget  # noqa: E402


class Finger:
    """Touches what a person would see on the window.

    Time is the app's own: so much passes with every frame, however long that takes to draw, so
    that a busy machine sees what a calm one does. The clock never goes back: an event that waits
    for a time would be waited for in vain.
    """

    pace = 1 / 60
    """Seconds that pass with a frame."""

    def __init__(self, width: int, height: int) -> None:
        self.taps = 0
        """How often it has touched the screen."""
        self.resize(width, height)

    def resize(self, width: int, height: int) -> None:
        """Turn the phone, or take another one."""
        Window.size = (width, height)
        self.wait()

    def show(self, widget: Widget) -> None:
        """Put a widget on the window."""
        Window.add_widget(widget)
        self.wait()

    def wait(self, seconds: float = 0.0) -> None:
        """Let the app draw, for some frames or for a time."""
        EventLoop.ensure_window()
        for _ in range(max(3, ceil(seconds / self.pace) + 1)):
            self.frame()
        if EventLoop.window.canvas.needs_redraw:
            EventLoop.window.dispatch("on_draw")

    def frame(self, seconds: float | None = None) -> None:
        """What the event loop does between two pictures: the clock, the touches, the layout."""
        Clock.pre_idle()
        Clock._dt = self.pace if seconds is None else seconds
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
        """Keep the finger on a widget for a while."""
        self.taps += 1
        touch = UnitTestTouch(*widget.to_window(*widget.center))
        touch.touch_down()
        self.wait(seconds)
        touch.touch_up()
        self.wait()

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 8) -> None:
        """Put the finger down, move it, and lift it."""
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
        """Everything on the window, what lies on top last."""
        for child in reversed(Window.children):
            yield from child.walk()

    def leave(self) -> None:
        """Take everything off the window."""
        for child in list(Window.children):
            Window.remove_widget(child)
        self.wait()
