"""The walk with which a ticket lacks fewest spaces, including routes that stations could borrow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from companion.rules.borrowing import Borrowed
from companion.rules.connection import free_track
from companion.rules.network import Walk, walk_over

if TYPE_CHECKING:
    from companion.rules.board import Board, Route
    from companion.rules.state import GameState

_Node = tuple[str, tuple[str, ...]]
"""A place, and the cities whose stations were used on the way there, in sorted order."""


@dataclass(frozen=True, slots=True)
class MissingSpaces:
    """A walk that would complete a ticket."""

    spaces: int
    """Train spaces of the routes that the player would have to claim."""
    walk: Walk
    borrowed: tuple[Borrowed, ...]
    """The routes of the walk that unused stations would borrow."""


class MissingSpacesSearch:
    """Finds such walks for the tickets of one player."""

    def __init__(
        self, state: GameState, player: str, usable: set[str], idle: Sequence[str]
    ) -> None:
        """`usable` are the routes the tickets use already, `idle` the cities of unused stations."""
        self._state, self._player = state, player
        self._board: Board = state.setup.board
        self._usable = usable
        self._borrowable = {city: _borrowable(state, player, city) for city in idle}

    @cached_property
    def _spaces(self) -> Mapping[str, int]:
        """The spaces to claim for each route that is usable already or free."""
        return {
            id: 0 if id in self._usable else route.length
            for id, route in self._board.routes.items()
            if id in self._usable or free_track(self._state, self._player, route) is not None
        }

    def fewest(self, start: str, end: str) -> MissingSpaces | None:
        """The walk between two ticket ends that lacks fewest spaces, then borrows fewest routes.

        None if the routes of other players leave no walk.
        """
        ends = self._board.ticket_ends
        goals = ends[end].places
        lacks: dict[_Node, int] = {(place, ()): 0 for place in ends[start].places}
        came_from: dict[_Node, tuple[_Node, Route]] = {}
        queue = [(0, 0, node) for node in sorted(lacks)]
        while queue:
            spaces, _, node = heappop(queue)
            place, used = node
            if spaces > lacks[node]:
                continue
            if place in goals:
                return self._result(spaces, node, came_from)
            for route in self._board.routes_at[place]:
                for price, cities in self._ways_to_pass(route, used):
                    there = route.other_end(place), cities
                    if spaces + price < lacks.get(there, spaces + price + 1):
                        lacks[there] = spaces + price
                        came_from[there] = node, route
                        heappush(queue, (spaces + price, len(cities), there))
        return None

    def _ways_to_pass(
        self, route: Route, used: tuple[str, ...]
    ) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Spaces to claim and stations used after a route: claimed, or borrowed by a station."""
        if route.id in self._spaces:
            yield self._spaces[route.id], used
        for city, borrowable in self._borrowable.items():
            if city not in used and route.id in borrowable:
                yield 0, tuple(sorted((*used, city)))

    def _result(
        self, spaces: int, node: _Node, came_from: Mapping[_Node, tuple[_Node, Route]]
    ) -> MissingSpaces:
        routes: list[Route] = []
        borrowed: list[Borrowed] = []
        while node in came_from:
            before, route = came_from[node]
            borrowed += (self._borrowable[city][route.id] for city in {*node[1]} - {*before[1]})
            routes.append(route)
            node = before
        return MissingSpaces(spaces, walk_over(routes[::-1], node[0]), tuple(borrowed[::-1]))


def _borrowable(state: GameState, player: str, city: str) -> Mapping[str, Borrowed]:
    """The routes of other players that a station in a city could borrow, by id."""
    found = {}
    for route in state.setup.board.routes_at[city]:
        owners = (owner for owner in state.track_owners(route) if owner not in (None, player))
        owner = next(owners, None)
        if owner is not None:
            found[route.id] = Borrowed(city, route, owner)
    return found
