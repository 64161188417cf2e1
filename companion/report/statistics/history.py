"""Statistics of the finished games, computed again only after one of the games has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import is_
from typing import TYPE_CHECKING, TypeVar

from companion.report.search.games import FilterOptions, filter_options
from companion.report.statistics.boards import (
    BoardFrequencies,
    BoardStatistics,
    PlayedBoard,
    ReplayedGames,
    board_statistics,
    played_boards,
)
from companion.report.statistics.players import (
    PlayerFigures,
    PlayerStatistics,
    player_statistics,
    statistics,
)
from companion.rules.names import name_key
from companion.store.errors import Cancelled, Progress, never_cancelled, no_progress
from companion.store.saved_game import FinishedGame

if TYPE_CHECKING:
    from companion.store.games import GameRepository


_Figures = TypeVar("_Figures")


class History:
    """The finished games of a repository and the figures computed from them.

    The repository keeps the header of a game until the game changes, so the same headers mean the
    same figures.
    """

    def __init__(self, repository: GameRepository) -> None:
        self._repository = repository
        self._games: list[FinishedGame] = []
        self._figures: dict[tuple[object, ...], object] = {}
        self._replayed = ReplayedGames()
        self._frequencies: dict[
            tuple[str, str], tuple[BoardStatistics, BoardFrequencies | None]
        ] = {}
        """By board and variant: the games they were computed from, and the frequencies."""

    @property
    def is_loaded(self) -> bool:
        """Whether `games` has little to read, so that a page need not start a thread."""
        return self._repository.is_finished_loaded

    def load(
        self, progress: Progress = no_progress, cancelled: Cancelled = never_cancelled
    ) -> bool:
        """Read the headers that are not in memory; False if cancelled."""
        return self._repository.load_finished_headers(progress, cancelled)

    def games(self) -> Sequence[FinishedGame]:
        """All finished games, the latest first; the same list until one has changed."""
        games = self._repository.finished()
        # Not by value: after a correction a game may have the same header as before.
        if len(games) != len(self._games) or not all(map(is_, games, self._games)):
            self._games = games
            self._figures.clear()
        return self._games

    def filter_options(self) -> FilterOptions:
        """What the games can be filtered by."""
        return self._cached(filter_options, "options")

    def players(self) -> tuple[PlayerFigures, ...]:
        """The figures of all players, for the list of players."""
        return self._cached(statistics, "players")

    def player(self, name: str) -> PlayerStatistics | None:
        """All figures of a player; None if none of their games counts."""
        return self._cached(lambda games: player_statistics(games, name), "player", name_key(name))

    def boards(self) -> tuple[PlayedBoard, ...]:
        """The boards that were played, for the list of boards."""
        return self._cached(played_boards, "boards")

    def board(self, board: str, variant: str) -> BoardStatistics | None:
        """All figures of a board and variant that need no replay."""
        return self._cached(
            lambda games: board_statistics(games, board, variant), "board", board, variant
        )

    def is_replayed(self, board: BoardStatistics) -> bool:
        """Whether `frequencies` needs to replay no game."""
        return self._replayed.is_replayed(board.games)

    def frequencies(
        self,
        board: BoardStatistics,
        progress: Progress = no_progress,
        cancelled: Cancelled = never_cancelled,
    ) -> BoardFrequencies | None:
        """How often routes were claimed and tickets completed; None if cancelled.

        May run in a thread. Replays the games that have changed since the last time.
        """
        if not self._replayed.replay(self._repository, board.games, progress, cancelled):
            return None
        key = board.board, board.variant
        if key not in self._frequencies or self._frequencies[key][0] is not board:
            self._frequencies[key] = board, self._replayed.frequencies(board.games)
        return self._frequencies[key][1]

    def _cached(
        self, compute: Callable[[Sequence[FinishedGame]], _Figures], *key: object
    ) -> _Figures:
        games = self.games()
        if key not in self._figures:
            self._figures[key] = compute(games)
        figures: _Figures = self._figures[key]  # type: ignore[assignment]
        return figures
