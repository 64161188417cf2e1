"""Statistics of the finished games, computed again only after one of the games has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import is_
from typing import TypeVar

from companion.report.search.games import FilterOptions, filter_options
from companion.report.statistics.boards import (
    BoardFrequencies,
    BoardStatistics,
    GameFacts,
    board_frequencies,
    board_statistics,
    facts_of,
)
from companion.report.statistics.players import (
    PlayerFigures,
    PlayerStatistics,
    player_statistics,
    statistics,
)
from companion.rules.errors import Refused
from companion.rules.names import name_key
from companion.store.errors import Cancelled, Progress, never_cancelled, no_progress
from companion.store.games import GameRepository
from companion.store.saved_game import FinishedGame

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
        self._facts: dict[str, tuple[FinishedGame, GameFacts | None]] = {}
        """By id: the header of a game when it was replayed, and its facts, None if it cannot be
        read."""
        self._frequencies: tuple[BoardStatistics, BoardFrequencies | None] | None = None
        """The latest frequencies and what they were computed from."""

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

    def boards(self) -> tuple[BoardStatistics, ...]:
        """The figures of all boards that were played, as far as they need no replay."""
        return self._cached(board_statistics, "boards")

    def board(self, board: str, variant: str | None) -> BoardStatistics | None:
        """The figures of a board and variant, or all variants; None without a game on it."""
        found = (each for each in self.boards() if (each.board, each.variant) == (board, variant))
        return next(found, None)

    def is_replayed(self, board: BoardStatistics) -> bool:
        """Whether `frequencies` needs to replay no game."""
        return not self._not_replayed(board)

    def frequencies(
        self,
        board: BoardStatistics,
        progress: Progress = no_progress,
        cancelled: Cancelled = never_cancelled,
    ) -> BoardFrequencies | None:
        """How often routes were claimed and tickets completed; None if cancelled.

        May run in a thread. Replays the games that have changed since the last time.
        """
        missing = self._not_replayed(board)
        for done, game in enumerate(missing):
            if cancelled():
                return None
            progress(done, len(missing))
            self._facts[game.id] = game, self._replay(game)
        if self._frequencies is None or self._frequencies[0] is not board:
            facts = [each for game in board.games if (each := self._facts[game.id][1]) is not None]
            self._frequencies = board, board_frequencies(facts) if facts else None
        return self._frequencies[1]

    def _not_replayed(self, board: BoardStatistics) -> list[FinishedGame]:
        known = {id: game for id, (game, _) in self._facts.items()}
        return [game for game in board.games if known.get(game.id) is not game]

    def _replay(self, game: FinishedGame) -> GameFacts | None:
        try:
            return facts_of(self._repository.open(game.id).game.state)
        except Refused:
            return None

    def _cached(
        self, compute: Callable[[Sequence[FinishedGame]], _Figures], *key: object
    ) -> _Figures:
        games = self.games()
        if key not in self._figures:
            self._figures[key] = compute(games)
        figures: _Figures = self._figures[key]  # type: ignore[assignment]
        return figures
