"""Buttons: they show a press at once; most ignore an accidental second tap."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior

from companion.ui.kit.debounce import debounce
from companion.ui.kit.events import register_events
from companion.ui.kit.layout import CenteredChildren
from companion.ui.kit.surface import Panel, Surface
from companion.ui.look.kv import load
from companion.ui.look.theme import theme

FAINT = 0.65
"""The opacity of a disabled button, whose text keeps a contrast of 3."""


@register_events("on_tap")
class Tappable(CenteredChildren, ButtonBehavior, Panel):
    """A panel that dispatches `on_tap`."""

    name_for_readers = StringProperty("")
    """A text for screen readers, if the button shows only an icon."""
    enabled = BooleanProperty(True)
    """Whether it can be tapped; otherwise it is drawn faint."""
    shown = BooleanProperty(True)
    """Setting it to False disables it, and it takes no space."""
    least_height = NumericProperty(0)
    focus_color = ColorProperty((0, 0, 0, 0))
    """The outline while it has the keyboard focus."""
    has_focus = BooleanProperty(False)
    """Whether it has the keyboard focus: Enter taps it."""
    repeats = BooleanProperty(False)
    """Whether each of several quick taps counts, because it keeps its place and its meaning."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        for name in ("state", "has_focus", "focus_color"):
            self.fbind(name, self._repaint)

    def strength(self, enabled: bool, shown: bool) -> float:
        """Its opacity."""
        return (1 if enabled else FAINT) if shown else 0

    def background_colors(self) -> Sequence[Sequence[float]]:
        """The background, darker while pressed."""
        return (self.fill, (*theme.text[:3], 0.08)) if self.state == "down" else (self.fill,)

    def outline_style(self) -> tuple[Sequence[float], float]:
        """A thick outline while it has the keyboard focus."""
        return (self.focus_color, dp(1.5)) if self.has_focus else super().outline_style()

    def on_shown(self, *_: object) -> None:
        """Take no touch while it is not shown."""
        self.enabled = self.shown

    def on_touch_down(self, touch: object) -> bool:
        """Take no touch while disabled."""
        return bool(self.enabled and super().on_touch_down(touch))

    def on_release(self) -> None:
        """Dispatch `on_tap`, and ignore a second tap unless each counts."""
        if not self.repeats and self.last_touch is not None:
            debounce(self.last_touch)
        self.dispatch("on_tap")


class TextButton(Tappable):
    """A button with a text and an optional icon before it."""

    text = StringProperty("")
    icon = StringProperty("")
    color = ColorProperty((0, 0, 0, 1))
    font_size = NumericProperty(16)
    bold = BooleanProperty(True)
    min_padding = ListProperty((12, 10))
    """Minimum horizontal and vertical padding."""
    text_width = NumericProperty(0)
    """The width of the text in one line."""


class PrimaryButton(TextButton):
    """The main button of a page or sheet."""


class SecondaryButton(TextButton):
    """A less prominent button."""


class ChipLook(Surface):
    """Mixin for a small button with round ends in a row of options."""

    chosen = BooleanProperty(False)


class Chip(ChipLook, TextButton):
    """A small button with a text in a row of options."""


class IconButton(Tappable):
    """A button with an icon only."""

    icon = StringProperty("")
    color = ColorProperty((0, 0, 0, 1))
    has_dot = BooleanProperty(False)
    """Whether a dot beside the icon tells that something behind it is switched on."""


load("kit/buttons")
