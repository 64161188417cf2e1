"""The boards to choose from: a shelf that slides where not all of them fit beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty

from companion.rules.wording import phrase, plural_phrase
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
    from companion.rules.wording import Phrase

MARGIN = 8
"""Beside the words, in dp."""
GAP = 8
"""Between two cards, in dp."""
NARROWEST = 96
"""How narrow a card may be, in dp."""
CUT_OFF = 0.45
"""How much of the next card is seen, so that everybody sees that the shelf slides."""
MOST_BESIDE = 3
"""Cards in a row where the shelf does not slide."""


class BoardCard(Tappable):
    """One of the boards: its picture, its name, and what sets it apart."""

    board = ObjectProperty()
    """The `BoardSummary` of the board."""
    scene = ObjectProperty()
    """What its picture shows."""
    chosen = BooleanProperty(False)
    words_height = NumericProperty(0)
    """As much as the longest of all boards' words need."""

    def feature(self, board: BoardSummary) -> Phrase:
        """What a table notices first about a board."""
        if board.has_terrain:
            # Translators: what a board has that others have not, short.
            return phrase("terrain cards")
        if board.has_stations:
            # Translators: what a board has that others have not, short.
            return phrase("stations")
        return plural_phrase("{count} ticket", "{count} tickets", board.ticket_count)

    @property
    def words_need(self) -> float:
        """How high its own words are."""
        return float(self.ids.name.height + self.ids.feature.height + dp(MARGIN) * 2)

    def do_layout(self, *_: object) -> None:
        """The picture above; the words of all cards begin at the same height."""
        x, y, width, words_height = self.x, self.y, self.width, self.words_height
        picture, margin = self.ids.picture, dp(MARGIN)
        picture.pos = x, y + words_height
        picture.size = width, max(1, self.height - words_height)
        top = y + words_height - margin
        for line in (self.ids.name, self.ids.feature):
            line.width = max(1, width - margin * 2)
            line.x, line.top = x + margin, top
            top -= line.height


@register_events("on_choose")
class BoardCarousel(HorizontalScroll):
    """All boards, in one row that slides or in several that do not."""

    slides = BooleanProperty(True)
    margin = NumericProperty(0)
    """Before the first card and after the last one of a row that slides."""
    highest = NumericProperty(dp(120))
    """How high a picture may be."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._arrange = Clock.create_trigger(self._fit, -1)
        for name in ("width", "margin", "highest", "slides"):
            self.fbind(name, self._arrange)

    def show(self, boards: Boards, summaries: Sequence[BoardSummary], chosen: BoardSummary) -> None:
        """Show the boards there are, the chosen one where it can be seen."""
        row = self.ids.row
        if [card.board for card in reversed(row.children)] != list(summaries):
            row.clear_widgets()
            for board in summaries:
                card = BoardCard(board=board, scene=empty_board(boards, board.id))
                card.bind(on_tap=lambda card: self.dispatch("on_choose", card.board))
                for line in (card.ids.name, card.ids.feature):
                    line.fbind("height", self._arrange)
                row.add_widget(card)
        for card in row.children:
            newly = card.board.id == chosen.id and not card.chosen
            card.chosen = card.board.id == chosen.id
            if newly:
                Clock.schedule_once(lambda _, card=card: self.bring(card))
        self._fit()

    def bring(self, card: BoardCard) -> None:
        """Slide until a card can be seen if it is still there, and a little of the next one."""
        if card.parent:
            self.scroll_to(card, padding=MARGIN * 4, animate={"d": 0.15, "t": "out_quad"})

    def _fit(self, *_: object) -> None:
        row = self.ids.row
        if not row.children:
            return
        gap, count = dp(GAP), len(row.children)
        longest = max(
            text.line_width(word, theme.small, bold=True)
            for card in row.children
            for word in translator.render(card.board.called).split()
        )
        least = max(dp(NARROWEST), longest + dp(MARGIN) * 2 + 1)
        room = self.width - self.margin * (1 if self.slides else 2)
        if self.slides:
            whole = max(1, floor((room - least * CUT_OFF) / (least + gap)))
            each = (room - whole * gap) / (whole + CUT_OFF)
            if whole >= count:
                each = (room - self.margin - (count - 1) * gap) / count
            row.cols = count
        else:
            row.cols = min(MOST_BESIDE, max(1, floor((room + gap) / (least + gap))))
            each = (room - (row.cols - 1) * gap) / row.cols
        lines = max(card.words_need for card in row.children)
        row.col_default_width = each
        row.row_default_height = lines + min(each, self.highest)
        for card in row.children:
            card.words_height = lines


load("pages/new_game/board_card")
