"""The final tally: every point with its reason, the ranking, and what decided the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from companion.rules.board import Board, Route, TieBreaker
from companion.rules.borrowing import Borrowed, best_borrowing
from companion.rules.claims import check_track
from companion.rules.errors import Refused
from companion.rules.grand_tour import two_walks
from companion.rules.longest import longest_trail
from companion.rules.network import Walk, walk_between, walk_over

if TYPE_CHECKING:
    from companion.rules.events import Ticket
    from companion.rules.state import Claim, GameState, PlayerState

Decision = TieBreaker | Literal["points", "shared"]
"""What made the winner: more points, a tie breaker, or nothing, so that victory is shared."""


@dataclass(frozen=True, slots=True)
class TicketResult:
    """A ticket at the end, and why it counts as it does."""

    ticket: Ticket
    completed: bool
    walk: Walk | None
    """The walk that completes it or, if it is not completed, the cheapest that would have; None
    if the others have cut it off."""
    missing: int
    """Train spaces of that walk the player does not have."""
    end: str
    """Where that walk leads: of several ends reached the one that is worth most."""
    tour: tuple[Walk, Walk] | None = None
    """Where the board has Grand Tour: two walks over own routes that share none, if there are."""

    @property
    def points(self) -> int:
        """What it adds or subtracts."""
        return self.ticket.points_by_end[self.end] if self.completed else -self.ticket.penalty


@dataclass(frozen=True, slots=True)
class StationUse:
    """A built station at the end."""

    borrowed: Borrowed
    serves: tuple[Ticket, ...]
    """The tickets whose walk uses the borrowed route."""


@dataclass(frozen=True, slots=True)
class PlayerTally:
    """One player's result, part by part."""

    name: str
    claims: tuple[Claim, ...]
    """Every claim with its points."""
    tickets: tuple[TicketResult, ...]
    stations: tuple[StationUse, ...]
    station_points: int
    """For the stations not built."""
    longest_route: Walk
    holds_longest_route: bool
    longest_route_bonus: int
    globetrotter_bonus: int
    grand_tour_bonus: int
    trains_left: int

    @property
    def route_points(self) -> int:
        """Points for claims."""
        return sum(claim.points for claim in self.claims)

    @property
    def ticket_points(self) -> int:
        """Completed tickets less the others."""
        return sum(result.points for result in self.tickets)

    @property
    def tickets_completed(self) -> int:
        """How many tickets were completed."""
        return sum(result.completed for result in self.tickets)

    @property
    def grand_tours(self) -> tuple[TicketResult, ...]:
        """The tickets that count for Grand Tour."""
        return tuple(result for result in self.tickets if result.tour is not None)

    @property
    def total(self) -> int:
        """Everything together."""
        return (
            self.route_points
            + self.ticket_points
            + self.station_points
            + self.longest_route_bonus
            + self.globetrotter_bonus
            + self.grand_tour_bonus
        )


@dataclass(frozen=True, slots=True)
class Tally:
    """The result of a game."""

    players: tuple[PlayerTally, ...]
    """In turn order."""
    ranks: Mapping[str, int]
    """Each player's place, 1 for the winners."""
    decided_by: Decision

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won; more than one if victory is shared."""
        return tuple(name for name, rank in self.ranks.items() if rank == 1)

    @property
    def ranking(self) -> tuple[PlayerTally, ...]:
        """Winners first."""
        return tuple(sorted(self.players, key=lambda player: self.ranks[player.name]))


def tally(state: GameState) -> Tally:
    """The final tally of a game as it stands."""
    networks = {name: longest_walk(player) for name, player in state.players.items()}
    longest = max(walk.length for walk in networks.values())
    tickets = {name: _tickets(state, player) for name, player in state.players.items()}
    most = max(_completed(results) for results, _ in tickets.values())
    board = state.setup.board
    players = []
    for name, player in state.players.items():
        results, stations = tickets[name]
        holds_longest = networks[name].length == longest > 0
        globetrotter = _completed(results) == most > 0
        players.append(
            PlayerTally(
                name=name,
                claims=player.claims,
                tickets=results,
                stations=stations,
                station_points=player.stations_left * board.bonuses.unused_station,
                longest_route=networks[name],
                holds_longest_route=holds_longest,
                longest_route_bonus=state.setup.longest_route_bonus if holds_longest else 0,
                globetrotter_bonus=board.bonuses.globetrotter if globetrotter else 0,
                grand_tour_bonus=board.bonuses.for_grand_tours(_tours(results)),
                trains_left=player.trains,
            )
        )
    return _ranked(state.setup.tie_breakers, tuple(players))


def longest_walk(player: PlayerState) -> Walk:
    """A player's longest continuous walk over routes of their own."""
    return _longest_over(player.routes)


# An entry changes the routes of one player; the others' walks are those found before it.
@lru_cache(maxsize=64)
def _longest_over(routes: tuple[Route, ...]) -> Walk:
    trail = longest_trail([(route.start, route.end, route.length) for route in routes])
    return walk_over([routes[index] for index in trail])


def _completed(results: tuple[TicketResult, ...]) -> int:
    return sum(result.completed for result in results)


def _tours(results: tuple[TicketResult, ...]) -> int:
    return sum(result.tour is not None for result in results)


def _tickets(
    state: GameState, player: PlayerState
) -> tuple[tuple[TicketResult, ...], tuple[StationUse, ...]]:
    borrowings = best_borrowing(state, player)
    routes = {borrowed.route.id for borrowed in borrowings if borrowed.route}
    usable = {route.id for route in player.routes} | routes
    results = tuple(ticket_result(state, player, ticket, usable) for ticket in player.tickets)
    if state.setup.board.bonuses.grand_tour:
        results = tuple(_with_tour(state.setup.board, player, result) for result in results)
    uses = []
    for borrowed in borrowings:
        serves = (
            result.ticket
            for result in results
            if result.completed
            and result.walk
            and borrowed.route
            and borrowed.route.id in result.walk.routes
        )
        uses.append(StationUse(borrowed, tuple(serves)))
    return results, tuple(uses)


def ticket_result(
    state: GameState, player: PlayerState, ticket: Ticket, usable: set[str]
) -> TicketResult:
    """Whether `usable` routes complete a ticket, by which walk, or what is missing."""
    board = state.setup.board

    def spaces_used(route: Route) -> int | None:
        return route.length if route.id in usable else None

    for end in ticket.points_by_end:
        done = walk_between(board, spaces_used, ticket.start, end)
        if done is not None:
            return TicketResult(ticket, True, done[1], 0, end)

    def spaces_to_add(route: Route) -> int | None:
        if route.id in usable:
            return 0
        return route.length if _is_free(state, player.name, route) else None

    lacking = [
        (*found, end)
        for end in ticket.points_by_end
        if (found := walk_between(board, spaces_to_add, ticket.start, end)) is not None
    ]
    if not lacking:
        return TicketResult(ticket, False, None, 0, ticket.end)
    missing, walk, end = min(lacking, key=lambda each: each[0])
    return TicketResult(ticket, False, walk, missing, end)


def _with_tour(board: Board, player: PlayerState, result: TicketResult) -> TicketResult:
    """A ticket with the two walks that join its ends, if it is completed twice over."""
    if not result.completed:
        return result
    starts, goals = (board.ticket_ends[end].places for end in (result.ticket.start, result.end))
    return replace(result, tour=two_walks(player.routes, starts, goals))


def _is_free(state: GameState, player: str, route: Route) -> bool:
    for track in range(len(route.tracks)):
        try:
            check_track(state, player, route, track)
        except Refused:
            continue
        return True
    return False


def _ranked(tie_breakers: tuple[TieBreaker, ...], players: tuple[PlayerTally, ...]) -> Tally:
    def key(player: PlayerTally) -> tuple[int, ...]:
        return (player.total, *(_breaks_tie(player, by) for by in tie_breakers))

    order = sorted((key(player) for player in players), reverse=True)
    ranks = {player.name: order.index(key(player)) + 1 for player in players}
    reasons: tuple[Decision, ...] = ("points", *tie_breakers)
    differing = (
        reason
        for reason, first, second in zip(reasons, order[0], order[1], strict=True)
        if first != second
    )
    return Tally(players, ranks, next(differing, "shared"))


def _breaks_tie(player: PlayerTally, by: TieBreaker) -> int:
    """A number that is larger for the player the tie breaker favours."""
    match by:
        case "tickets_completed":
            return player.tickets_completed
        case "fewest_stations_built":
            return -len(player.stations)
        case "longest_route":
            return int(player.holds_longest_route)
        case "longest_route_length":
            return player.longest_route.length
