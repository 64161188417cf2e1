"""A list with any number of rows that creates widgets only for the visible ones."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from functools import partial
from itertools import accumulate

from kivy.factory import Factory
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.ui.errors import report_exception
from companion.ui.kit.containers import VerticalScroll
from companion.ui.kit.layout import layout_now
from companion.ui.kit.rows import BlankRow, row_or_blank
from companion.ui.kivy_compat import scroll_trigger, update_scroll_bounds

_TOLERANCE = 1e-9
"""A smaller difference of `scroll_y` is not scrolling."""
_KIND = "viewclass"
"""The key of a row's class in its data."""
_MAX_PASSES = 5
"""How often rows with an unexpected height may make other rows visible."""


class VirtualList(VerticalScroll):
    """A list of rows with different heights; every row dict must have all properties.

    Rows are created and measured when they become visible. Until then they count with the usual
    height; if a row turns out to be higher or lower, the visible rows stay where they are. Kivy's
    RecycleView reads the data of all rows whenever one changes; this list only the visible ones.
    """

    viewclass = StringProperty("")
    """The class of the rows; a row with a key "viewclass" has another one."""
    data = ObjectProperty((), force_dispatch=True)
    """The properties of each row: a list or another indexable object with a length."""
    margin = NumericProperty(0)
    """Space on both sides of the rows."""
    gap = NumericProperty(0)
    """Space between the rows, and above the first and below the last."""

    def __init__(self, **properties: object) -> None:
        self._usual_height = 0.0
        """The median row height; 0 before a row has been measured."""
        self._measured: dict[int, float] = {}
        """The height of rows that have been visible, by index."""
        self._offsets = [0.0]
        """Distance of every row from the top of the list, and of the end of the list."""
        self._visible: dict[int, Widget] = {}
        self._anchor: tuple[int, float] | None = None
        """The row that keeps its position until the list is scrolled, even if heights change, and
        its distance from the upper edge; None at the top and at the end of the list."""
        self._anchored_scroll_y = 1.0
        """The `scroll_y` that keeps the anchor in its position."""
        self._spare: dict[str, list[Widget]] = {}
        """Widgets without a row, by class."""
        self._content = Widget(size_hint_y=None, height=0)
        super().__init__(**properties)
        self.add_widget(self._content)
        self.fbind("data", self._reload)
        for name in ("gap", "margin", "size"):
            self.fbind(name, self._measure)
        self._reload()

    def keep_offset(self, *_: object) -> None:
        """Do nothing: the anchor keeps its position."""

    def to_top(self) -> None:
        """Scroll to the first row."""
        self._anchor, self._anchored_scroll_y = None, 1.0
        super().to_top()

    def _reload(self, *_: object) -> None:
        """Show new data in the visible rows."""
        for index in [index for index in self._visible if index >= len(self.data)]:
            self._release(index)
        for index, row in list(self._visible.items()):
            is_shown = False
            with report_exception("a row"):
                properties = self.data[index]
                if type(row).__name__ == self._kind(properties):
                    self._show(row, properties)
                    is_shown = True
            if not is_shown:
                self._release(index)
        self._measure()

    def _measure(self, *_: object) -> None:
        """Forget all heights but those of the visible rows, after a change of data or size."""
        if self._is_scrolled:
            self._anchor = self._first_row()
        for row in self._visible.values():
            row.width = self._row_width
            layout_now(row)
        heights = {index: row.height for index, row in self._visible.items()}
        if self._anchor is not None and self._anchor[0] >= len(self.data):
            self._anchor = None
        self._set_heights(heights, self._anchor)
        scroll_trigger(self)()

    def _kind(self, properties: Mapping[str, object]) -> str:
        return str(properties.get(_KIND, self.viewclass))

    def _show(self, row: Widget, properties: Mapping[str, object]) -> None:
        """Set the properties of a row widget."""
        row.width = self._row_width
        for name, value in properties.items():
            if name != _KIND:
                setattr(row, name, value)
        layout_now(row)

    def update_from_scroll(self, *arguments: object) -> None:
        """Create, update and position the visible rows before the frame is drawn."""
        scrolled = self._is_scrolled
        for _ in range(_MAX_PASSES):
            self._recycle()
            found = {index: row.height for index, row in self._visible.items()}
            if all(self._height(index) == height for index, height in found.items()):
                break
            if self.scroll_y >= 1 or not self._usual_height:
                self._usual_height = sorted(found.values())[len(found) // 2]
            stays = self._expected_row() if scrolled else self._anchor
            self._set_heights(self._measured | found, stays)
        if scrolled:
            self._anchor = self._first_row()
            self._anchored_scroll_y = self.scroll_y
        for index, row in self._visible.items():
            row.pos = self.margin, self._content.height - self._offsets[index] - row.height
        super().update_from_scroll(*arguments)

    def _recycle(self) -> None:
        """Give every visible row a widget, first those of rows that are no longer visible."""
        above, count = self._above, len(self._offsets) - 1
        first = max(0, bisect_right(self._offsets, above) - 1)
        wanted = range(first, bisect_left(self._offsets, above + self.height, first, count))
        if not self._usual_height:
            # The height of the first row determines how many rows are visible.
            wanted = range(min(1, count))
        for index in set(self._visible).difference(wanted):
            self._release(index)
        for index in wanted:
            if index not in self._visible:
                row = self._visible[index] = row_or_blank(partial(self._row, index))
                if row.parent is None:
                    self._content.add_widget(row)
        for rows in self._spare.values():
            for row in rows:
                self._content.remove_widget(row)

    def _release(self, index: int) -> None:
        """Keep a widget for another row; a touch on it was meant for the old row, so cancel it."""
        row = self._visible.pop(index)
        if isinstance(row, BlankRow):
            self._content.remove_widget(row)
            return
        for widget in row.walk(restrict=True):
            if isinstance(widget, ButtonBehavior) and widget.state == "down":
                widget.last_touch.ungrab(widget)
                widget.state = "normal"
        self._spare.setdefault(type(row).__name__, []).append(row)

    def _row(self, index: int) -> Widget:
        """A widget for a row, laid out."""
        properties = self.data[index]
        kind = self._kind(properties)
        if self._spare.get(kind):
            self._show(self._spare[kind][-1], properties)
            return self._spare[kind].pop()
        given = {name: value for name, value in properties.items() if name != _KIND}
        row = Factory.get(kind)(width=self._row_width, **given)
        layout_now(row)
        row.fbind("height", scroll_trigger(self))
        return row

    @property
    def _row_width(self) -> float:
        width: float = self.width - 2 * self.margin
        return width

    def _height(self, index: int) -> float:
        return self._measured.get(index, self._usual_height)

    @property
    def _above(self) -> float:
        """The height of the list above the visible part."""
        room: float = max(0, self._offsets[-1] - self.height)
        return (1 - self.scroll_y) * room

    @property
    def _is_scrolled(self) -> bool:
        """Whether the list was scrolled since the anchor was chosen."""
        return abs(self.scroll_y - self._anchored_scroll_y) > _TOLERANCE

    def _expected_row(self) -> tuple[int, float] | None:
        """A visible row with the expected height, otherwise any, and its distance from the edge."""
        if not 0 < self.scroll_y < 1:
            return None
        expected = (i for i, row in self._visible.items() if row.height == self._height(i))
        index = min(expected, default=min(self._visible, default=0))
        return index, self._offsets[index] - self._above

    def _first_row(self) -> tuple[int, float] | None:
        """The first row whose top is visible, and its distance from the upper edge."""
        if not 0 < self.scroll_y < 1:
            return None
        above = self._above
        tops = ((index, self._offsets[index] - above) for index in sorted(self._visible))
        return next((each for each in tops if each[1] >= 0), None) or self._expected_row()

    def _set_heights(self, heights: dict[int, float], stays: tuple[int, float] | None) -> None:
        """Set row heights; the row `stays` keeps its distance from the upper edge."""
        self._measured = heights
        each = [self._usual_height + self.gap] * len(self.data)
        for index, height in heights.items():
            each[index] = height + self.gap
        self._offsets = list(accumulate(each, initial=self.gap))
        self._content.height = self._offsets[-1]
        room = self._content.height - self.height
        if stays is not None and room > 0:
            index, below = stays
            self.scroll_y = min(1, max(0, 1 - (self._offsets[index] - below) / room))
            update_scroll_bounds(self)
            self._anchored_scroll_y = self.scroll_y
