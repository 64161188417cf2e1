"""The board carousel of the New game page."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty

from companion.ui.board.thumbnail import empty_board
from companion.ui.kit import text
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.kit.horizontal_scroll import HorizontalScroll
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator

if TYPE_CHECKING:
    from companion.rules.boards import Boards, BoardSummary

CARD_MARGIN = 8
"""Around the texts of a card, in dp."""
CARD_GAP = 8
"""Between two cards, in dp."""
MAX_WIDTH = 116
"""Width of a card in which every name must fit, in dp; a longer name gets smaller letters."""
NEXT_CARD_SHARE = 0.45
"""Share of the next card that is visible, to show that the carousel scrolls."""
MAX_COLUMNS = 3
"""Cards in a row where the carousel does not scroll."""


class BoardCard(Tappable):
    """A board's thumbnail and name."""

    board = ObjectProperty()
    """The `BoardSummary` of the board."""
    scene = ObjectProperty()
    """The `Scene` of its thumbnail."""
    chosen = BooleanProperty(False)


@register_events("on_choose")
class BoardCarousel(HorizontalScroll):
    """All boards, in one row that scrolls or in several that do not."""

    scrolls = BooleanProperty(True)
    margin = NumericProperty(0)
    """Before the first and after the last card of a row that scrolls."""
    max_picture_height = NumericProperty(dp(120))

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._arrange = Clock.create_trigger(self._fit, -1)
        for name in ("width", "margin", "max_picture_height", "scrolls"):
            self.fbind(name, self._arrange)

    def show(self, boards: Boards, summaries: Sequence[BoardSummary], chosen: BoardSummary) -> None:
        """Show the boards and scroll to the chosen one."""
        row = self.ids.row
        if [card.board for card in reversed(row.children)] != list(summaries):
            row.clear_widgets()
            for board in summaries:
                card = BoardCard(board=board, scene=empty_board(boards, board.id))
                card.bind(on_tap=lambda card: self.dispatch("on_choose", card.board))
                row.add_widget(card)
        for card in row.children:
            was_chosen, card.chosen = card.chosen, card.board.id == chosen.id
            if card.chosen and not was_chosen:
                Clock.schedule_once(lambda _, card=card: self.scroll_to_card(card))
        self._fit()

    def scroll_to_card(self, card: BoardCard) -> None:
        """Scroll until a card and a part of the next one are visible."""
        if card.parent:
            self.scroll_to(card, padding=CARD_MARGIN * 4, animate={"d": 0.15, "t": "out_quad"})

    def _fit(self, *_: object) -> None:
        row = self.ids.row
        if not row.children:
            return
        gap, count = dp(CARD_GAP), len(row.children)
        longest = max(
            text.line_width(
                translator.render(card.board.short_display_name), theme.small, bold=True
            )
            for card in row.children
        )
        least = min(dp(MAX_WIDTH), longest + dp(CARD_MARGIN) * 2 + 1)
        room = self.width - self.margin * (1 if self.scrolls else 2)
        if self.scrolls:
            whole = max(1, floor((room - least * NEXT_CARD_SHARE) / (least + gap)))
            each = (room - whole * gap) / (whole + NEXT_CARD_SHARE)
            if whole >= count:
                each = (room - self.margin - (count - 1) * gap) / count
            row.cols = count
        else:
            row.cols = min(MAX_COLUMNS, max(1, floor((room + gap) / (least + gap))))
            each = (room - (row.cols - 1) * gap) / row.cols
        row.col_default_width = each
        name_height = max(card.ids.name.height for card in row.children)
        row.row_default_height = name_height + min(each, self.max_picture_height)


load("pages/new_game/board_card")
