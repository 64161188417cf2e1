"""Lists longer than a screen, whose rows are few and used again."""

from __future__ import annotations

from kivy.properties import NumericProperty
from kivy.uix.recycleboxlayout import RecycleBoxLayout
from kivy.uix.recycleview import RecycleView
from kivy.uix.widget import Widget

from companion.ui.look.kv import load


class RecycledRows(RecycleView):
    """Rows as high as they need to be; every row must be given all its properties."""

    margin = NumericProperty(0)
    """What is left free beside the rows."""
    gap = NumericProperty(0)
    """What is left free between them, and at both ends."""
    scroll_y: float

    def scroll_to(self, widget: Widget, padding: float = 10, **_: object) -> None:
        """Bring a row, or a part of one, into sight at once.

        Kivy's own asks the layout whether it waits, which that of such a list cannot tell.
        """
        rows = self.children[0]
        room = rows.height - self.height
        if room > 0:
            highest = widget.y - rows.y - padding
            lowest = widget.top - rows.y + padding - self.height
            below = min(max(self.scroll_y * room, lowest), highest)
            self.scroll_y = min(max(below / room, 0), 1)


class SteadyRows(RecycleBoxLayout):
    """Keeps every row's widget when rows change their heights.

    Kivy's own layout hands the widgets out anew then, in reverse: what was a high row becomes a
    low one, heights change again, and rows of different heights never come to rest.
    """

    _arranging = False

    def compute_layout(self, *arguments: object) -> None:
        """Put the rows where their heights want them."""
        self._arranging = True
        super().compute_layout(*arguments)
        self._arranging = False

    def clear_layout(self) -> None:
        """Forget where the rows are, and what is in them only if that has changed."""
        if not self._arranging:
            super().clear_layout()
            return
        self.recycleview.view_adapter.make_views_dirty()
        self.clear_widgets()
        self.view_indices: dict[Widget, int] = {}
        self._size_needs_update = False


load("widgets/recycling")
