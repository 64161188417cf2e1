"""Choices that hold until they are changed: on or off, or one of a few."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.ui.kit import text
from companion.ui.kit.announcing import announces
from companion.ui.kit.buttons import Tappable, TextButton
from companion.ui.look.kv import load

FEW = 5


class SwitchLever(Widget):
    """The lever of a switch; it shows its state by place and colour."""

    active = BooleanProperty(False)


class SwitchRow(Tappable):
    """Something that is on or off, with a lever at its end. Who hears its tap turns it over."""

    text = StringProperty("")
    note = StringProperty("")
    """What it does, where the name does not say it all."""
    active = BooleanProperty(False)


class Segment(TextButton):
    """One of a few."""

    value = ObjectProperty()
    chosen = BooleanProperty(False)


@announces("on_choose")
class Choice(GridLayout):
    """A few possibilities side by side, or below each other where they do not fit."""

    options = ListProperty()
    """Pairs of a value and its words."""
    value = ObjectProperty()
    """The one in force."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.bind(options=self._show, value=self._mark, width=self._fit)
        self._show()

    def _show(self, *_: object) -> None:
        self.clear_widgets()
        for value, words in self.options:
            segment = Segment(value=value, text=words)
            segment.bind(
                on_tap=lambda chosen: self.dispatch("on_choose", chosen.value),
                words_width=self._fit,
            )
            self.add_widget(segment)
        self._mark()
        self._fit()

    def _mark(self, *_: object) -> None:
        for segment in self.children:
            segment.chosen = segment.value == self.value

    def _fit(self, *_: object) -> None:
        widest = max((each.words_width for each in self.children), default=0) + dp(16)
        count, fit = len(self.children), int((self.width - dp(8)) // widest)
        # A few stand in one row or one column, many in as many columns as there is room for.
        self.cols = count if fit >= count else max(1, fit if count > FEW else 1)


_NEEDED = (text,)
"""Modules whose widgets the kv file names."""

load("kit/choosing")
