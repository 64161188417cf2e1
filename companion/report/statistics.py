"""Statistics of all players over their finished games."""

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
    """One player's figures over all games."""

    name: str
    """As spelled in the latest game."""
    color: str
    """The train colour in the latest game."""
    overall: Figures


def counted_players(game: FinishedGame) -> list[Player]:
    """The players whose result counts in statistics, in turn order.

    Forgotten players do not count, nor does anybody in a game not played to the end.
    """
    if not game.final:
        return []
    return [player for player in game.players if player.name not in game.forgotten]


def statistics(history: Iterable[FinishedGame]) -> tuple[PlayerFigures, ...]:
    """All players of finished games, most wins first, then most games, then by name.

    Names that differ only in case are one player; forgotten players and games not played to the end
    are not counted. The games may be in any order and are read one by one.
    """
    latest: dict[str, tuple[datetime, Player]] = {}
    scores: dict[str, list[tuple[int, bool]]] = {}
    for game in history:
        for player in counted_players(game):
            key = name_key(player.name)
            if key not in latest or game.date > latest[key][0]:
                latest[key] = game.date, player
            result = game.scores[player.name], player.name in game.winners
            scores.setdefault(key, []).append(result)
    figures = [
        PlayerFigures(player.name, player.color, figures_of(scores[key]))
        for key, (_, player) in latest.items()
    ]
    figures.sort(key=lambda each: (-each.overall.wins, -each.overall.games, each.name))
    return tuple(figures)


def figures_of(games: list[tuple[int, bool]]) -> Figures:
    """The figures of games with these points, each won or not."""
    points = [score for score, _ in games]
    wins = sum(won for _, won in games)
    return Figures(len(games), wins, sum(points) / len(games), max(points))
