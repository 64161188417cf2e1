"""The boards that were played, with their best results."""

from __future__ import annotations

from kivy.properties import ListProperty, ObjectProperty, StringProperty

from companion.report.statistics.boards import BoardStatistics
from companion.ui.board.thumbnail import empty_board
from companion.ui.game.statistics import HistoryPage
from companion.ui.kit.buttons import Tappable
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import ShowBoard


class PlayedBoardRow(Tappable):
    """A board and variant; a tap opens its statistics."""

    request = ObjectProperty()
    """The `ShowBoard` that opens them."""
    title = StringProperty("")
    detail = StringProperty("")
    best = StringProperty("")
    scene = ObjectProperty(None, allownone=True)
    page = ObjectProperty(None, allownone=True)


class BoardsPage(HistoryPage):
    """A row for each board and variant, most played first."""

    rows = ListProperty()
    """The properties of the rows."""

    def show_history(self) -> None:
        """List the boards."""
        self.rows = [self._row(each) for each in self.context.history.boards()]
        self.is_empty = not self.rows
        self.hint = "" if self.rows else translator.tr("No past games yet.")

    def _row(self, played: BoardStatistics) -> dict[str, object]:
        boards, best = self.context.boards, next(iter(played.best), None)
        row: dict[str, object] = {
            "request": ShowBoard(played.board, played.variant),
            "title": translator.render(self.context.board_name(played.board, played.variant)),
            "detail": translator.tr_plural("{count} game", "{count} games", len(played.games)),
            "best": "",
            "scene": None,
            "page": self,
        }
        if best:
            points, player = best.points, best.player.name
            row["best"] = translator.tr(
                "Best score: {points} by {player}", points=points, player=player
            )
        if played.board in boards:
            row["scene"] = empty_board(boards.__getitem__, boards.summary(played.board))
        return row


load("pages/boards")
