"""Base class of pages with a board: highlights what a sheet or a notification is about.

A sheet leaves part of the board free, and the highlighted part is moved there. A notification is
placed so that it does not hide the route it is about.
"""

from __future__ import annotations

from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion.drawing.area import Area
from companion.drawing.highlight import NO_HIGHLIGHT, Highlight, TrackId
from companion.ui.context import AppContext
from companion.ui.kit.sheet import Sheet
from companion.ui.page import Page

EDGE = 8
"""Between a notification and the edge of the board, in dp."""


class BoardPage(Page):
    """A page whose kv rule has a `board` in a `middle` that also holds the notification."""

    covered = NumericProperty(0)
    covered_side = NumericProperty(0)
    """How much of the window's height or width an open sheet covers."""

    def __init__(self, context: AppContext) -> None:
        self._notice_track: TrackId | None = None
        """The track the notification is about."""
        super().__init__(context)
        self.ids.board.bind(size=self._focus_again, inset_bottom=self._focus_again)
        self.ids.notice.bind(height=self._place_notice_soon)
        self.ids.middle.bind(pos=self._place_notice_soon, size=self._place_notice_soon)

    def opening(self) -> None:
        """Open the page without a highlight."""
        self._notice_track = None
        self.show_highlight(NO_HIGHLIGHT)

    def show_highlight(self, highlight: Highlight) -> None:
        """Highlight tracks and places on the board and bring them into view."""
        board = self.ids.board
        board.highlight = highlight
        self._focus_again()
        if not highlight.has_location:
            board.unfocus()

    def open_sheet_about(self, sheet: Sheet, highlight: Highlight = NO_HIGHLIGHT) -> None:
        """Open a sheet and bring what it is about into the part of the board it leaves free."""
        self.open_sheet(sheet)
        sheet.bind(covered=self._covered, covered_side=self._covered)
        self._covered(sheet)
        self.show_highlight(highlight)

    def notice_position(self) -> tuple[float, float, float]:
        """At the lower edge of the board, or at the upper one where that hides less of a route."""
        middle, line = self.ids.middle, self.ids.notice
        bottom, top = middle.y + dp(EDGE), middle.top - dp(EDGE) - line.height
        if self._notice_track is not None and self.ids.board.layout is not None:
            route = self.ids.board.route_area(*self._notice_track)
            low, high = (middle.to_window(0, y)[1] for y in (bottom, top))
            if _overlap(route, low, line.height) > _overlap(route, high, line.height):
                return middle.center_x, middle.width, top
        return middle.center_x, middle.width, bottom

    def _closed(self, sheet: Sheet) -> None:
        if sheet is self.sheet:
            self.covered = self.covered_side = 0
            self.show_highlight(NO_HIGHLIGHT)
        super()._closed(sheet)

    def _covered(self, sheet: Sheet, *_: object) -> None:
        if sheet is self.sheet:
            self.covered, self.covered_side = sheet.covered, sheet.covered_side
            self._focus_again()

    def _focus_again(self, *_: object) -> None:
        """Keep the highlighted part in view, also after a rotation of the phone."""
        board = self.ids.board
        if min(board.size) >= 1:
            board.focus(board.highlight)


def _overlap(area: Area, bottom: float, height: float) -> float:
    """How much of an area's height a horizontal strip covers."""
    return max(0.0, min(area.top, bottom + height) - max(area.bottom, bottom))
