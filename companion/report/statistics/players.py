"""Statistics of players over their finished games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.rules.names import name_key
from companion.rules.setup import Player
from companion.store.saved_game import FinishedGame, PlayerResult


class Figures(NamedTuple):
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


class PlayedGame(NamedTuple):
    """One game of one player."""

    game: FinishedGame
    player: Player
    """With the name as it is spelled in that game."""

    @property
    def result(self) -> PlayerResult:
        """The player's result in the game."""
        return self.game.results[self.player.name]

    @property
    def points(self) -> int:
        """The player's final score."""
        return self.game.scores[self.player.name]

    @property
    def won(self) -> bool:
        """Whether the player won the game, alone or with others."""
        return self.player.name in self.game.winners


def margin(game: FinishedGame) -> int:
    """How many points the first is ahead of the second; 0 after a tie."""
    *_, second, first = sorted(game.scores.values())
    return first - second


def scored_players(game: FinishedGame) -> list[Player]:
    """The players who are part of statistics: none in a game not played to the end."""
    if not game.final:
        return []
    return [player for player in game.players if player.name not in game.forgotten]


def played_games(history: Iterable[FinishedGame]) -> Iterator[PlayedGame]:
    """The games that are part of statistics, once for each of their players."""
    return (PlayedGame(game, player) for game in history for player in scored_players(game))


def statistics(history: Iterable[FinishedGame]) -> tuple[PlayerFigures, ...]:
    """All players of finished games, most wins first, then most games, then by name."""
    games: dict[str, list[PlayedGame]] = {}
    for played in played_games(history):
        games.setdefault(name_key(played.player.name), []).append(played)
    figures = []
    for own in games.values():
        latest = max(own, key=lambda each: each.game.date).player
        figures.append(PlayerFigures(latest.name, latest.color, figures_of(own)))
    figures.sort(key=lambda each: (-each.overall.wins, -each.overall.games, each.name))
    return tuple(figures)


def figures_of(games: Sequence[PlayedGame]) -> Figures:
    """The figures of one player's games."""
    points = [each.points for each in games]
    wins = sum(each.won for each in games)
    return Figures(len(games), wins, sum(points) / len(points), max(points))


class TicketFigures(NamedTuple):
    """A player's tickets in all games in which they were entered."""

    held: int
    completed: int
    gained: int
    """The value of the completed tickets."""
    lost: int
    """The points lost for the others."""


class Share(NamedTuple):
    """In how many of some games something was so."""

    part: int
    games: int


class Opponent(NamedTuple):
    """The record of a player against another one, by their ranks in common games."""

    name: str
    color: str
    games: int
    ahead: int
    """Games in which the player was ranked before the opponent."""
    behind: int


class Best(NamedTuple):
    """A player's highest figure, and the first game in which it was reached."""

    number: int
    game: PlayedGame


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """All figures of one player; what is not known is None."""

    name: str
    """As spelled in the latest game."""
    color: str
    """The train colour in the latest game."""
    games: tuple[PlayedGame, ...]
    """The oldest first."""
    overall: Figures
    games_per_year: float
    """From the calendar year of the first game to that of the latest one."""
    best_score: Best | None
    biggest_win: Best | None
    """By the margin to the second."""
    longest_streak: Best | None
    """The most games won in a row, with the last of them."""
    longest_train: Best | None
    """The train spaces of the longest route."""
    boards: tuple[tuple[tuple[str, str], Figures], ...]
    """For each board and variant their ids and the figures, most played first."""
    tickets: TicketFigures | None
    longest_route: Share | None
    """How often the player had it where it brings points."""
    doubling: tuple[int, int] | None
    """The number of doubled claims and their points, on boards with terrain."""
    minutes: tuple[int, ...]
    """How long the games took of which that is known."""
    opponents: tuple[Opponent, ...]
    """Most common games first."""


def player_statistics(history: Iterable[FinishedGame], name: str) -> PlayerStatistics | None:
    """The figures of a player; None without a game."""
    key = name_key(name)
    found = (each for each in played_games(history) if name_key(each.player.name) == key)
    games = tuple(sorted(found, key=lambda each: (each.game.date.timestamp(), each.game.id)))
    if not games:
        return None
    latest = games[-1].player
    first_year, last_year = (each.game.date.astimezone().year for each in (games[0], games[-1]))
    boards: dict[tuple[str, str], list[PlayedGame]] = {}
    for each in games:
        boards.setdefault((each.game.board, each.game.variant), []).append(each)
    figures = [(board, figures_of(played)) for board, played in boards.items()]
    figures.sort(key=lambda each: (-each[1].games, each[0]))
    return PlayerStatistics(
        latest.name,
        latest.color,
        games,
        figures_of(games),
        len(games) / (last_year - first_year + 1),
        _best(Best(each.points, each) for each in games),
        _best(Best(margin(each.game), each) for each in games if each.won),
        _best(_streaks(games)),
        _best(Best(each.result.longest_route, each) for each in games),
        tuple(figures),
        _tickets(games),
        _longest_route(games),
        _doubling(games),
        tuple(each.game.minutes for each in games if each.game.minutes is not None),
        _opponents(games),
    )


def _best(found: Iterable[Best]) -> Best | None:
    """The first of the highest ones; None if none is above 0."""
    positive = (each for each in found if each.number > 0)
    return max(positive, key=lambda each: each.number, default=None)


def _streaks(games: Iterable[PlayedGame]) -> Iterator[Best]:
    """After each game, how many games in a row have been won."""
    won = 0
    for each in games:
        won = won + 1 if each.won else 0
        yield Best(won, each)


def _tickets(games: Sequence[PlayedGame]) -> TicketFigures | None:
    results = [each.result for each in games if each.result.tickets]
    if not results:
        return None
    gained = sum(result.ticket_points for result in results)
    return TicketFigures(
        sum(result.tickets for result in results),
        sum(result.tickets_completed for result in results),
        gained,
        gained - sum(result.parts["tickets"] for result in results),
    )


def _longest_route(games: Sequence[PlayedGame]) -> Share | None:
    results = [each.result for each in games if "longest_route" in each.result.parts]
    if not results:
        return None
    held = sum(result.parts["longest_route"] > 0 for result in results)
    return Share(held, len(results))


def _doubling(games: Sequence[PlayedGame]) -> tuple[int, int] | None:
    results = [each.result for each in games if each.result.doubled is not None]
    if not results:
        return None
    points = sum(result.doubled_points or 0 for result in results)
    return sum(result.doubled or 0 for result in results), points


def _opponents(games: Sequence[PlayedGame]) -> tuple[Opponent, ...]:
    found: dict[str, Opponent] = {}
    for each in games:
        for other in scored_players(each.game):
            if other == each.player:
                continue
            rank = each.game.results[other.name].rank
            key = name_key(other.name)
            before = found.get(key, Opponent(other.name, other.color, 0, 0, 0))
            found[key] = Opponent(
                other.name,
                other.color,
                before.games + 1,
                before.ahead + (each.result.rank < rank),
                before.behind + (each.result.rank > rank),
            )
    return tuple(sorted(found.values(), key=lambda each: (-each.games, name_key(each.name))))
