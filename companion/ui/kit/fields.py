"""Fields: single-line text, search, a number with two buttons, a switch, one of several options."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from companion.ui.kit.buttons import IconButton, Tappable, TextButton
from companion.ui.kit.events import register_events
from companion.ui.kit.surface import Panel, Surface
from companion.ui.kit.text import fit_font_size, line_width
from companion.ui.kivy_compat import lay_out_text
from companion.ui.look.kv import load

_ENTER = ("enter", "numpadenter")


class NameField(TextInput):
    """A text field without a frame; Enter dispatches `on_text_validate`."""

    # Defaults instead of a kv rule, which Kivy applies only after loading its own images.
    background_normal = StringProperty("")
    background_active = StringProperty("")
    background_disabled_normal = StringProperty("")

    def on_focus(self, *_: object) -> None:
        """Take letters at once, and show the beginning of the text when the focus is lost."""
        lay_out_text(self)
        self.on_scroll_x()

    def on_scroll_x(self, *_: object) -> None:
        """Follow the cursor only while the field has the focus."""
        if not self.focus:
            self.scroll_x = 0

    def keyboard_on_key_down(
        self, window: object, keycode: tuple[int, str], text: str, modifiers: list[str]
    ) -> bool:
        """Leave keys that move the focus to the page, and keep Enter and typed text from it."""
        if keycode[1] in ("tab", "escape", "up", "down"):
            return False
        handled = super().keyboard_on_key_down(window, keycode, text, modifiers)
        is_typed = bool(text) and text.isprintable() and not {"ctrl", "meta"} & set(modifiers)
        return bool(handled) or keycode[1] in _ENTER or is_typed


class TextField(Surface, NameField):
    """A name field on a surface with an outline."""


@register_events("on_enter")
class SearchField(Panel):
    """Text to search for; Enter dispatches `on_enter`."""

    text = StringProperty("")
    hint = StringProperty("")
    writing = BooleanProperty(False)
    """Whether it has the focus."""

    def focus(self) -> None:
        """Take the focus."""
        self.ids.letters.focus = True

    def unfocus(self) -> None:
        """Give up the focus, which hides the phone's keyboard."""
        self.ids.letters.focus = False

    def clear(self) -> None:
        """Remove the text."""
        self.text = ""


HOLD_TIME = 0.4
"""Seconds of holding a button after which steps are repeated."""
REPEAT_TIME = 0.1
"""Seconds between repeated steps."""


@register_events("on_step", "on_commit")
class StepButton(IconButton):
    """Dispatches `on_step` for every press and repeatedly while held, then `on_commit`."""

    def __init__(self, **properties: object) -> None:
        self._repeat = Clock.create_trigger(self._step_again, HOLD_TIME)
        super().__init__(**properties)

    def on_press(self) -> None:
        """Step at once."""
        self.dispatch("on_step")
        self._repeat.timeout = HOLD_TIME
        self._repeat()

    def on_release(self) -> None:
        """Step once for Enter, which releases without a press."""
        if not self._repeat.is_triggered:
            self.dispatch("on_step")
            self.dispatch("on_commit")

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Commit wherever the finger is lifted."""
        handled = super().on_touch_up(touch)
        if touch.grab_current is self and self._repeat.is_triggered:
            self._repeat.cancel()
            self.dispatch("on_commit")
        return bool(handled)

    def _step_again(self, *_: object) -> None:
        self.dispatch("on_step")
        self._repeat.timeout = REPEAT_TIME
        self._repeat()


@register_events("on_step", "on_wrong", "on_type", "on_enter")
class ValueStepper(BoxLayout):
    """A number within bounds; dispatches `on_step` with the new value once it is committed.

    A typed number is committed when the field loses the focus, an invalid one with `on_wrong`.
    """

    value = NumericProperty(0)
    minimum = NumericProperty(1)
    maximum = NumericProperty(99)
    typed = BooleanProperty(True)
    """Whether the number is a text field; otherwise a tap on it dispatches `on_type`."""

    def __init__(self, **properties: object) -> None:
        self._before: int | None = None
        """The value before the button was pressed."""
        super().__init__(**properties)

    @property
    def entered(self) -> int | None:
        """The number in the field; None if it is invalid or out of bounds."""
        text = self.ids.field.text
        if not text:
            return int(self.value)
        number = int(text) if text.isdecimal() else None
        return number if number is not None and self.minimum <= number <= self.maximum else None

    def focus(self) -> None:
        """Focus the field, so that a new number can be typed."""
        self.ids.field.focus = True

    def step(self, by: int) -> None:
        """Change the number in the field by one, within the bounds."""
        if self._before is None:
            self._before = int(self.value)
        start = self.entered
        stepped = int(self.value if start is None else start) + by
        self.value = min(max(stepped, self.minimum), self.maximum)
        self.on_value()

    def commit(self) -> None:
        """Dispatch `on_step` if the steps changed the value."""
        before, self._before = self._before, None
        if before is not None and before != self.value:
            self.dispatch("on_step", int(self.value))

    def begin_or_commit(self, field: NameField) -> None:
        """Empty the field when it gets the focus, and commit when it loses it."""
        if field.focus:
            field.text = ""
            return
        number, before = self.entered, int(self.value)
        if number is None:
            self.dispatch("on_wrong")
            return
        self.value = number
        self.on_value()
        if number != before:
            self.dispatch("on_step", number)

    def on_value(self, *_: object) -> None:
        """Show the value in the field."""
        if "field" in self.ids:
            self.ids.field.text = str(int(self.value))


SEGMENT_PADDING = 10
"""The least space at both sides of the text of a segment together, in dp."""
SMALLEST_SEGMENT = 0.75
"""The least share of the text size with which options are beside each other."""
MOST_IN_ONE_COLUMN = 5
"""With more options than these, a grid is used instead of a column."""


class SwitchLever(Widget):
    """The part of a switch row that shows on or off."""

    active = BooleanProperty(False)


class SwitchRow(Tappable):
    """A row with a switch; the handler of `on_tap` changes `active`."""

    text = StringProperty("")
    detail = StringProperty("")
    """An explanation below the text."""
    active = BooleanProperty(False)


class Segment(TextButton):
    """One option of a segmented control."""

    value = ObjectProperty()
    chosen = BooleanProperty(False)


@register_events("on_choose")
class SegmentedControl(Surface, GridLayout):
    """A choice among several options, next to each other if they fit, otherwise in a column."""

    options = ListProperty()
    """Pairs of a value and its text."""
    value = ObjectProperty()
    """The chosen value."""
    text_size = NumericProperty(16)
    """The font size of all options."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.bind(options=self._add_segments, value=self._mark)
        self.bind(width=self._arrange, text_size=self._arrange)
        self._add_segments()

    def _add_segments(self, *_: object) -> None:
        self.clear_widgets()
        for value, text in self.options:
            segment = Segment(value=value, text=text)
            segment.bind(on_tap=lambda chosen: self.dispatch("on_choose", chosen.value))
            self.add_widget(segment)
        self._mark()
        self._arrange()

    def _mark(self, *_: object) -> None:
        for segment in self.children:
            segment.chosen = segment.value == self.value

    def fitting_size(self, options: Sequence[Sequence[str]], width: float, size: float) -> float:
        """The text size, or a slightly smaller one if all options then fit beside each other."""
        texts = [text for _, text in options]
        room = (width - dp(8)) / max(1, len(texts)) - dp(SEGMENT_PADDING)
        fitting = [fit_font_size(each, size, room, True, 1, SMALLEST_SEGMENT) for each in texts]
        smaller = min(fitting, default=size)
        fits = all(line_width(each, smaller, bold=True) <= room for each in texts)
        return smaller if fits else size

    def _arrange(self, *_: object) -> None:
        widths = [line_width(text, self.text_size, bold=True) for _, text in self.options]
        widest = max(widths, default=0) + dp(SEGMENT_PADDING)
        count, fitting = len(self.children), int((self.width - dp(8)) // widest)
        if fitting >= count:
            self.cols = count
        else:
            self.cols = max(1, fitting if count > MOST_IN_ONE_COLUMN else 1)


load("kit/fields")
