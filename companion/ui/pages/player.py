"""All figures of one player: wins and points over time, boards, tickets, opponents."""

from __future__ import annotations

from kivy.properties import ListProperty, StringProperty

from companion.report.statistics.players import PlayedGame, PlayerStatistics
from companion.report.statistics.words import (
    figures_phrase,
    opponent_phrase,
    percent,
    played_game_phrase,
    player_facts,
)
from companion.report.words.boards import game_board_name
from companion.report.words.games import full_date
from companion.rules.wording import plural_phrase
from companion.ui.context import AppContext
from companion.ui.game.statistics import ChartedGame, HistoryPage, fact_rows
from companion.ui.kit.buttons import Chip
from companion.ui.kit.containers import Row
from companion.ui.kit.layout import set_children
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import Request, ShowGames, ShowPlayer


class OpponentRow(Row):
    """The record against another player."""

    name = StringProperty("")
    color_name = StringProperty("")
    detail = StringProperty("")
    score = StringProperty("")


class PlayerPage(HistoryPage):
    """Shows the figures of the player it was opened for last."""

    name_of_player = StringProperty("")
    subtitle = StringProperty("")
    numbers = ListProperty(("", "", "", ""))
    """Games, wins, share of wins, longest winning streak."""

    def __init__(self, context: AppContext) -> None:
        self._board: tuple[str, str] | None = None
        """The board and variant whose points are shown."""
        self._shown: object = None
        """The figures that are shown, and in which language."""
        super().__init__(context)

    def open_with(self, request: Request) -> None:
        """Show another player."""
        assert isinstance(request, ShowPlayer)
        self.name_of_player, self._board = request.name, None
        for chart in (self.ids.shares, self.ids.points):
            chart.select(-1)
        self.redraw()

    def show_history(self) -> None:
        """Show the figures of the player."""
        player = self.context.history.player(self.name_of_player)
        self.hint = "" if player else translator.tr("None of this player’s games are counted.")
        self.ids.content.opacity = 1 if player else 0
        content = player, translator.language
        if player is None or content == self._shown:
            return
        self._shown = content
        count = len(player.games)
        self.name_of_player = player.name
        self.subtitle = translator.render(plural_phrase("{count} game", "{count} games", count))
        self.numbers = [
            str(count),
            str(player.wins),
            translator.render(percent(player.wins, count)),
            str(player.longest_streak),
        ]
        self._show_charts(player)
        set_children(self.ids.facts, fact_rows(player_facts(player)))
        boards = (
            (self.context.board_name(*board), figures_phrase(figures))
            for board, figures in player.boards
        )
        set_children(self.ids.boards, fact_rows(boards))
        self._show_opponents(player)

    def _show_charts(self, player: PlayerStatistics) -> None:
        shares = zip(player.games, player.win_shares, strict=True)
        self.ids.shares.show([self._point(game, 100 * share) for game, share in shares])
        boards = [board for board, _ in player.boards]
        if self._board not in boards:
            self._board = boards[0]
        chips = (
            Chip(
                text=translator.render(self.context.board_name(*board)),
                chosen=board == self._board,
                repeats=True,
                on_tap=lambda _, board=board: self.show_board(board),
            )
            for board in boards
        )
        set_children(self.ids.chips, chips if len(boards) > 1 else ())
        self._show_points(player)

    def show_board(self, board: tuple[str, str]) -> None:
        """Show the points on another board."""
        self._board = board
        player = self.context.history.player(self.name_of_player)
        if player is not None:
            boards = [each for each, _ in player.boards]
            for chip, each in zip(reversed(self.ids.chips.children), boards, strict=True):
                chip.chosen = each == board
            self._show_points(player)

    def _show_points(self, player: PlayerStatistics) -> None:
        games = [
            each for each in player.games if (each.game.board, each.game.variant) == self._board
        ]
        self.ids.points.show([self._point(game, game.points) for game in games])

    def _point(self, played: PlayedGame, value: float) -> ChartedGame:
        game = played.game
        board = game_board_name(self.context.boards, game)
        return ChartedGame(
            game.id,
            value,
            played.won,
            translator.render(full_date(game.date.astimezone())),
            translator.render(played_game_phrase(played, board)),
        )

    def _show_opponents(self, player: PlayerStatistics) -> None:
        rows = (
            OpponentRow(
                name=each.name,
                color_name=each.color,
                detail=translator.render(opponent_phrase(each)),
                # Translators: games ahead of and behind an opponent: “3 : 2”.
                score=translator.tr("{ahead} : {behind}", ahead=each.ahead, behind=each.behind),
            )
            for each in player.opponents
        )
        set_children(self.ids.opponents, rows)

    def show_games(self) -> None:
        """List the player's games."""
        self.context.navigator.go("past_games", ShowGames(player=self.name_of_player))


load("pages/player")
