"""What the finished games say about the players, overall and per board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.store import PastGame


@dataclass(frozen=True, slots=True)
class Figures:
    """Some games of one player."""

    games: int
    wins: int
    """Shared victories included."""
    average: float
    """Points per game."""
    best: int

    @classmethod
    def of(cls, name: str, games: list[PastGame]) -> Figures:
        """The figures of somebody who took part in all of these."""
        scores = [game.scores[name] for game in games]
        return cls(
            games=len(games),
            wins=sum(name in game.winners for game in games),
            average=sum(scores) / len(scores),
            best=max(scores),
        )


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """Everything about one player."""

    name: str
    color: str
    """The trains they had last."""
    overall: Figures
    boards: tuple[tuple[str, Figures], ...]
    """By the board's id, most played first."""


def statistics(history: Iterable[PastGame]) -> tuple[PlayerFigures, ...]:
    """Everybody who has finished a game, most wins first, then most games, then by name."""
    taken_part: dict[str, list[PastGame]] = {}
    colors: dict[str, str] = {}
    for game in sorted(history, key=lambda game: game.date, reverse=True):
        for player in game.players:
            taken_part.setdefault(player.name, []).append(game)
            colors.setdefault(player.name, player.color)
    people = (
        PlayerFigures(name, colors[name], Figures.of(name, games), _by_board(name, games))
        for name, games in taken_part.items()
    )
    return tuple(
        sorted(people, key=lambda each: (-each.overall.wins, -each.overall.games, each.name))
    )


def _by_board(name: str, games: list[PastGame]) -> tuple[tuple[str, Figures], ...]:
    boards: dict[str, list[PastGame]] = {}
    for game in games:
        boards.setdefault(game.board, []).append(game)
    figures = [(board, Figures.of(name, played)) for board, played in boards.items()]
    return tuple(sorted(figures, key=lambda each: (-each[1].games, each[0])))
