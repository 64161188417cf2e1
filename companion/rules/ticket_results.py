"""What a player's routes connect: tickets and other places, with stations, and what is missing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial

from companion.rules.board import Board, Route
from companion.rules.claims import free_track
from companion.rules.events import Ticket
from companion.rules.graph import Network, Step, Walk, crossing_bits
from companion.rules.state import GameState, PlayerState
from companion.rules.stations import Borrowed, best_borrowing


@dataclass(frozen=True, slots=True)
class Connection:
    """The shortest own walk between two ends, else the one that lacks fewest spaces."""

    walk: Walk | None
    """None if the routes of other players leave no walk."""
    missing: int = 0
    """Train spaces of the routes of the walk that the player would have to claim."""
    end: str = ""
    """The ticket end it leads to, if it is for a ticket."""
    borrowed: tuple[Borrowed, ...] = ()
    """The routes of the walk that unused stations would borrow, if it is for a ticket."""

    @property
    def is_complete(self) -> bool:
        """Whether the player's own routes connect the two ends."""
        return self.walk is not None and not self.missing


def connection(
    state: GameState, player: str, starts: Collection[str], goals: Collection[str]
) -> Connection:
    """The connection of two sets of places, such as the entrances of a country.

    Stations are ignored: they borrow routes for tickets only.
    """
    board = state.setup.board
    own = {route.id for route in state.players[player].routes}

    def own_length(route: Route) -> int | None:
        return route.length if route.id in own else None

    def spaces_to_claim(route: Route) -> int | None:
        if route.id in own:
            return 0
        return None if free_track(state, player, route) is None else route.length

    walked = Network.of_routes(board, own_length).cheapest_walk(starts, goals)
    if walked is not None:
        return Connection(walked.walk)
    found = Network.of_routes(board, spaces_to_claim).cheapest_walk(starts, goals)
    return Connection(None) if found is None else Connection(found.walk, found.cost)


_FindLacking = Callable[[], Mapping[Ticket, Connection]]
"""Searches what the tickets lack that are not completed, when it is first shown."""


@dataclass(frozen=True, slots=True)
class TicketResult:
    """A ticket at the end of the game, and why it counts as it does."""

    ticket: Ticket
    completing: Connection | None
    """None if it is not completed."""
    _find_lacking: _FindLacking = field(repr=False, compare=False)

    @property
    def completed(self) -> bool:
        """Whether own and borrowed routes connect the ends."""
        return self.completing is not None

    @property
    def points(self) -> int:
        """The ticket's value, negative if it is not completed."""
        if self.completing is None:
            return -self.ticket.penalty
        return self.ticket.points_by_end[self.completing.end]

    @property
    def _connection(self) -> Connection:
        return self.completing or self._find_lacking()[self.ticket]

    @property
    def walk(self) -> Walk | None:
        """The walk that completes it or, if it is not completed, the one that lacks fewest spaces.

        None if the routes of other players leave no walk.
        """
        return self._connection.walk

    @property
    def missing(self) -> int:
        """Train spaces of that walk the player does not have."""
        return self._connection.missing

    @property
    def end(self) -> str:
        """The ticket end that walk leads to: of several reached ends the one with most points."""
        return self._connection.end

    @property
    def could_borrow(self) -> tuple[Borrowed, ...]:
        """If it is not completed, the routes of that walk that unused stations could borrow."""
        return self._connection.borrowed


@dataclass(frozen=True, slots=True)
class StationUse:
    """A built station at the end of the game."""

    borrowed: Borrowed
    serves: tuple[Ticket, ...]
    """The tickets whose walk uses the borrowed route."""
    _find_lacking: _FindLacking = field(repr=False, compare=False)

    @property
    def could_borrow(self) -> Borrowed | None:
        """If it borrows nothing, the route it could borrow for tickets that are not completed."""
        found = (each for lacking in self._find_lacking().values() for each in lacking.borrowed)
        return next((each for each in found if each.city == self.borrowed.city), None)


def ticket_results(
    state: GameState, player: PlayerState
) -> tuple[tuple[TicketResult, ...], tuple[StationUse, ...]]:
    """All tickets of a player, scored with the best use of the stations, and that use."""
    borrowings = best_borrowing(state, player)
    borrowed_ids = {borrowed.route.id for borrowed in borrowings if borrowed.route}
    usable = frozenset(route.id for route in player.routes) | borrowed_ids
    network = Network.of_routes(
        state.setup.board, lambda route: route.length if route.id in usable else None
    )
    found = [(ticket, _completing(state, network, ticket)) for ticket in player.tickets]
    idle = [borrowed.city for borrowed in borrowings if borrowed.route is None]
    open_tickets = [ticket for ticket, completing in found if completing is None]
    # With hundreds of tickets this takes longer than the score.
    find_lacking = cache(partial(_lacking, state, player.name, usable, idle, open_tickets))
    results = tuple(TicketResult(*each, find_lacking) for each in found)
    uses = []
    for borrowed in borrowings:
        route = borrowed.route
        serves = (
            result.ticket
            for result in results
            if result.completed and route and result.walk and route.id in result.walk.routes
        )
        uses.append(StationUse(borrowed, tuple(serves), find_lacking))
    return results, tuple(uses)


def _completing(state: GameState, network: Network, ticket: Ticket) -> Connection | None:
    ends = state.setup.board.ticket_ends
    for end in ticket.points_by_end:
        found = network.cheapest_walk(ends[ticket.start].places, ends[end].places)
        if found is not None:
            return Connection(found.walk, end=end)
    return None


_PER_SPACE = 4
"""The cost of a space to claim; a borrowed route costs 1, and a player has at most 3 stations."""


def _lacking(
    state: GameState,
    player: str,
    usable: Collection[str],
    idle: Sequence[str],
    tickets: Iterable[Ticket],
) -> Mapping[Ticket, Connection]:
    """The walk with which each open ticket lacks fewest spaces, then borrows fewest routes.

    `usable` routes are the player's or borrowed, the stations in the cities `idle` borrow nothing.
    The ticket with the highest value decides first what these could borrow.
    """
    board = state.setup.board
    steps = [
        Step(
            route,
            0 if id in usable else route.length * _PER_SPACE,
            crossing_bits(board, route, first=len(idle)),
        )
        for id, route in board.routes.items()
        if id in usable or free_track(state, player, route) is not None
    ]
    choices = {city: _borrowable(state, player, city) for city in idle}
    network = _with_choices(steps, choices)
    lacking = {}
    for ticket in sorted(tickets, key=lambda ticket: -ticket.points):
        found = lacking[ticket] = _fewest(board, network, choices, ticket)
        for borrowed in found.borrowed:
            if len(choices[borrowed.city]) > 1:
                assert borrowed.route is not None
                choices[borrowed.city] = {borrowed.route.id: borrowed}
                network = _with_choices(steps, choices)
    return lacking


_Choices = Mapping[str, Mapping[str, Borrowed]]
"""What each idle station could borrow, by city and route."""


def _with_choices(steps: Iterable[Step], choices: _Choices) -> Network:
    """The network in which each station can borrow one of its choices."""
    borrowed = (
        Step(choice.route, 1, 1 << number)
        for number, routes in enumerate(choices.values())
        for choice in routes.values()
        if choice.route is not None
    )
    return Network((*steps, *borrowed))


def _fewest(board: Board, network: Network, choices: _Choices, ticket: Ticket) -> Connection:
    ends = board.ticket_ends
    end_at = {place: end for end in ticket.points_by_end for place in ends[end].places}
    best = network.cheapest_walk(ends[ticket.start].places, end_at)
    if best is None:
        return Connection(None, end=ticket.end)
    stations = list(choices.values())
    borrowed = tuple(
        stations[step.bits.bit_length() - 1][step.route.id]
        for step in best.steps
        if 0 < step.bits < 1 << len(stations)
    )
    end = end_at[best.walk.places[-1]]
    return Connection(best.walk, best.cost // _PER_SPACE, end, borrowed)


def _borrowable(state: GameState, player: str, city: str) -> Mapping[str, Borrowed]:
    """The routes of other players that a station in a city could borrow, by id."""
    found = {}
    for route in state.setup.board.routes_at[city]:
        owners = (owner for owner in state.track_owners(route) if owner not in (None, player))
        owner = next(owners, None)
        if owner is not None:
            found[route.id] = Borrowed(city, route, owner)
    return found
