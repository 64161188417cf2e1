"""Settings widgets: a switch, and a choice of one among several options."""

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

from companion.ui.kit.buttons import Tappable, TextButton
from companion.ui.kit.events import register_events
from companion.ui.kit.surface import Surface
from companion.ui.look.kv import load

MOST_IN_ONE_COLUMN = 5
"""With more options than these, a grid is used instead of a column."""


class SwitchLever(Widget):
    """The part of a switch row that shows on or off."""

    active = BooleanProperty(False)


class SwitchRow(Tappable):
    """A row with a switch; the handler of `on_tap` changes `active`."""

    text = StringProperty("")
    note = StringProperty("")
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

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.bind(options=self._fill, value=self._mark, width=self._arrange)
        self._fill()

    def _fill(self, *_: object) -> None:
        self.clear_widgets()
        for value, text in self.options:
            segment = Segment(value=value, text=text)
            segment.bind(
                on_tap=lambda chosen: self.dispatch("on_choose", chosen.value),
                text_width=self._arrange,
            )
            self.add_widget(segment)
        self._mark()
        self._arrange()

    def _mark(self, *_: object) -> None:
        for segment in self.children:
            segment.chosen = segment.value == self.value

    def _arrange(self, *_: object) -> None:
        widest = max((each.text_width for each in self.children), default=0) + dp(16)
        count, fitting = len(self.children), int((self.width - dp(8)) // widest)
        if fitting >= count:
            self.cols = count
        else:
            self.cols = max(1, fitting if count > MOST_IN_ONE_COLUMN else 1)


load("kit/choice")
