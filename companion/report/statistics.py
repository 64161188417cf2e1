"""What the finished games say about the players, overall and per board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from companion.rules.names import name_key
from companion.rules.setup import Player
from companion.store.record_header import FinishedGame


@dataclass(frozen=True, slots=True)
class Figures:
    """Some games of one player."""

    games: int
    wins: int
    """Shared victories included."""
    average: float
    """Points per game."""
    best: int


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """Everything about one player."""

    name: str
    """As it was written last."""
    color: str
    """The trains they had last."""
    overall: Figures
    boards: tuple[tuple[str, Figures], ...]
    """By the board's id, most played first."""


class _Count:
    """Some games of one player while they are being counted."""

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


class _Person:
    """One player while the games are being counted."""

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
    """Everybody who has finished a game, most wins first, then most games, then by name.

    Whatever the case, a name is one person; who wants to be forgotten is not counted. The games
    may come in any order, and need not all be there at once.
    """
    people: dict[str, _Person] = {}
    called: dict[str, _Person] = {}
    for game in history:
        for player in game.players:
            name = player.name
            if name in game.forgotten:
                continue
            person = called.get(name)
            if person is None:
                person = people.setdefault(name_key(name), _Person(player, game.date))
                called[name] = person
            if game.date > person.date:
                person.last, person.date = player, game.date
            score = game.scores[name]
            count = person.boards.get(game.board)
            if count is None:
                count = person.boards[game.board] = _Count(score)
            count.add(score, name in game.winners)
    figures = [person.figures for person in people.values()]
    figures.sort(key=lambda each: (-each.overall.wins, -each.overall.games, each.name))
    return tuple(figures)
