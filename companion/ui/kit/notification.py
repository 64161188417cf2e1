"""The line that answers every entry, with what can be done about it."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.kit.announcing import announces
from companion.ui.kit.buttons import TextButton
from companion.ui.kit.text import Text
from companion.ui.look.kv import load

STAYS = 8.0
"""Seconds a notice stays if nothing follows it."""


class NoticeLine(Text):
    """What happened."""

    notice = ObjectProperty(rebind=True)


class NoticeOffer(TextButton):
    """What can be done about it."""

    notice = ObjectProperty(rebind=True)


@announces("on_offer")
class Notice(BoxLayout):
    """Says what happened, or why it could not."""

    text = StringProperty("")
    refused = BooleanProperty(False)
    """Whether it tells of something that was not entered."""
    offer = StringProperty("")
    """What can be done about it, in a word: Undo."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._leaving = Clock.create_trigger(self._leave, STAYS)

    def tell(self, text: str, refused: bool = False, offer: str = "") -> None:
        """Show a line in place of the last one."""
        if not self.children:
            # Most pages are opened and left without a word.
            self.add_widget(NoticeLine(notice=self))
            self.add_widget(NoticeOffer(notice=self))
        Animation.cancel_all(self, "opacity")
        self.text, self.refused, self.offer = text, refused, offer
        self.opacity = 1
        self._leaving.cancel()
        self._leaving()

    def clear(self) -> None:
        """Show nothing."""
        self._leaving.cancel()
        Animation.cancel_all(self, "opacity")
        self.opacity, self.text, self.offer = 0, "", ""

    def _leave(self, *_: object) -> None:
        fading = Animation(opacity=0, duration=0.3)
        fading.bind(on_complete=lambda *_: self.clear())
        fading.start(self)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Let touches through where nothing is shown; one on the line itself has read it."""
        if not self.text or super().on_touch_down(touch):
            return bool(self.text)
        if not self.collide_point(*touch.pos):
            return False
        # What lies below it cannot be meant.
        self.clear()
        return True


load("kit/notification")
