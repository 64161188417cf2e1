"""Things to tap: they answer a press at once and take a nervous second tap for the same one."""

from __future__ import annotations

from math import inf

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.ui.look import icons
from companion.ui.look.kv import load
from companion.ui.widgets import text
from companion.ui.widgets.announcing import announces
from companion.ui.widgets.hush import SAME_TAP, answered


@announces("on_tap")
class Tappable(ButtonBehavior, BoxLayout):
    """A box with a rounded ground that dispatches `on_tap`."""

    fill = ColorProperty((0, 0, 0, 0))
    outline = ColorProperty((0, 0, 0, 0))
    outline_width = NumericProperty(1.0)
    corner = NumericProperty(12)
    name_for_readers = StringProperty("")
    """What it is, in words, where it shows only a picture."""
    enabled = BooleanProperty(True)
    """Whether it can be tapped; what cannot be is drawn faint."""
    ringed = BooleanProperty(False)
    """Whether Enter would tap it."""

    def __init__(self, **properties: object) -> None:
        self._deaf_until = -inf
        super().__init__(**properties)

    def on_touch_down(self, touch: object) -> bool:
        """Take no touch where there is nothing to tap."""
        return bool(self.enabled and super().on_touch_down(touch))

    def on_release(self) -> None:
        """Pass the tap on, unless it is the same one again."""
        if Clock.get_time() >= self._deaf_until:
            # Counted from when the answer is seen, which may take a while.
            self._deaf_until = inf
            Clock.schedule_once(self._listen)
            if self.last_touch is not None:
                answered(self.last_touch)
            self.dispatch("on_tap")

    def _listen(self, *_: object) -> None:
        self._deaf_until = Clock.get_time() + SAME_TAP


class TextButton(Tappable):
    """A button with words, and a picture before them if it has one."""

    text = StringProperty("")
    icon = StringProperty("")
    ink = ColorProperty((0, 0, 0, 1))
    font_size = NumericProperty(16)
    bold = BooleanProperty(True)
    words_width = NumericProperty(0)
    """How wide the words are in one line."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.bind(text=self._measure, font_size=self._measure, bold=self._measure)
        self._measure()

    def _measure(self, *_: object) -> None:
        line = CoreLabel(font_size=self.font_size, bold=self.bold)
        self.words_width = line.get_extents(self.text)[0] + 1 if self.text else 0


class PrimaryButton(TextButton):
    """The one that goes on."""


class SoftButton(TextButton):
    """One that does not ask for attention."""


class Chip(TextButton):
    """A small choice in a row of others."""

    chosen = BooleanProperty(False)


class IconButton(Tappable):
    """A picture to tap."""

    icon = StringProperty("")
    ink = ColorProperty((0, 0, 0, 1))


_NEEDED = (icons, text)
"""Modules whose widgets the kv file names."""

load("widgets/tapping")
