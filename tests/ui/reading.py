"""Reading a screen and tapping what carries certain words, without the whole app behind it."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.core.window import Window
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.ui.kit.buttons import Tappable
from companion.ui.kit.debounce import DOUBLE_TAP_TIME
from companion.ui.kit.horizontal_scroll import HorizontalScroll
from tests.ui.finger import Finger


def drawn(root: Widget) -> Iterator[Widget]:
    """A widget and everything in it that is drawn at all."""
    if root.opacity and root.width > 0 and root.height > 0:
        yield root
        for child in reversed(root.children):
            yield from drawn(child)


def texts(root: Widget) -> list[str]:
    """Every text on a screen."""
    texts = (widget for widget in drawn(root) if isinstance(widget, Label))
    return [widget.text for widget in texts if widget.text]


def tappable(root: Widget, name: str) -> Tappable:
    """What can be tapped under a name, the first from the top."""
    return next(
        widget
        for widget in drawn(root)
        if isinstance(widget, Tappable) and widget.name_for_readers == name
    )


def press(finger: Finger, root: Widget, name: str) -> None:
    """Tap what goes by a name."""
    finger.tap(tappable(root, name))
    finger.wait(DOUBLE_TAP_TIME + 0.02)


def type_text(finger: Finger, text: str) -> None:
    """Type on the keyboard, whatever has it."""
    for letter in text:
        Window.dispatch("on_textinput", letter)
    finger.wait()


def press_enter(finger: Finger) -> None:
    """Press Enter on the keyboard."""
    Window.dispatch("on_key_down", 13, 40, "\r", [])
    Window.dispatch("on_key_up", 13, 40)
    finger.wait()


def too_small(root: Widget) -> list[str]:
    """Names of things to tap that a thumb would miss."""
    return [
        widget.name_for_readers
        for widget in drawn(root)
        if isinstance(widget, Tappable) and widget.enabled and min(widget.size) < 48
    ]


def torn(root: Widget) -> list[str]:
    """Texts that do not fit where they stand."""
    return [
        widget.text
        for widget in drawn(root)
        if isinstance(widget, Label)
        and widget.text
        and (
            widget.texture_size[0] > widget.width + 1 or widget.texture_size[1] > widget.height + 1
        )
    ]


def outside(root: Widget) -> list[Widget]:
    """What sticks out of the window to the side and does not slide."""
    sliding = {
        each
        for slide in drawn(root)
        if isinstance(slide, HorizontalScroll)
        for each in slide.walk()
    }
    return [
        widget
        for widget in drawn(root)
        if widget not in sliding
        and (
            widget.to_window(widget.x, 0)[0] < -1
            or widget.to_window(widget.right, 0)[0] > Window.width + 1
        )
    ]
