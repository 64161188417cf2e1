"""What the finished games say about the players, overall and per board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from companion.rules import name_key
from companion.store import PastGame


class _Part(NamedTuple):
    """One game of one player."""

    name: str
    """As it was written in this game."""
    color: str
    board: str
    score: int
    won: bool


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
    def of(cls, parts: Sequence[_Part]) -> Figures:
        """The figures of somebody who played all of these."""
        scores = [part.score for part in parts]
        return cls(
            games=len(parts),
            wins=sum([part.won for part in parts]),
            average=sum(scores) / len(scores),
            best=max(scores),
        )


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


def statistics(history: Iterable[PastGame]) -> tuple[PlayerFigures, ...]:
    """Everybody who has finished a game, most wins first, then most games, then by name.

    Whatever the case, a name is one person; who wants to be forgotten is not counted.
    """
    taken_part: dict[str, list[_Part]] = {}
    key = lru_cache(maxsize=None)(name_key)
    for game in sorted(history, key=lambda game: game.date, reverse=True):
        for player in game.players:
            name = player.name
            if name not in game.forgotten:
                part = _Part(
                    name, player.color, game.board, game.scores[name], name in game.winners
                )
                taken_part.setdefault(key(name), []).append(part)
    people = (
        PlayerFigures(parts[0].name, parts[0].color, Figures.of(parts), _by_board(parts))
        for parts in taken_part.values()
    )
    return tuple(
        sorted(people, key=lambda each: (-each.overall.wins, -each.overall.games, each.name))
    )


def _by_board(parts: Iterable[_Part]) -> tuple[tuple[str, Figures], ...]:
    boards: dict[str, list[_Part]] = {}
    for part in parts:
        boards.setdefault(part.board, []).append(part)
    figures = [(board, Figures.of(played)) for board, played in boards.items()]
    return tuple(sorted(figures, key=lambda each: (-each[1].games, each[0])))
