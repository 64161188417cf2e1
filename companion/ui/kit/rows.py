"""Parts of list rows: divider, column of texts, icon of fixed size, bar, link to a page."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui.errors import report_exception
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.containers import Column
from companion.ui.look.kv import load


class BlankRow(Widget):
    """In place of a row that cannot be made."""


def row_or_blank(make: Callable[[], Widget]) -> Widget:
    """The row that `make` returns; a blank one if it raises an exception."""
    with report_exception("a row"):
        return make()
    return BlankRow(size_hint_y=None, height=dp(48))


class Divided:
    """Mixin for a widget with a thin line along its lower edge."""

    has_divider = BooleanProperty(True)
    divider_inset = NumericProperty(0)
    """The distance of the line from the left and right edge."""


class ActionRow(BoxLayout):
    """A text with a button, such as that something was deleted, with Undo."""

    text = StringProperty("")
    button = StringProperty("")
    """The text of the button."""
    act = ObjectProperty(None, allownone=True)
    """Called by the button."""


class TextColumn(Column):
    """Texts below each other without gaps, vertically centred in a row."""


class PointsRow(Divided, Tappable):
    """A route or another thing with its points or a number."""

    title = StringProperty("")
    detail = StringProperty("")
    points = StringProperty("")
    chosen = BooleanProperty(False)


class PageRow(Tappable):
    """An icon, a title with an optional detail, and an arrow."""

    icon = StringProperty("")
    text = StringProperty("")
    detail = StringProperty("")


class ShareBar(Widget):
    """A horizontal bar of which a share is coloured."""

    share = NumericProperty(0)
    """Between 0 and 1."""
    color = ColorProperty((0, 0, 0, 1))
    rest = ColorProperty((0, 0, 0, 1))
    outline = ColorProperty((0, 0, 0, 0))


class BarRow(BoxLayout):
    """A label above a horizontal bar, which is as long as its share of the longest one."""

    label = StringProperty("")
    number = StringProperty("")
    share = NumericProperty(0)
    """Between 0 and 1."""
    number_width = NumericProperty(2.8)
    """The least width of the number, in times the text size, so that bars are aligned."""


load("kit/rows")
