"""The notification: a text that shows the outcome of a command, with an optional button."""

from __future__ import annotations

from collections.abc import Callable

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty

from companion.ui.kit.layout import layout_now
from companion.ui.kit.surface import Panel
from companion.ui.look.theme import theme

DURATION = 4.0
"""Seconds after which a notification disappears."""
LONG_DURATION = 8.0
"""Seconds after which a refusal or a long text disappears, so that its button can be used."""
SHORT_TEXT = 60
"""The most letters of a text that is read in `DURATION`."""
NARROW = 14
"""The least width with a button beside the text, as a multiple of the font size."""
MAX_WIDTH = 520
"""Maximum width, in dp."""


class Notice(Panel):
    """Shows the outcome of a command or why it was refused; a page's kv file has its rule."""

    text = StringProperty("")
    refused = BooleanProperty(False)
    """Whether it shows a refusal."""
    button = StringProperty("")
    """The text of the button, such as Undo."""
    narrow = BooleanProperty(False)
    """Whether the button is below the text, because there is no room beside it."""
    from_phone = BooleanProperty(False)
    """Whether it shows what a player entered on a phone."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._action: Callable[[], object] | None = None
        """Called by the button."""
        self._expire = Clock.create_trigger(self._fade_out, DURATION)

    def show(
        self,
        text: str,
        refused: bool = False,
        button: str = "",
        act: Callable[[], object] | None = None,
        from_phone: bool = False,
    ) -> None:
        """Show a text in place of the last one."""
        self.clear()
        self.from_phone = from_phone
        self.text, self.refused, self.button, self._action = text, refused, button, act
        self.opacity = 1
        is_long = refused or len(text) > SHORT_TEXT
        self._expire.timeout = LONG_DURATION if is_long else DURATION
        self._expire()

    def place(self, left: float, right: float, bottom: float) -> None:
        """Lie in the middle between two edges, above a third one."""
        self.width = min(right - left - dp(16), dp(MAX_WIDTH))
        self.narrow = bool(self.button) and self.width < NARROW * theme.body
        self.center_x, self.y = (left + right) / 2, bottom
        layout_now(self)

    def clear(self) -> None:
        """Disappear at once."""
        self._expire.cancel()
        Animation.cancel_all(self, "opacity")
        self.opacity, self.text, self.button, self._action = 0, "", "", None

    def act(self) -> None:
        """Disappear and run the action of the button."""
        action = self._action
        self.clear()
        if action is not None:
            action()

    def button_width(self, text_width: float, width: float) -> float:
        """The width of the button, at most 45 % of the notification; 0 without a text."""
        return max(theme.touch, min(text_width + dp(28), width * 0.45)) if text_width else 0

    def _fade_out(self, *_: object) -> None:
        fade = Animation(opacity=0, duration=0.3)
        fade.bind(on_complete=lambda *_: self.clear())
        fade.start(self)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Disappear at a touch anywhere but on the button; the touch counts for what it hits."""
        if self.text and super().on_touch_down(touch):
            return True
        self.clear()
        return False
