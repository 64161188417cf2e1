"""The line that answers every entry, with Undo in it."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.look.kv import load
from companion.ui.widgets import tapping

STAYS = 8.0
"""Seconds a notice stays if nothing follows it."""


class Notice(BoxLayout):
    """Says what happened, or why it could not."""

    text = StringProperty("")
    refused = BooleanProperty(False)
    """Whether it tells of something that was not entered."""
    undoable = BooleanProperty(False)
    """Whether it offers Undo."""

    __events__ = ("on_undo",)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._leaving = Clock.create_trigger(self._leave, STAYS)

    def tell(self, text: str, refused: bool = False, undoable: bool = False) -> None:
        """Show a line in place of the last one."""
        Animation.cancel_all(self, "opacity")
        self.text, self.refused, self.undoable = text, refused, undoable
        self.opacity = 1
        self._leaving.cancel()
        self._leaving()

    def clear(self) -> None:
        """Show nothing."""
        self._leaving.cancel()
        Animation.cancel_all(self, "opacity")
        self.opacity, self.text = 0, ""

    def _leave(self, *_: object) -> None:
        fading = Animation(opacity=0, duration=0.3)
        fading.bind(on_complete=lambda *_: self.clear())
        fading.start(self)

    def on_touch_down(self, touch: object) -> bool:
        """Let touches through where nothing is shown."""
        return bool(self.text) and bool(super().on_touch_down(touch))

    def on_undo(self) -> None:
        """Something to bind to."""


_NEEDED = (tapping,)
"""Modules whose widgets the kv file names."""

load("widgets/notice")
