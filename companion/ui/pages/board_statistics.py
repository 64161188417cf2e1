"""All figures of a board and variant: scores, heat map of claimed routes, tickets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    NumericProperty,
    StringProperty,
)
from kivy.uix.widget import Widget

from companion.drawing.painting import heat_looks
from companion.drawing.palette import Rgba, heat
from companion.report.search.games import BoardId
from companion.report.statistics.boards import (
    BoardFrequencies,
    BoardStatistics,
    RouteFrequency,
    TicketFrequency,
)
from companion.report.statistics.words import average_phrase, board_numbers, period
from companion.report.words.games import full_date, past_game_outcome
from companion.rules.wording import format_number, phrase
from companion.store.saved_game import FinishedGame
from companion.ui.board.thumbnail import Scene
from companion.ui.context import AppContext
from companion.ui.game.statistics import (
    ChartedGame,
    HistoryPage,
)
from companion.ui.kit.containers import Heading
from companion.ui.kit.layout import set_children
from companion.ui.kit.rows import BarRow, PointsRow
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator
from companion.ui.navigator import Request, ShowBoard, ShowGames

ROUTES_SHOWN, TICKETS_SHOWN = 3, 5
"""How many are listed, of those with the highest and with the lowest numbers."""


class CountedRoute(PointsRow):
    """A route, in how many games it was claimed, and the colour and width it has on the map."""

    share = NumericProperty(0)
    """The share of the games."""

    def color_of(self, share: float, _version: int) -> Rgba:
        """The colour on the heat map, in a version of the theme."""
        return heat(share, theme.palette)


class BoardStatisticsPage(HistoryPage):
    """Shows the figures of the board it was opened for last."""

    title = StringProperty("")
    subtitle = StringProperty("")
    board_aspect = NumericProperty(1.0)
    """Width by height of the board."""
    has_frequencies = BooleanProperty(False)
    """Whether the games have been replayed."""
    has_tickets = BooleanProperty(False)
    """Whether somebody had tickets in them."""

    def __init__(self, context: AppContext) -> None:
        self._board: BoardId = "", ""
        """The ids of board and variant."""
        self._shown: object = None
        """The figures that are shown, and in which language."""
        self._shown_frequencies: tuple[BoardFrequencies | None, str] = None, ""
        """The frequencies that are shown, and in which language."""
        self._chosen = ""
        """The id of the highlighted route."""
        super().__init__(context)

    def open_with(self, request: Request) -> None:
        """Show another board."""
        assert isinstance(request, ShowBoard)
        self._board = request.board, request.variant
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
        self.subtitle = translator.render(period(board.games))
        self.ids.numbers.show_numbers(board_numbers(board))
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
        points = [_point(game) for game in board.games]
        self.ids.scores.show(points, board.average_winner)
        best = ((format_number(each.points), each.player.name, each.game) for each in board.best)
        self.ids.best.show_tiles(best, self.open_game)

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
        content = found, translator.language
        if found is None or content == self._shown_frequencies:
            return
        self._shown_frequencies, self._chosen = content, ""
        self.board_aspect = found.board.aspect
        self._show_heat_map()
        most, least = found.routes[:ROUTES_SHOWN], found.routes[: -ROUTES_SHOWN - 1 : -1]
        row = partial(self._route_row, found)
        set_children(self.ids.routes, _most_and_least(map(row, most), map(row, least)))
        tickets = [each for each in found.tickets if each.completed][:TICKETS_SHOWN]
        others = [each for each in found.least_completed if each not in tickets][:TICKETS_SHOWN]
        row = partial(_ticket_row, found)
        set_children(self.ids.tickets, _most_and_least(map(row, tickets), map(row, others)))

    def _route_row(self, found: BoardFrequencies, frequency: RouteFrequency) -> CountedRoute:
        route, games = found.board.routes[frequency.route], frequency.games
        return CountedRoute(
            title=translator.render(found.board.route_title(route)),
            points=str(games),
            share=games / found.games,
            on_tap=lambda row: self._choose_route(row, route.id),
        )

    def _choose_route(self, chosen: CountedRoute, route: str) -> None:
        """Highlight a route on the heat map, or no longer, and scroll to the map."""
        self._chosen = "" if route == self._chosen else route
        for row in self.ids.routes.children:
            if isinstance(row, CountedRoute):
                row.chosen = row is chosen and bool(self._chosen)
        self._show_heat_map()
        if self._chosen:
            self.ids.scroll.scroll_to(self.ids.picture, padding=dp(12))

    def _show_heat_map(self) -> None:
        found, _ = self._shown_frequencies
        if found is not None:
            shares = {each.route: each.games / found.games for each in found.routes}
            looks = heat_looks(found.board, shares, self._chosen)
            key = f"{found.board.id} {shares} {self._chosen}"
            self.ids.picture.scene = Scene(key, lambda: (found.board, None), looks)

    def show_games(self) -> None:
        """List the games on this board."""
        self.context.navigator.go("past_games", ShowGames(board=self._board))


def _most_and_least(most: Iterable[Widget], least: Iterable[Widget]) -> Iterator[Widget]:
    """Rows with their titles."""
    for title, rows in ((translator.tr("Most often"), most), (translator.tr("Least often"), least)):
        for number, row in enumerate(rows):
            if number == 0:
                yield Heading(text=title)
            yield row


def _ticket_row(found: BoardFrequencies, each: TicketFrequency) -> BarRow:
    return BarRow(
        label=found.board.ticket_title(each.ticket),
        number=translator.tr("{part} of {whole}", part=each.completed, whole=each.held),
        share=each.completed / each.held,
        number_width=4,
    )


def _point(game: FinishedGame) -> ChartedGame:
    date = full_date(game.date.astimezone())
    text = phrase("{date} · {outcome}", date=date, outcome=past_game_outcome(game))
    return ChartedGame(game, max(game.scores.values()), True, text)


load("pages/board_statistics")
