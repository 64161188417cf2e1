"""A number with a big way down and a big way up."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.look.kv import load
from companion.ui.widgets import name_field, tapping
from companion.ui.widgets.announcing import announces


@announces("on_step", "on_type", "on_enter")
class ValueStepper(BoxLayout):
    """A value between bounds; dispatches `on_step` with the new one, however it was set."""

    value = NumericProperty(0)
    fewest = NumericProperty(1)
    most = NumericProperty(99)
    typed = BooleanProperty(True)
    """Whether the number is a field to type into; else a tap on it dispatches `on_type`."""

    def step(self, by: int) -> None:
        """One up or down, as far as it goes."""
        self._set(int(self.value) + by)

    def type(self, text: str) -> None:
        """Take a number that was typed; half a number changes nothing."""
        if text.isdigit() and self.fewest <= int(text) <= self.most:
            self._set(int(text))

    def begin_or_settle(self, field: name_field.NameField) -> None:
        """Let typing take the number's place; show what counts once it is over."""
        if field.focus:
            # Kivy puts the cursor where the finger is, after this.
            Clock.schedule_once(lambda _: field.select_all())
        else:
            field.text = str(int(self.value))

    def _set(self, value: int) -> None:
        value = int(min(max(value, self.fewest), self.most))
        if value != self.value:
            self.value = value
            self.dispatch("on_step", value)


_NEEDED = (tapping,)
"""Modules whose widgets the kv file names."""

load("pages/tickets/value_stepper")
