"""The notification: one line that shows the outcome of a command, with an optional button."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, StringProperty

from companion.ui.kit.events import register_events
from companion.ui.kit.surface import Panel
from companion.ui.look.kv import load

DURATION = 4.0
"""Seconds after which a notification disappears."""
REFUSAL_DURATION = 8.0
"""Seconds after which a refusal, a longer sentence, disappears."""


@register_events("on_button")
class Notice(Panel):
    """Shows the outcome of a command or why it was refused; its button dispatches `on_button`."""

    text = StringProperty("")
    refused = BooleanProperty(False)
    """Whether it shows a refusal."""
    button = StringProperty("")
    """The text of the button, such as Undo."""
    sheet_open = BooleanProperty(False)
    """Whether a sheet is open on the page."""
    compact = BooleanProperty(False)
    """Whether it has smaller letters and margins, to fit in the header."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._expire = Clock.create_trigger(self._fade_out, DURATION)

    def show(self, text: str, refused: bool = False, button: str = "") -> None:
        """Show a text in place of the last one."""
        Animation.cancel_all(self, "opacity")
        self.text, self.refused, self.button = text, refused, button
        self.opacity = 1
        self._expire.cancel()
        self._expire.timeout = REFUSAL_DURATION if refused else DURATION
        self._expire()

    def clear(self) -> None:
        """Disappear at once."""
        self._expire.cancel()
        Animation.cancel_all(self, "opacity")
        self.opacity, self.text, self.button = 0, "", ""

    def _fade_out(self, *_: object) -> None:
        fade = Animation(opacity=0, duration=0.3)
        fade.bind(on_complete=lambda *_: self.clear())
        fade.start(self)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Disappear at a touch anywhere but on the button; the touch counts for what it hits.

        Over the title of a page, which may be a button, a touch only removes the notification,
        except that it closes an open sheet.
        """
        if self.text and super().on_touch_down(touch):
            return True
        covers_title = bool(self.text) and self.compact and self.collide_point(*touch.pos)
        self.clear()
        return covers_title and not self.sheet_open


load("kit/notification")
