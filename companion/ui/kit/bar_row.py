"""A row of a bar chart: a label, a bar and a number."""

from __future__ import annotations

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.look.kv import load


class BarRow(BoxLayout):
    """A label above a horizontal bar, which is as long as its share of the longest one."""

    label = StringProperty("")
    number = StringProperty("")
    share = NumericProperty(0)
    """Between 0 and 1."""
    number_width = NumericProperty(2.8)
    """The least width of the number, in times the text size, so that bars are aligned."""


load("kit/bar_row")
