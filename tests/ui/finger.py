"""A finger on a real off-screen window: it taps, drags and counts its taps."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.config import Config

Config.set("graphics", "multisamples", "0")

from kivy.core.window import Window  # noqa: E402
from kivy.lang import Builder  # noqa: E402
from kivy.tests.common import UnitTestTouch  # noqa: E402
from kivy.uix.widget import Widget  # noqa: E402


class Finger:
    """Touches what a person would see on the window."""

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
        until = Clock.time() + seconds
        for _ in range(3):
            self._frame()
        while Clock.time() < until:
            self._frame()
        if EventLoop.window.canvas.needs_redraw:
            EventLoop.window.dispatch("on_draw")

    def _frame(self) -> None:
        """What the event loop does between two pictures: the clock, the touches, the layout."""
        Clock.tick()
        EventLoop.dispatch_input()
        Builder.sync()
        Clock.tick_draw()
        Builder.sync()

    def tap_at(self, x: float, y: float) -> None:
        """Tap a point of the window."""
        self.taps += 1
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        self._frame()
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
            self._frame()
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
