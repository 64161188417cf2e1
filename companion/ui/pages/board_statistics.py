"""All figures of a board and variant: scores, starting player, routes and tickets."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.report.search.games import BoardId
from companion.report.statistics.boards import BoardFrequencies, BoardStatistics
from companion.report.statistics.words import average_phrase, board_facts
from companion.report.words.games import full_date, past_game_outcome
from companion.rules.wording import phrase, plural_phrase
from companion.store.saved_game import FinishedGame
from companion.ui.context import AppContext
from companion.ui.game.statistics import ChartedGame, HistoryPage, fact_rows
from companion.ui.kit.layout import set_children
from companion.ui.kit.rows import BarRow
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import Request, ShowBoard, ShowGames

SHOWN = 8
"""Routes and tickets that are listed."""


class BoardStatisticsPage(HistoryPage):
    """Shows the figures of the board it was opened for last."""

    title = StringProperty("")
    subtitle = StringProperty("")
    board_aspect = NumericProperty(1.0)
    """Width by height of the board."""
    order = StringProperty("most")
    """Whether the routes and tickets with the highest or the lowest numbers are listed."""
    has_frequencies = BooleanProperty(False)
    """Whether the games have been replayed."""
    has_tickets = BooleanProperty(False)
    """Whether somebody had tickets in them."""

    def __init__(self, context: AppContext) -> None:
        self._board: BoardId = "", ""
        """The ids of board and variant."""
        self._shown: object = None
        """The figures that are shown, and in which language."""
        self._shown_frequencies: object = None
        """The frequencies that are shown, in which order and language."""
        super().__init__(context)

    def open_with(self, request: Request) -> None:
        """Show another board."""
        assert isinstance(request, ShowBoard)
        self._board, self.order = (request.board, request.variant), "most"
        self.has_frequencies = self.has_tickets = False
        self.ids.scores.select(-1)
        self.redraw()

    def show_history(self) -> None:
        """Show the figures of the board."""
        board = self.context.history.board(*self._board)
        self.hint = "" if board else translator.tr("No past games yet.")
        self.ids.content.opacity = 1 if board else 0
        if board is None:
            return
        content = board, translator.language
        if content != self._shown:
            self._shown = content
            self._show_figures(board)
        self._show_frequencies_of(board)

    def _show_figures(self, board: BoardStatistics) -> None:
        self.title = translator.render(self.context.board_name(board.board, board.variant))
        count = plural_phrase("{count} game", "{count} games", len(board.games))
        self.subtitle = translator.render(count)
        set_children(self.ids.facts, fact_rows(board_facts(board)))
        highest = max((each.average for each in board.averages), default=0)
        bars = (
            BarRow(
                label=translator.tr_plural("{count} player", "{count} players", each.players),
                number=translator.render(average_phrase(each.average)),
                share=max(0.0, each.average / highest) if highest > 0 else 0,
            )
            for each in board.averages
        )
        set_children(self.ids.averages, bars)
        self.ids.scores.show([_point(game) for game in board.games])

    def _show_frequencies_of(self, board: BoardStatistics) -> None:
        """Show how often routes and tickets occur; games that have changed are replayed."""
        history = self.context.history
        if history.is_replayed(board):
            self._show_frequencies(history.frequencies(board))
        else:
            # Those of another board are not shown meanwhile.
            self.has_frequencies = self.has_tickets = False
            shown = self._board

            def replayed(found: BoardFrequencies | None) -> None:
                if self._board == shown:
                    self._show_frequencies(found)
                else:
                    self.redraw()

            self.run_in_background(partial(history.frequencies, board), replayed)

    def _show_frequencies(self, found: BoardFrequencies | None) -> None:
        self.has_frequencies = found is not None
        self.has_tickets = found is not None and bool(found.tickets)
        content = found, self.order, translator.language
        if found is None or content == self._shown_frequencies:
            return
        self._shown_frequencies = content
        board, is_most = found.board, self.order == "most"
        routes = (found.routes if is_most else found.routes[::-1])[:SHOWN]
        tickets = (found.tickets if is_most else found.least_completed)[:SHOWN]
        self.board_aspect = board.aspect
        self.ids.picture.board = board
        self.ids.picture.routes = [each.route for each in routes]
        titles = [translator.render(board.route_title(board.routes[each.route])) for each in routes]
        self._list(
            "routes",
            [(title, each.games, found.games) for title, each in zip(titles, routes, strict=True)],
        )
        self._list(
            "tickets",
            [(board.ticket_title(each.ticket), each.completed, each.held) for each in tickets],
        )

    def _list(self, name: str, rows: Iterable[tuple[str, int, int]]) -> None:
        """List titles with a part and a whole, numbered."""
        bars = (
            BarRow(
                label=f"{number}. {title}",
                number=translator.tr("{part} of {whole}", part=part, whole=whole),
                share=part / whole,
                number_width=4,
            )
            for number, (title, part, whole) in enumerate(rows, start=1)
        )
        set_children(self.ids[name], bars)

    def choose_order(self, order: str) -> None:
        """List the highest or the lowest numbers."""
        self.order = order
        board = self.context.history.board(*self._board)
        if board is not None:
            self._show_frequencies_of(board)

    def show_games(self) -> None:
        """List the games on this board."""
        self.context.navigator.go("past_games", ShowGames(board=self._board))


def _point(game: FinishedGame) -> ChartedGame:
    date = full_date(game.date.astimezone())
    text = phrase("{date} · {outcome}", date=date, outcome=past_game_outcome(game))
    points = max(game.scores.values())
    return ChartedGame(game.id, points, True, translator.render(date), translator.render(text))


load("pages/board_statistics")
