"""A board to choose: its picture, its name, and what sets it apart."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.gridlayout import GridLayout

from companion.rules import Board, Phrase
from companion.rules.wording import say, say_count
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.widgets import framed_board, text
from companion.ui.widgets.announcing import announces
from companion.ui.widgets.tapping import Tappable

MOST_BESIDE = 3
"""Boards in one row."""
MARGIN = 8
"""Beside the words, in dp."""


class BoardCard(Tappable):
    """One of the boards."""

    board = ObjectProperty()
    chosen = BooleanProperty(False)
    beside = BooleanProperty(False)
    """Whether the words stand beside the picture, not below it."""
    words_height = NumericProperty(0)
    """As much as the longest of all boards' words need."""

    def feature(self, board: Board) -> Phrase:
        """What a table notices first about a board."""
        if board.terrain:
            return say("terrain cards")
        if board.stations_per_player:
            return say("stations")
        return say_count("{count} ticket", "{count} tickets", board.ticket_count)


@announces("on_choose")
class BoardShelf(GridLayout):
    """All boards side by side, or below each other where a name would be torn apart."""

    highest = NumericProperty(dp(120))
    """How high a picture may be."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._arrange = Clock.create_trigger(self._fit, -1)
        self.bind(width=self._arrange, highest=self._arrange)

    def show(self, boards: Sequence[Board], chosen: Board) -> None:
        """Show the boards there are, and which is chosen."""
        if [card.board for card in reversed(self.children)] != list(boards):
            self.clear_widgets()
            for board in boards:
                card = BoardCard(board=board)
                card.bind(on_tap=lambda card: self.dispatch("on_choose", card.board))
                card.ids.lines.bind(height=self._arrange)
                self.add_widget(card)
        for card in self.children:
            card.chosen = card.board.id == chosen.id
        self._fit()

    def _fit(self, *_: object) -> None:
        if not self.children:
            return
        count = min(len(self.children), MOST_BESIDE)
        each = (self.width - self.spacing[0] * (count - 1)) / count
        line = CoreLabel(font_size=theme.small, bold=True)
        longest = max(
            line.get_extents(word)[0] for card in self.children for word in card.board.name.split()
        )
        beside = longest > each - dp(MARGIN) * 2 - 1
        self.cols = 1 if beside else count
        words = max(card.ids.lines.height for card in self.children)
        self.row_default_height = max(words, dp(56)) if beside else words + min(each, self.highest)
        for card in self.children:
            card.beside, card.words_height = beside, words


_NEEDED = (framed_board, text)
"""Modules whose widgets the kv file names."""

load("pages/new_game/board_card")
