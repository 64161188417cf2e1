"""A page with a board: brings into view what a sheet is about, and places the notification.

A sheet leaves part of the board free, and the highlighted part is moved there. A notification lies
over the title, where there is neither a route nor a button. A longer one lies below the scoreboard
if that is beside the board, otherwise on the board, where it hides least.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.drawing.area import Area
from companion.drawing.camera import Size, freest_area
from companion.drawing.highlight import NO_HIGHLIGHT, Highlight
from companion.ui.context import AppContext
from companion.ui.kit.layout import layout_now
from companion.ui.kit.sheet import Sheet
from companion.ui.kit.text import line_width
from companion.ui.look.theme import theme
from companion.ui.page import NOTICE_WIDTH, Page

_EDGE = 8
"""Between a notification and the edge of the board, in dp."""
_CELL = 6
"""The precision with which a notification is placed on the board, in dp."""
_BESIDE_TEXT = 110
"""The width of the margins and the button of a notification on the board, in dp."""
_LINES = (1, 2, 3)
"""Lines of text that a notification on the board may have, if it hides less of it then."""


class BoardPage(Page):
    """A page whose kv rule has `bar` and `scoreboard` in a `side`, and a `board` in a `middle`."""

    covered = NumericProperty(0)
    covered_side = NumericProperty(0)
    """How much of the window's height or width an open sheet covers."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.ids.board.bind(size=self._focus_again, inset_bottom=self._focus_again)
        self.ids.middle.bind(pos=self._place_notice_soon, size=self._place_notice_soon)
        self.ids.bar.ids.titles.bind(width=self._place_notice_soon)

    def opening(self) -> None:
        """Open the page without a highlight."""
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

    def _place_notice(self, *_: object) -> None:
        notice = self.ids.notice
        if not notice.text or self._place_on_title():
            return
        if self._action in (self.session.undo, self.session.redo):
            # The same button is in the bar, beside the notification.
            button, notice.button = notice.button, ""
            if self._place_on_title():
                return
            notice.button = button
        notice.compact = False
        if not self._place_below_scores():
            self._place_on_board()

    def _place_on_title(self) -> bool:
        """Place the notification between the buttons of the bar; False if it is too long."""
        notice, bar = self.ids.notice, self.ids.bar
        titles = bar.ids.titles
        notice.compact, notice.width = True, titles.width
        layout_now(notice)
        if notice.height > bar.height or notice.ids.line.breaks_a_word:
            return False
        notice.x, notice.center_y = titles.x, bar.center_y
        return True

    def _place_below_scores(self) -> bool:
        """Place the notification below the scoreboard beside the board, if there is room."""
        notice, side = self.ids.notice, self.ids.side
        notice.width = side.width - 2 * dp(_EDGE)
        layout_now(notice)
        free = side.height - self.ids.bar.height - self.ids.scoreboard.height
        if notice.height + 2 * dp(_EDGE) > free:
            return False
        notice.pos = side.x + dp(_EDGE), side.y + dp(_EDGE)
        return True

    def _place_on_board(self) -> None:
        """Place the notification where it hides least of the board."""
        notice, room = self.ids.notice, self.ids.middle.width - 2 * dp(_EDGE)
        text = line_width(notice.text, theme.body, bold=True)
        sizes: list[Size] = []
        for lines in _LINES:
            # Words do not fill the lines completely.
            width = text / lines * (1 if lines == 1 else 1.2) + dp(_BESIDE_TEXT)
            notice.width = min(width, room, dp(NOTICE_WIDTH))
            layout_now(notice)
            if not sizes or not notice.ids.line.breaks_a_word:
                sizes.append((notice.width, notice.height))
        self.place_on_board(notice, sizes)
        layout_now(notice)

    def place_on_board(self, widget: Widget, sizes: Sequence[Size]) -> bool:
        """Give a widget the position and size where it hides least; whether it hides nothing."""
        middle, board = self.ids.middle, self.ids.board
        view = Area(middle.x, max(middle.y, self.covered), middle.right, middle.top)
        names = board.name_areas().values()
        area = freest_area(view.grown(-dp(_EDGE)), sizes, self.obstacles(), names, dp(_CELL))
        widget.width, widget.pos = area.width, (area.left, area.bottom)
        return not any(area.overlaps(each) for each in self.obstacles())

    def obstacles(self) -> Iterable[Area]:
        """Areas of the board that `place_on_board` leaves free if it can."""
        areas: Iterable[Area] = self.ids.board.hit_areas()
        return areas

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
