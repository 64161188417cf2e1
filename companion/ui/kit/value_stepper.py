"""A number with a big way down and a big way up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.kit.announcing import announces
from companion.ui.kit.buttons import IconButton
from companion.ui.look.kv import load

if TYPE_CHECKING:
    from companion.ui.kit import name_field

HELD = 0.4
"""Seconds after which a finger that stays down wants more."""
AGAIN = 0.1
"""Seconds between the steps it then gets."""


@announces("on_step", "on_commit")
class StepButton(IconButton):
    """One step for every press, however quick, and more while it is held; then `on_commit`."""

    def __init__(self, **properties: object) -> None:
        self._pressed = False
        self._more = Clock.create_trigger(self._step_again, HELD)
        super().__init__(**properties)

    def on_press(self) -> None:
        """Step at once."""
        self._pressed = True
        self.dispatch("on_step")
        self._more.timeout = HELD
        self._more()

    def on_release(self) -> None:
        """A keyboard's tap is a release without a press."""
        if not self._pressed:
            self.dispatch("on_step")
            self.dispatch("on_commit")

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Settle wherever the finger is lifted."""
        taken = super().on_touch_up(touch)
        if touch.grab_current is self and self._pressed:
            self._pressed = False
            self._more.cancel()
            self.dispatch("on_commit")
        return bool(taken)

    def _step_again(self, *_: object) -> None:
        self.dispatch("on_step")
        self._more.timeout = AGAIN
        self._more()


@announces("on_step", "on_wrong", "on_type", "on_enter")
class ValueStepper(BoxLayout):
    """A value between bounds; dispatches `on_step` with the new one once it is settled.

    What is typed settles when the field is left: as the value, or with `on_wrong` if it is none.
    """

    value = NumericProperty(0)
    fewest = NumericProperty(1)
    most = NumericProperty(99)
    typed = BooleanProperty(True)
    """Whether the number is a field to type into; else a tap on it dispatches `on_type`."""

    def __init__(self, **properties: object) -> None:
        self._before: int | None = None
        """The value before the finger that is down began to change it."""
        super().__init__(**properties)

    @property
    def entered(self) -> int | None:
        """The number that is seen; None if that is beyond the bounds, or none."""
        text = self.ids.field.text
        if not text:
            return int(self.value)
        number = int(text) if text.isdecimal() else None
        return number if number is not None and self.fewest <= number <= self.most else None

    def write(self) -> None:
        """Let a number be typed in the place of the one that is there."""
        self.ids.field.focus = True

    def step(self, by: int) -> None:
        """One up or down from what is seen, as far as it goes."""
        if self._before is None:
            self._before = int(self.value)
        start = self.entered
        stepped = int(self.value if start is None else start) + by
        self.value = min(max(stepped, self.fewest), self.most)
        self._show()

    def commit(self) -> None:
        """Tell what the steps have led to."""
        before, self._before = self._before, None
        if before is not None and before != self.value:
            self.dispatch("on_step", int(self.value))

    def on_value(self, *_: object) -> None:
        """Show what it was set to."""
        self._show()

    def begin_or_commit(self, field: name_field.NameField) -> None:
        """Typing begins in an empty field; the number shows faintly until there is another."""
        if field.focus:
            field.text = ""
            return
        number, before = self.entered, int(self.value)
        if number is None:
            self.dispatch("on_wrong")
            return
        self.value = number
        self._show()
        if number != before:
            self.dispatch("on_step", number)

    def _show(self) -> None:
        if "field" in self.ids:
            self.ids.field.text = str(int(self.value))


load("kit/value_stepper")
