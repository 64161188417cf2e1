"""Statistics of boards: best scores from headers, routes and tickets from replayed games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.report.statistics.players import PlayedGame, Share, margin, played_games
from companion.rules.board import Board
from companion.rules.events import Pairs, Ticket
from companion.rules.state import GameState
from companion.rules.ticket_results import ticket_results
from companion.store.saved_game import FinishedGame


class AverageFigures(NamedTuple):
    """The average score of games with the same number of players."""

    players: int
    average: float
    """Points per player."""


@dataclass(frozen=True, slots=True)
class BoardStatistics:
    """The figures of a board and variant; what is not known is None."""

    board: str
    variant: str | None
    """The id of the variant; None for the games of all variants together."""
    games: tuple[FinishedGame, ...]
    """Those played to the end, the oldest first."""
    best: tuple[PlayedGame, ...]
    """The three highest scores, of equal ones the oldest first."""
    average: float | None
    """Points per player and game."""
    average_winner: float
    """Points of the winners per game."""
    average_margin: float
    """Points between the first and the second per game."""
    averages: tuple[AverageFigures, ...]
    """By number of players."""
    starting: Share | None
    """How often the starting player won; unknown for counted games."""
    average_minutes: float | None


def board_statistics(history: Iterable[FinishedGame]) -> tuple[BoardStatistics, ...]:
    """The figures of each board and variant of games played to the end, most games first.

    Those of all variants together come before those of each of several.
    """
    boards: dict[tuple[str, str | None], list[FinishedGame]] = {}
    for game in sorted(history, key=lambda game: (game.date.timestamp(), game.id)):
        if game.final:
            for variant in (game.variant, None):
                boards.setdefault((game.board, variant), []).append(game)
    variants = Counter(board for board, _ in boards)
    for board, count in variants.items():
        if count == 2:
            # One variant, which is the same as all of them.
            del boards[board, None]
    found = [_statistics(*board, games) for board, games in boards.items()]
    return tuple(sorted(found, key=lambda each: (-len(each.games), each.board, each.variant or "")))


def _statistics(board: str, variant: str | None, games: Sequence[FinishedGame]) -> BoardStatistics:
    results = list(played_games(games))
    points = [each.points for each in results]
    averages = []
    for count in sorted({len(game.players) for game in games}):
        scores = [each.points for each in results if len(each.game.players) == count]
        if scores:
            averages.append(AverageFigures(count, sum(scores) / len(scores)))
    minutes = [game.minutes for game in games if game.minutes is not None]
    return BoardStatistics(
        board,
        variant,
        tuple(games),
        tuple(sorted(results, key=lambda each: -each.points)[:3]),
        sum(points) / len(points) if points else None,
        sum(max(game.scores.values()) for game in games) / len(games),
        sum(map(margin, games)) / len(games),
        tuple(averages),
        _starting(games),
        sum(minutes) / len(minutes) if minutes else None,
    )


def _starting(games: Iterable[FinishedGame]) -> Share | None:
    known = [
        game for game in games if not game.counted and game.players[0].name not in game.forgotten
    ]
    if not known:
        return None
    return Share(sum(game.players[0].name in game.winners for game in known), len(known))


class GameFacts(NamedTuple):
    """What the frequencies need from one game."""

    board: Board
    routes: frozenset[str]
    """The ids of the routes of which a track was claimed."""
    tickets: tuple[tuple[Ticket, bool], ...]
    """Each ticket that was held, and whether it was completed."""


class RouteFrequency(NamedTuple):
    """In how many games a route was claimed."""

    route: str
    """The route's id."""
    games: int


class TicketFrequency(NamedTuple):
    """How often a ticket was held and completed."""

    ticket: Ticket
    held: int
    completed: int


@dataclass(frozen=True, slots=True)
class BoardFrequencies:
    """The frequencies of a board's routes and tickets."""

    board: Board
    """As in the latest game."""
    games: int
    routes: tuple[RouteFrequency, ...]
    """All routes of the board, those claimed most first."""
    tickets: tuple[TicketFrequency, ...]
    """The tickets that were held, those completed most often first."""

    @property
    def least_completed(self) -> tuple[TicketFrequency, ...]:
        """The tickets that failed at least once, with the smallest share of completions first."""
        failed = (each for each in self.tickets if each.completed < each.held)
        return tuple(sorted(failed, key=lambda each: (each.completed / each.held, -each.held)))


def board_frequencies(games: Sequence[GameFacts]) -> BoardFrequencies:
    """The frequencies in games of one board, the oldest first."""
    board = games[-1].board
    claimed = Counter(route for game in games for route in game.routes)
    routes = [RouteFrequency(id, claimed[id]) for id in board.routes]
    held: dict[Pairs, TicketFrequency] = {}
    for game in games:
        for ticket, completed in game.tickets:
            if not {ticket.start, *ticket.points_by_end} <= board.ticket_ends.keys():
                continue
            before = held.get(ticket.pairs, TicketFrequency(ticket, 0, 0))
            held[ticket.pairs] = TicketFrequency(
                ticket, before.held + 1, before.completed + completed
            )
    tickets = sorted(held.values(), key=lambda each: (-each.completed, each.held))
    return BoardFrequencies(
        board,
        len(games),
        tuple(sorted(routes, key=lambda each: -each.games)),
        tuple(tickets),
    )


def facts_of(state: GameState) -> GameFacts:
    """The claimed routes and the tickets of a game."""
    results = [
        each for player in state.players.values() for each in ticket_results(state, player)[0]
    ]
    tickets = tuple((each.ticket, each.completed) for each in results)
    return GameFacts(state.setup.board, frozenset(state.owners), tickets)
