"""Whether a player's routes connect two places, and the walk that lacks fewest spaces."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from sys import maxsize
from typing import TYPE_CHECKING, NamedTuple

from companion.rules.borrowing import Borrowed
from companion.rules.claims import why_not_track
from companion.rules.graph import Walk, shortest_walks, walk_over

if TYPE_CHECKING:
    from companion.rules.board import Board, Route
    from companion.rules.state import GameState


@dataclass(frozen=True, slots=True)
class Connection:
    """The shortest own walk between two ends, else the one that lacks fewest spaces."""

    walk: Walk | None
    """None if the routes of other players leave no walk."""
    missing: int = 0
    """Train spaces of the routes of the walk that the player would have to claim."""

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

    walked = shortest_walks(board, own_length, starts).to(goals)
    if walked is not None:
        return Connection(walked[1])
    found = shortest_walks(board, spaces_to_claim, starts).to(goals)
    return Connection(None) if found is None else Connection(found[1], found[0])


def free_track(state: GameState, player: str, route: Route) -> int | None:
    """The first track of a route that is free for a player, however many trains are left."""
    tracks = range(len(route.tracks))
    return next((each for each in tracks if not why_not_track(state, player, route, each)), None)


_STATIONS = 3
"""Most stations of a player on any board."""
_SETS = 1 << _STATIONS
"""The sets of stations, as numbers with one bit per station."""
_AND_MORE = tuple(
    tuple(more for more in range(_SETS) if used & more == used) for used in range(_SETS)
)
"""For each set of stations, the sets that contain it."""
_PER_SPACE = _STATIONS + 1
"""The cost of a space to claim; a borrowed route costs 1."""


@dataclass(frozen=True, slots=True)
class MissingSpaces:
    """A walk that would complete a ticket."""

    spaces: int
    """Train spaces of the routes that the player would have to claim."""
    walk: Walk
    borrowed: tuple[Borrowed, ...]
    """The routes of the walk that unused stations would borrow."""
    end: str
    """The ticket end it leads to."""


class _Step(NamedTuple):
    """A route from a place to a neighbour.

    A node of the search is a place and the set of stations used on the way there: `_SETS` times
    the number of the place, plus the set.
    """

    cost: int
    neighbour: int
    """The node of the neighbour without stations."""
    station: int
    """The bit of the station that borrows the route; 0 if the player has or claims it."""
    place: int
    """The node of the place without stations."""
    route: Route


class _Tree(NamedTuple):
    """The cheapest walks from some places to all others."""

    costs: list[int]
    """By node, the cost of its walk."""
    came_by: dict[int, _Step]
    """By node, the last step of its walk."""
    nearest: dict[int, int]
    """By place, its node with the lowest cost."""


class MissingSpacesSearch:
    """Finds such walks for the tickets of one player."""

    def __init__(
        self, state: GameState, player: str, usable: Collection[str], idle: Sequence[str]
    ) -> None:
        """`usable` are the routes the tickets use already, `idle` the cities of unused stations."""
        self._board: Board = state.setup.board
        self._numbers = {place: number for number, place in enumerate(self._board.places)}
        self._borrowable = [_borrowable(state, player, city) for city in idle]
        """For each unused station the routes it could borrow, by id; one after `decide`."""
        self._spaces = {
            id: 0 if id in usable else route.length
            for id, route in self._board.routes.items()
            if id in usable or free_track(state, player, route) is not None
        }
        """The spaces to claim for each route that is usable already or free."""
        self._steps = self._find_steps()
        self._trees: dict[str, _Tree] = {}
        """By ticket end, because many tickets may have the same one."""

    def fewest(self, start: str, ends: Iterable[str]) -> MissingSpaces | None:
        """The walk to one of `ends` that lacks fewest spaces, then borrows fewest routes.

        None if the routes of other players leave no walk.
        """
        ticket_ends = self._board.ticket_ends
        if start not in self._trees:
            self._trees[start] = self._grow(ticket_ends[start].places)
        tree = self._trees[start]
        reached = [
            (tree.nearest[number], end)
            for end in ends
            for goal in ticket_ends[end].places
            if (number := self._numbers[goal]) in tree.nearest
        ]
        if not reached:
            return None
        node, end = min(reached, key=lambda each: tree.costs[each[0]])
        return self._result(tree, node, end)

    def decide(self, borrowed: Sequence[Borrowed]) -> None:
        """Let the stations borrow these routes and no others."""
        for choice in borrowed:
            for number, routes in enumerate(self._borrowable):
                if choice in routes.values() and len(routes) > 1:
                    assert choice.route is not None
                    self._borrowable[number] = {choice.route.id: choice}
                    self._steps = self._find_steps()
                    self._trees.clear()

    def _find_steps(self) -> list[list[_Step]]:
        """The steps from each place."""
        steps: list[list[_Step]] = [[] for _ in self._numbers]
        for id, route in self._board.routes.items():
            ways = [(self._spaces[id] * _PER_SPACE, 0)] if id in self._spaces else []
            ways += [
                (1, 1 << number) for number, routes in enumerate(self._borrowable) if id in routes
            ]
            start, end = self._numbers[route.start], self._numbers[route.end]
            for cost, station in ways:
                for here, there in ((start, end), (end, start)):
                    step = _Step(cost, there * _SETS, station, here * _SETS, route)
                    steps[here].append(step)
        return steps

    def _grow(self, starts: Iterable[str]) -> _Tree:
        """The cheapest walks from `starts`, as in Dijkstra's algorithm.

        A node is left out if a cheaper one at its place uses the same stations or fewer.
        """
        size = _SETS * len(self._numbers)
        costs, came_by, nearest = [maxsize] * size, dict[int, _Step](), dict[int, int]()
        is_done, all_steps, all_sets = bytearray(size), self._steps, b"\1" * _SETS
        queue = sorted(_SETS * self._numbers[place] for place in starts)
        for node in queue:
            costs[node] = 0
        while queue:
            # An entry of the queue is cost * size + node, which is faster than a tuple.
            cost, node = divmod(heappop(queue), size)
            if is_done[node]:
                continue
            place, used = divmod(node, _SETS)
            nearest.setdefault(place, node)
            if used:
                for more in _AND_MORE[used]:
                    is_done[node - used + more] = True
            else:
                is_done[node : node + _SETS] = all_sets
            for step in all_steps[place]:
                there = step[1] + (used | step[2])
                if is_done[there] or step[2] & used:
                    continue
                total = cost + step[0]
                if total < costs[there]:
                    costs[there] = total
                    came_by[there] = step
                    heappush(queue, total * size + there)
        return _Tree(costs, came_by, nearest)

    def _result(self, tree: _Tree, node: int, end: str) -> MissingSpaces:
        spaces = tree.costs[node] // _PER_SPACE
        routes: list[Route] = []
        borrowed: list[Borrowed] = []
        while node in tree.came_by:
            step = tree.came_by[node]
            routes.append(step.route)
            if step.station:
                borrowed.append(self._borrowable[step.station.bit_length() - 1][step.route.id])
            node = step.place + node % _SETS - step.station
        start = list(self._numbers)[node // _SETS]
        return MissingSpaces(spaces, walk_over(routes[::-1], start), tuple(borrowed[::-1]), end)


def _borrowable(state: GameState, player: str, city: str) -> Mapping[str, Borrowed]:
    """The routes of other players that a station in a city could borrow, by id."""
    found = {}
    for route in state.setup.board.routes_at[city]:
        owners = (owner for owner in state.track_owners(route) if owner not in (None, player))
        owner = next(owners, None)
        if owner is not None:
            found[route.id] = Borrowed(city, route, owner)
    return found
