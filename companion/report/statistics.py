"""Statistics of the players over their finished games, overall and per board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from companion.rules.names import name_key
from companion.rules.setup import Player
from companion.store.record_header import FinishedGame


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one player over several games."""

    games: int
    wins: int
    """Shared victories included."""
    average: float
    """Points per game."""
    best: int


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """One player's figures, overall and per board."""

    name: str
    """As spelled in the latest game."""
    color: str
    """The train colour in the latest game."""
    overall: Figures
    boards: tuple[tuple[str, Figures], ...]
    """Board id and figures, most played first."""


class _Count:
    """Adds up games of one player."""

    __slots__ = ("best", "games", "points", "wins")

    def __init__(self, score: int) -> None:
        self.games, self.wins, self.points, self.best = 0, 0, 0, score

    def add(self, score: int, won: bool) -> None:
        self.games += 1
        self.wins += won
        self.points += score
        if score > self.best:
            self.best = score

    @property
    def figures(self) -> Figures:
        return Figures(self.games, self.wins, self.points / self.games, self.best)


class _PlayerCount:
    """Adds up one player's games per board."""

    def __init__(self, player: Player, date: datetime) -> None:
        self.last, self.date = player, date
        self.boards: dict[str, _Count] = {}

    @property
    def figures(self) -> PlayerFigures:
        counts = self.boards.values()
        overall = _Count(max(count.best for count in counts))
        overall.games, overall.wins, overall.points = (
            sum(parts) for parts in zip(*((c.games, c.wins, c.points) for c in counts), strict=True)
        )
        boards = [(board, count.figures) for board, count in self.boards.items()]
        boards.sort(key=lambda each: (-each[1].games, each[0]))
        return PlayerFigures(self.last.name, self.last.color, overall.figures, tuple(boards))


def statistics(history: Iterable[FinishedGame]) -> tuple[PlayerFigures, ...]:
    """All players of finished games, most wins first, then most games, then by name.

    Names that differ only in case are one player; forgotten players and games not played to the end
    are not counted. The games may be in any order and are read one by one.
    """
    players: dict[str, _PlayerCount] = {}
    by_name: dict[str, _PlayerCount] = {}
    for game in history:
        for player in game.players if game.final else ():
            name = player.name
            if name in game.forgotten:
                continue
            counted = by_name.get(name)
            if counted is None:
                counted = players.setdefault(name_key(name), _PlayerCount(player, game.date))
                by_name[name] = counted
            if game.date > counted.date:
                counted.last, counted.date = player, game.date
            score = game.scores[name]
            on_board = counted.boards.get(game.board)
            if on_board is None:
                on_board = counted.boards[game.board] = _Count(score)
            on_board.add(score, name in game.winners)
    figures = [counted.figures for counted in players.values()]
    figures.sort(key=lambda each: (-each.overall.wins, -each.overall.games, each.name))
    return tuple(figures)
