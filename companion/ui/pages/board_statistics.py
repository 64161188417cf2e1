"""All figures of a board and variant: scores, starting player, routes and tickets."""

from __future__ import annotations

from functools import partial

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.report.statistics.boards import BoardFrequencies, BoardStatistics
from companion.report.statistics.words import average_phrase, board_facts
from companion.report.words.games import full_date, past_game_outcome
from companion.rules.wording import Phrase, phrase, plural_phrase
from companion.ui.context import AppContext
from companion.ui.game.statistics import ChartedGame, FactRow
from companion.ui.history_page import HistoryPage
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
    hint = StringProperty("")
    """Why nothing is shown."""
    board_aspect = NumericProperty(1.0)
    """Width by height of the board."""
    order = StringProperty("most")
    """Whether the routes and tickets with the highest or the lowest numbers are listed."""
    has_frequencies = BooleanProperty(False)
    """Whether the games have been replayed."""

    def __init__(self, context: AppContext) -> None:
        self._board = "", ""
        """The ids of board and variant."""
        self._shown: object = None
        """The figures that are shown, and in which language."""
        self._shown_frequencies: object = None
        """The frequencies that are shown, in which order and language."""
        super().__init__(context)

    def open_with(self, request: Request) -> None:
        """Show another board."""
        if not isinstance(request, ShowBoard):
            super().open_with(request)
            return
        self._board, self.order = (request.board, request.variant), "most"
        self.has_frequencies = False
        self.ids.scores.select(-1)
        self.redraw()

    def fill(self) -> None:
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
        self.ids.facts.clear_widgets()
        for title, text in board_facts(board):
            row = FactRow(title=translator.render(title), text=translator.render(text))
            self.ids.facts.add_widget(row)
        self.ids.averages.clear_widgets()
        highest = max((each.average for each in board.averages), default=0)
        for each in board.averages:
            players = plural_phrase("{count} player", "{count} players", each.players)
            row = BarRow(
                label=translator.render(players),
                number=translator.render(average_phrase(each.average)),
                share=max(0.0, each.average / highest) if highest > 0 else 0,
            )
            self.ids.averages.add_widget(row)
        self.ids.scores.show(
            [
                ChartedGame(
                    game.id,
                    max(game.scores.values()),
                    True,
                    translator.render(full_date(game.date.astimezone())),
                    translator.render(
                        phrase(
                            "{date} · {outcome}",
                            date=full_date(game.date.astimezone()),
                            outcome=past_game_outcome(game),
                        )
                    ),
                )
                for game in board.games
            ]
        )

    def _show_frequencies_of(self, board: BoardStatistics) -> None:
        """Show how often routes and tickets occur; games that have changed are replayed."""
        history = self.context.history
        if history.is_replayed(board):
            self._show_frequencies(history.frequencies(board))
        else:
            # Those of another board are not shown meanwhile.
            self.has_frequencies = False
            work = partial(history.frequencies, board)
            self.run_in_background(work, self._show_frequencies)

    def _show_frequencies(self, found: BoardFrequencies | None) -> None:
        self.has_frequencies = found is not None
        content = found, self.order, translator.language
        if found is None or content == self._shown_frequencies:
            return
        self._shown_frequencies = content
        is_most = self.order == "most"
        routes = found.routes if is_most else found.routes[::-1]
        self.board_aspect = found.board.aspect
        picture = self.ids.picture
        picture.board = found.board
        picture.routes = [each.route for each in routes[:SHOWN]]
        self._list(
            "routes",
            [
                (found.board.route_title(found.board.routes[each.route]), each.games, found.games)
                for each in routes[:SHOWN]
            ],
        )
        tickets = found.tickets if is_most else found.least_completed
        self._list(
            "tickets",
            [
                (found.board.ticket_title(each.ticket), each.completed, each.held)
                for each in tickets[:SHOWN]
            ],
        )

    def _list(self, name: str, rows: list[tuple[Phrase | str, int, int]]) -> None:
        """List titles with a part and a whole, numbered."""
        column = self.ids[name]
        column.clear_widgets()
        for number, (title, part, whole) in enumerate(rows, start=1):
            text = title if isinstance(title, str) else translator.render(title)
            row = BarRow(
                label=f"{number}. {text}",
                number=translator.tr("{part} of {whole}", part=part, whole=whole),
                share=part / whole,
                number_width=4,
            )
            column.add_widget(row)

    def choose_order(self, order: str) -> None:
        """List the highest or the lowest numbers."""
        self.order = order
        board = self.context.history.board(*self._board)
        if board is not None:
            self._show_frequencies_of(board)

    def open_game(self, id: str) -> None:
        """Show the result of a game."""
        if self.context.sessions.open(id).accepted:
            self.context.navigator.go("result")

    def show_games(self) -> None:
        """List the games on this board."""
        self.context.navigator.go("past_games", ShowGames(board=self._board))


load("pages/board_statistics")
