"""Everything the board page shows about a board and variant, from the headers of its games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from companion.report.player_statistics import PlayedGame
from companion.report.statistics import counted_players
from companion.store.record_header import FinishedGame


class PlayedBoard(NamedTuple):
    """A board and variant in the list of boards."""

    board: str
    variant: str
    games: int
    best: PlayedGame | None
    """The best result; None if all its players were forgotten."""


class AverageFigures(NamedTuple):
    """The average score of games with the same number of players."""

    players: int
    games: int
    average: float
    """Points per player."""


class StartingFigures(NamedTuple):
    """How often the starting player won."""

    wins: int
    games: int


@dataclass(frozen=True, slots=True)
class BoardStatistics:
    """The figures of a board and variant; what is not known is None."""

    board: str
    variant: str
    games: tuple[FinishedGame, ...]
    """Those played to the end, the oldest first."""
    best: tuple[PlayedGame, ...]
    """The results with the best score, the oldest first."""
    average: float | None
    """Points per player and game."""
    averages: tuple[AverageFigures, ...]
    """By number of players."""
    starting: StartingFigures | None
    """Unknown for counted games."""
    average_minutes: float | None


def played_boards(history: Iterable[FinishedGame]) -> tuple[PlayedBoard, ...]:
    """The boards and variants of all games played to the end, most games first."""
    boards: dict[tuple[str, str], list[FinishedGame]] = {}
    for game in history:
        if game.final:
            boards.setdefault((game.board, game.variant), []).append(game)
    found = [
        PlayedBoard(*board, len(games), next(iter(_best(_by_date(games))), None))
        for board, games in boards.items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.games, each.board, each.variant)))


def board_statistics(
    history: Iterable[FinishedGame], board: str, variant: str
) -> BoardStatistics | None:
    """The figures of a board and variant; None if no game was played to the end."""
    games = _by_date(
        game for game in history if game.final and (game.board, game.variant) == (board, variant)
    )
    if not games:
        return None
    points = {game.id: _points(game) for game in games}
    all_points = [each for some in points.values() for each in some]
    averages = []
    for count in sorted({len(game.players) for game in games}):
        same = [game for game in games if len(game.players) == count]
        scores = [each for game in same for each in points[game.id]]
        if scores:
            averages.append(AverageFigures(count, len(same), sum(scores) / len(scores)))
    minutes = [game.minutes for game in games if game.minutes is not None]
    return BoardStatistics(
        board,
        variant,
        games,
        _best(games),
        sum(all_points) / len(all_points) if all_points else None,
        tuple(averages),
        _starting(games),
        sum(minutes) / len(minutes) if minutes else None,
    )


def _by_date(games: Iterable[FinishedGame]) -> tuple[FinishedGame, ...]:
    return tuple(sorted(games, key=lambda game: (game.date.timestamp(), game.id)))


def _points(game: FinishedGame) -> list[int]:
    return [game.scores[player.name] for player in counted_players(game)]


def _best(games: Iterable[FinishedGame]) -> tuple[PlayedGame, ...]:
    results = [PlayedGame(game, player) for game in games for player in counted_players(game)]
    best = max((each.points for each in results), default=0)
    return tuple(each for each in results if each.points == best)


def _starting(games: Iterable[FinishedGame]) -> StartingFigures | None:
    known = [
        game for game in games if not game.counted and game.players[0].name not in game.forgotten
    ]
    if not known:
        return None
    return StartingFigures(sum(game.players[0].name in game.winners for game in known), len(known))
