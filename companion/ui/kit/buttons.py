"""Things to tap: they answer a press at once and take a nervous second tap for the same one."""

from __future__ import annotations

from math import inf

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, RoundedRectangle, SmoothLine
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.ui.kit import text
from companion.ui.kit.announcing import announces
from companion.ui.kit.debounce import SAME_TAP, debounce
from companion.ui.look import icons
from companion.ui.look.kv import load
from companion.ui.look.theme import theme

_LOOKS = (
    "pos",
    "size",
    "corner",
    "fill",
    "state",
    "outline",
    "outline_width",
    "ring",
    "focused",
)
"""What changes how something to tap looks."""


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
    ring = ColorProperty((0, 0, 0, 0))
    """The colour of the edge then."""
    focused = BooleanProperty(False)
    """Whether Enter would tap it."""

    def __init__(self, **properties: object) -> None:
        self._deaf_until = -inf
        self._ground, self._edge = InstructionGroup(), InstructionGroup()
        super().__init__(**properties)
        self.canvas.before.insert(0, self._ground)
        self.canvas.after.insert(0, self._edge)
        paint = Clock.create_trigger(self._paint, -1)
        for name in _LOOKS:
            self.fbind(name, paint)
        paint()

    def _paint(self, *_: object) -> None:
        """Draw what can be seen of the ground and the edge: most have only one of them."""
        self._ground.clear()
        self._edge.clear()
        pressed = (*theme.ink[:3], 0.08) if self.state == "down" else (0, 0, 0, 0)
        for color in (self.fill, pressed):
            if color[3]:
                self._ground.add(Color(*color))
                shape = RoundedRectangle(pos=self.pos, size=self.size, radius=[self.corner])
                self._ground.add(shape)
        color = self.ring if self.focused else self.outline
        if color[3]:
            inner = (max(1, side - dp(2)) for side in self.size)
            around = (self.x + dp(1), self.y + dp(1), *inner, self.corner)
            width = dp(2 if self.focused else self.outline_width)
            self._edge.add(Color(*color))
            self._edge.add(SmoothLine(width=width, rounded_rectangle=around))

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
                debounce(self.last_touch)
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
    least = ListProperty((12, 10))
    """Room beside the words and above them, which may be more but not less."""
    words_width = NumericProperty(0)
    """How wide the words are in one line."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.bind(text=self._measure, font_size=self._measure, bold=self._measure)
        self._measure()

    def _measure(self, *_: object) -> None:
        width = text.line_width(self.text, self.font_size, self.bold)
        self.words_width = width + 1 if self.text else 0


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

load("kit/buttons")
