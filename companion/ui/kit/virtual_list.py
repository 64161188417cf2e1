"""Lists longer than a screen, whose rows are few and used again."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate

from kivy.factory import Factory
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.ui.kit.containers import Scroll
from companion.ui.kit.layout import layout_now

_STILL = 1e-9
"""By how much a list is off that nobody has scrolled."""
_PASSES = 5
"""How often rows that are not as high as was thought may bring others into sight."""


class VirtualList(Scroll):
    """Rows as high as they need to be; every row must be given all its properties.

    A row is asked for, and how high it is found out, when it comes into sight. Until then it
    counts as high as the others, and where it is not, what is in sight stays where it is. So
    thousands of rows cost no more than a screen full: Kivy's own list looks at all of them
    whenever one changes.
    """

    viewclass = StringProperty("")
    """The class of the rows."""
    data = ObjectProperty((), force_dispatch=True)
    """The properties of each row: a list, or whatever else has a length and can be indexed."""
    margin = NumericProperty(0)
    """What is left free beside the rows."""
    gap = NumericProperty(0)
    """What is left free between them, and at both ends."""
    scroll_y: float

    def __init__(self, **properties: object) -> None:
        self._usual = 0.0
        """How high rows mostly are; 0 before one has been seen."""
        self._known: dict[int, float] = {}
        """How high rows are that have been seen and are not as high as usual."""
        self._starts = [0.0]
        """How far below the top every row begins; at the end, how far below it the list ends."""
        self._in_sight: dict[int, Widget] = {}
        self._anchor: tuple[int, float] | None = None
        """The row that keeps its place, whatever the size and the heights, until somebody scrolls,
        and how far below the upper edge it begins; at the top and at the end there is none."""
        self._anchored = 1.0
        """Where the list is scrolled to for that."""
        self._spare: list[Widget] = []
        self._roll = Widget(size_hint_y=None, height=0)
        super().__init__(**properties)
        self.add_widget(self._roll)
        self.fbind("data", self._begin_again)
        for name in ("gap", "margin", "size"):
            self.fbind(name, self._measure)
        self._begin_again()

    def to_top(self) -> None:
        """Scroll to the first row, whichever was to keep its place."""
        self._anchor = None
        self.scroll_y = self._anchored = 1

    def _begin_again(self, *_: object) -> None:
        """Show other rows in the place of those in sight."""
        for index in [index for index in self._in_sight if index >= len(self.data)]:
            self._put_aside(index)
        for index, row in self._in_sight.items():
            self._fill(row, index)
        self._measure()

    def _measure(self, *_: object) -> None:
        """Take what is in sight for all that is known."""
        if self._is_scrolled:
            self._anchor = self._first()
        for row in self._in_sight.values():
            row.width = self._row_width
            layout_now(row)
        heights = {index: row.height for index, row in self._in_sight.items()}
        if self._anchor is not None and self._anchor[0] >= len(self.data):
            self._anchor = None
        self._know(heights, self._anchor)
        self._trigger_update_from_scroll()

    def _fill(self, row: Widget, index: int) -> None:
        """Make a widget the row of that number."""
        row.width = self._row_width
        for name, value in self.data[index].items():
            setattr(row, name, value)
        layout_now(row)

    def update_from_scroll(self, *arguments: object) -> None:
        """Have the rows in sight where they belong before they are seen."""
        scrolled = self._is_scrolled
        for _ in range(_PASSES):
            self._exchange()
            found = {index: row.height for index, row in self._in_sight.items()}
            if all(self._height(index) == height for index, height in found.items()):
                break
            if self.scroll_y >= 1 or not self._usual:
                self._usual = sorted(found.values())[len(found) // 2]
            stays = self._as_thought() if scrolled else self._anchor
            self._know(self._known | found, stays)
        if scrolled:
            self._anchor = self._first()
            self._anchored = self.scroll_y
        for index, row in self._in_sight.items():
            row.pos = self.margin, self._roll.height - self._starts[index] - row.height
        super().update_from_scroll(*arguments)

    def _exchange(self) -> None:
        """Give every row in sight a widget, first those of rows that no longer are."""
        above, count = self._above, len(self._starts) - 1
        first = max(0, bisect_right(self._starts, above) - 1)
        wanted = range(first, bisect_left(self._starts, above + self.height, first, count))
        if not self._usual:
            # The first one tells how many there is room for.
            wanted = range(min(1, count))
        for index in set(self._in_sight).difference(wanted):
            self._put_aside(index)
        for index in wanted:
            if index not in self._in_sight:
                row = self._in_sight[index] = self._row(index)
                if row.parent is None:
                    self._roll.add_widget(row)
        for row in self._spare:
            self._roll.remove_widget(row)

    def _put_aside(self, index: int) -> None:
        """Keep a widget for another row; a finger on it meant the row it was."""
        row = self._in_sight.pop(index)
        for part in row.walk(restrict=True):
            if isinstance(part, ButtonBehavior) and part.state == "down":
                part.last_touch.ungrab(part)
                part.state = "normal"
        self._spare.append(row)

    def _row(self, index: int) -> Widget:
        """A widget for the row of that number, as high as it is."""
        if self._spare:
            row = self._spare.pop()
            self._fill(row, index)
            return row
        row = Factory.get(self.viewclass)(width=self._row_width, **self.data[index])
        layout_now(row)
        row.fbind("height", self._trigger_update_from_scroll)
        return row

    @property
    def _row_width(self) -> float:
        width: float = self.width - 2 * self.margin
        return width

    def _height(self, index: int) -> float:
        return self._known.get(index, self._usual)

    @property
    def _above(self) -> float:
        """How much of the list is out of sight at the top."""
        room: float = max(0, self._starts[-1] - self.height)
        return (1 - self.scroll_y) * room

    @property
    def _is_scrolled(self) -> bool:
        """Whether somebody has scrolled since a row was last chosen to keep its place."""
        return abs(self.scroll_y - self._anchored) > _STILL

    def _as_thought(self) -> tuple[int, float] | None:
        """A row in sight that is as high as was thought, or any, and where it begins."""
        if not 0 < self.scroll_y < 1:
            return None
        right = (i for i, row in self._in_sight.items() if row.height == self._height(i))
        index = min(right, default=min(self._in_sight, default=0))
        return index, self._starts[index] - self._above

    def _first(self) -> tuple[int, float] | None:
        """The first row that begins in sight, or the only one, and where."""
        if not 0 < self.scroll_y < 1:
            return None
        above = self._above
        begins = ((index, self._starts[index] - above) for index in sorted(self._in_sight))
        return next((each for each in begins if each[1] >= 0), None) or self._as_thought()

    def _know(self, heights: dict[int, float], stays: tuple[int, float] | None) -> None:
        """Take rows to be so high; one of them may have to begin so far below the upper edge."""
        self._known = heights
        each = [self._usual + self.gap] * len(self.data)
        for index, height in heights.items():
            each[index] = height + self.gap
        self._starts = list(accumulate(each, initial=self.gap))
        self._roll.height = self._starts[-1]
        room = self._roll.height - self.height
        if stays is not None and room > 0:
            index, below = stays
            self.scroll_y = min(1, max(0, 1 - (self._starts[index] - below) / room))
            # What is being scrolled goes on from here.
            self._update_effect_y_bounds()
            self._anchored = self.scroll_y
