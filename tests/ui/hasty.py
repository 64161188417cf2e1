"""A phone for those in a hurry: it lays out and answers, but draws only when asked to."""

from __future__ import annotations

from pathlib import Path

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
from kivy.metrics import dp
from kivy.tests.common import UnitTestTouch
from kivy.uix.widget import Widget

from tests.ui.phone import Phone


class HastyPhone(Phone):
    """The real app under real touches, at many times the speed of an evening."""

    pace = 0.05
    """What slides arrives almost at once."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, *_pixels(390, 844))

    def turn(self, width: int, height: int) -> None:
        """Make the window another size, in dp."""
        self.resize(*_pixels(width, height))
        self.commit()

    def wait(self, seconds: float = 0.0) -> None:
        """Let some frames pass, and as many more as a time takes."""
        EventLoop.ensure_window()
        for _ in range(max(3, round(seconds / self.pace) + 1)):
            self.frame()

    def tap_twice(self, widget: Widget, apart: float) -> None:
        """Tap a spot twice, so many seconds apart, whatever lies there by then."""
        spot = widget.to_window(*widget.center)
        for pause in (apart, self.pace):
            self.taps += 1
            touch = UnitTestTouch(*spot)
            touch.touch_down()
            touch.touch_up()
            self.frame(pause)

    def draw(self) -> tuple[int, int, bytes]:
        """The window as it looks now: its width, height and pixels (RGBA, from the bottom up).

        An off-screen window has no pixels beyond the size it was made with.
        """
        # What is drawn for the first time may show only in the frame after it.
        for event in ("on_draw", "on_flip", "on_draw"):
            Window.dispatch(event)
        width, height = Window.size
        return width, height, glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE)


def _pixels(width: int, height: int) -> tuple[int, int]:
    return round(dp(width)), round(dp(height))
