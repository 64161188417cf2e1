"""The boards that were played, with their best results."""

from __future__ import annotations

from kivy.properties import ListProperty, ObjectProperty, StringProperty

from companion.report.statistics.boards import BoardStatistics
from companion.rules.wording import phrase, plural_phrase
from companion.ui.board.thumbnail import empty_board
from companion.ui.history_page import HistoryPage
from companion.ui.kit.buttons import Tappable
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import ShowBoard


class PlayedBoardRow(Tappable):
    """A board and variant; a tap opens its statistics."""

    board = StringProperty("")
    variant = StringProperty("")
    title = StringProperty("")
    detail = StringProperty("")
    best = StringProperty("")
    scene = ObjectProperty(None, allownone=True)
    page = ObjectProperty(None, allownone=True)

    def on_tap(self) -> None:
        """Open the statistics."""
        self.page.context.navigator.go("board_statistics", ShowBoard(self.board, self.variant))


class BoardsPage(HistoryPage):
    """A row for each board and variant, most played first."""

    rows = ListProperty()
    """The properties of the rows."""

    def fill(self) -> None:
        """List the boards."""
        self.rows = [self._row(each) for each in self.context.history.boards()]

    def _row(self, played: BoardStatistics) -> dict[str, object]:
        boards, best = self.context.boards, next(iter(played.best), None)
        record = (
            phrase("Best score: {points} by {player}", points=best.points, player=best.player.name)
            if best
            else None
        )
        return {
            "board": played.board,
            "variant": played.variant,
            "title": translator.render(self.context.board_name(played.board, played.variant)),
            "detail": translator.render(
                plural_phrase("{count} game", "{count} games", len(played.games))
            ),
            "best": translator.render(record) if record else "",
            "scene": empty_board(boards.__getitem__, boards.summary(played.board))
            if played.board in boards
            else None,
            "page": self,
        }


load("pages/boards")
