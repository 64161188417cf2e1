"""All figures of one player: key numbers, latest games, boards, opponents, records."""

from __future__ import annotations

from kivy.properties import (
    BooleanProperty,
    NumericProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from companion.report.statistics.players import PlayedGame, PlayerStatistics
from companion.report.statistics.words import (
    average_phrase,
    more_player_numbers,
    period,
    played_game_phrase,
    player_numbers,
    record_tiles,
)
from companion.report.words.boards import game_board_name
from companion.rules.names import name_key
from companion.rules.wording import format_number
from companion.ui.context import AppContext
from companion.ui.game.statistics import (
    ChartedGame,
    HistoryPage,
)
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.containers import Row
from companion.ui.kit.layout import set_children
from companion.ui.kit.rows import Divided
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import Request, ShowGames, ShowPlayer


class TableLine(Divided, BoxLayout):
    """A name, and four columns beside it or below it."""


class SortHeading(Tappable):
    """The heading of a column."""

    text = StringProperty("")
    chosen = BooleanProperty(False)
    is_title = BooleanProperty(False)
    """Whether it is the heading of the whole table too."""


class BoardFigures(TableLine):
    """The figures of the player on a board."""

    name = StringProperty("")
    games = StringProperty("")
    wins = StringProperty("")
    share = NumericProperty(0)
    """The wins as a share of the games on the board that was played most."""
    average = StringProperty("")
    best = StringProperty("")


class OpponentRow(Row):
    """The record against another player: games ahead and behind, as a split bar."""

    name = StringProperty("")
    color_name = StringProperty("")
    own_color_name = StringProperty("")
    games = StringProperty("")
    ahead = NumericProperty(0)
    behind = NumericProperty(0)

    def share(self, ahead: int, behind: int) -> float:
        """The share of the bar for the games ahead; a half if there are none."""
        return ahead / (ahead + behind) if ahead or behind else 0.5


class PlayerPage(HistoryPage):
    """Shows the figures of the player it was opened for last."""

    name_of_player = StringProperty("")
    subtitle = StringProperty("")
    sorted_by = StringProperty("games")
    """The column by which the boards are sorted."""

    def __init__(self, context: AppContext) -> None:
        self._shown: object = None
        """The figures that are shown, and in which language."""
        super().__init__(context)

    def open_with(self, request: Request) -> None:
        """Show another player."""
        assert isinstance(request, ShowPlayer)
        self.name_of_player = request.name
        self.ids.points.select(-1)
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
        self.name_of_player = player.name
        self.subtitle = translator.render(period([each.game for each in player.games]))
        self.ids.numbers.show_numbers(player_numbers(player))
        points = [self._point(game) for game in player.games]
        self.ids.points.show(points, player.overall.average)
        self._show_boards(player)
        self._show_opponents(player)
        tiles = (
            (number, translator.render(caption), best.game.game)
            for number, caption, best in record_tiles(player)
        )
        self.ids.records.show_tiles(tiles, self.open_game)
        self.ids.more_numbers.show_numbers(more_player_numbers(player))

    def _point(self, played: PlayedGame) -> ChartedGame:
        board = game_board_name(self.context.boards, played.game)
        text = played_game_phrase(played, board)
        return ChartedGame(played.game, played.points, played.won, text)

    def sort_boards(self, column: str) -> None:
        """Sort the table: names from A to Z, figures with the highest first."""
        self.sorted_by = column
        player = self.context.history.player(self.name_of_player)
        if player is not None:
            self._show_boards(player)

    def _show_boards(self, player: PlayerStatistics) -> None:
        most = max(figures.games for _, figures in player.boards)
        lines = [
            (translator.render(self.context.board_name(*board)), figures)
            for board, figures in player.boards
        ]
        if self.sorted_by == "name":
            lines.sort(key=lambda line: name_key(line[0]))
        else:
            lines.sort(key=lambda line: -getattr(line[1], self.sorted_by))
        rows = (
            BoardFigures(
                name=name,
                games=str(figures.games),
                wins=str(figures.wins),
                share=figures.wins / most,
                average=translator.render(average_phrase(figures.average)),
                best=format_number(figures.best),
            )
            for name, figures in lines
        )
        set_children(self.ids.boards, rows)

    def _show_opponents(self, player: PlayerStatistics) -> None:
        rows = (
            OpponentRow(
                name=each.name,
                color_name=each.color,
                own_color_name=player.color,
                games=translator.tr_plural("{count} game", "{count} games", each.games),
                ahead=each.ahead,
                behind=each.behind,
            )
            for each in player.opponents
        )
        set_children(self.ids.opponents, rows)

    def show_games(self) -> None:
        """List the player's games."""
        self.context.navigator.go("past_games", ShowGames(player=self.name_of_player))


load("pages/player")
