"""Graph algorithms over routes: components, cheapest walks, two walks that share no route."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import NamedTuple, TypeVar

from companion.rules.board import Board, Route

_Place = TypeVar("_Place", bound=Hashable)


_MOST_COMPARED = 64
"""Nodes at a place that a new one is compared with; more comparisons cost more than they save."""


def components(edges: Iterable[tuple[_Place, _Place]]) -> dict[_Place, _Place]:
    """For every place of the edges one that stands for all places connected with it."""
    parent: dict[_Place, _Place] = {}

    def root(place: _Place) -> _Place:
        while parent.setdefault(place, place) != place:
            parent[place] = place = parent[parent[place]]
        return place

    for start, end in edges:
        parent[root(end)] = root(start)
    return {place: root(place) for place in parent}


def board_components(board: Board, routes: Iterable[Route]) -> dict[str, str]:
    """The components of some routes; a place that none of them reaches is one of its own."""
    alone = ((place, place) for place in board.places)
    return components((*alone, *((route.start, route.end) for route in routes)))


@dataclass(frozen=True, slots=True)
class Walk:
    """A continuous sequence of routes."""

    places: tuple[str, ...]
    """The places passed, in walking order."""
    routes: tuple[str, ...]
    """The route between each place and the next."""
    length: int
    """Train spaces of all routes."""


def walk_over(routes: Sequence[Route], start: str | None = None) -> Walk:
    """The walk over these routes in this order; `start` is needed if the first end is ambiguous."""
    if start is None and routes:
        first, following = routes[0], routes[min(1, len(routes) - 1)]
        start = first.start if first.end in (following.start, following.end) else first.end
    places = [] if start is None else [start]
    for route in routes:
        places.append(route.other_end(places[-1]))
    length = sum(route.length for route in routes)
    return Walk(tuple(places), tuple(route.id for route in routes), length)


class Step(NamedTuple):
    """A route that walks may use."""

    route: Route
    cost: int
    bits: int = 0
    """Bits that a walk uses once: of the station that borrows the route, of its crossings."""


class CheapestWalk(NamedTuple):
    """The cheapest walk to one of some places."""

    cost: int
    walk: Walk
    steps: tuple[Step, ...]
    """In walking order."""


_Tree = tuple[dict[str, tuple[int, int]], dict[tuple[str, int], Step]]
"""The lowest cost of each place with the bits used then, and the last step of the walk to each
node: a place and the used bits."""


def crossing_bits(board: Board, route: Route, first: int = 0) -> int:
    """A bit for each crossing of a route, from the bit `first` on: two routes that cross share one.

    At most one of them is ever claimed, so a walk uses each bit once.
    """
    return sum(
        1 << number for number, pair in enumerate(board.crossings, first) if route.id in pair
    )


class Network:
    """The steps that walks may take. What was searched once is kept."""

    def __init__(self, steps: Iterable[Step]) -> None:
        self._steps_at: dict[str, list[tuple[int, str, int, Step]]] = {}
        for step in steps:
            route, cost, bits = step
            for here, there in ((route.start, route.end), (route.end, route.start)):
                self._steps_at.setdefault(here, []).append((cost, there, bits, step))
        self._trees: dict[tuple[str, ...], _Tree] = {}

    @classmethod
    def of_routes(cls, board: Board, cost: Callable[[Route], int | None]) -> Network:
        """The network of a board's routes; `cost` returns None for one that cannot be used."""
        costs = ((route, cost(route)) for route in board.routes.values())
        return cls(
            Step(route, price, crossing_bits(board, route))
            for route, price in costs
            if price is not None
        )

    def cheapest_walk(self, starts: Iterable[str], goals: Iterable[str]) -> CheapestWalk | None:
        """The cheapest walk from one of `starts` to the first of equally near `goals`, or None."""
        starts = tuple(starts)
        if starts not in self._trees:
            self._trees[starts] = self._search(starts)
        nearest, came_by = self._trees[starts]
        reached = [(*nearest[goal], goal) for goal in goals if goal in nearest]
        if not reached:
            return None
        cost, used, place = min(reached, key=lambda goal: goal[0])
        steps: list[Step] = []
        while (place, used) in came_by:
            step = came_by[place, used]
            steps.append(step)
            place, used = step.route.other_end(place), used ^ step.bits
        steps.reverse()
        return CheapestWalk(cost, walk_over([step.route for step in steps], place), tuple(steps))

    def _search(self, starts: tuple[str, ...]) -> _Tree:
        """Dijkstra's algorithm over nodes.

        A node is left out if a cheaper one at its place has used the same bits or fewer.
        """
        costs = {(place, 0): 0 for place in starts}
        came_by: dict[tuple[str, int], Step] = {}
        nearest: dict[str, tuple[int, int]] = {}
        reached_freely: set[str] = set()
        """The places that were reached without using a bit."""
        reached_with: dict[str, list[int]] = {}
        queue = [(0, place, 0) for place in starts]
        heapify(queue)
        while queue:
            cost, place, used = heappop(queue)
            if place in reached_freely:
                continue
            if used:
                others = reached_with.setdefault(place, [])
                if any(used & fewer == fewer for fewer in others[:_MOST_COMPARED]):
                    continue
                others.append(used)
            else:
                reached_freely.add(place)
            nearest.setdefault(place, (cost, used))
            for price, there, bits, step in self._steps_at.get(place, ()):
                if there in reached_freely or bits & used:
                    continue
                node, total = (there, used | bits), cost + price
                if node not in costs or total < costs[node]:
                    costs[node] = total
                    came_by[node] = step
                    heappush(queue, (total, *node))
        return nearest, came_by


def shortest_distance(board: Board, start: str, end: str) -> int | None:
    """Train spaces between two ticket ends on an empty board: the likely value of a ticket."""
    starts, goals = (board.ticket_ends[each].places for each in (start, end))
    found = Network.of_routes(board, lambda route: route.length).cheapest_walk(starts, goals)
    return None if found is None else found.cost


def disjoint_walks(
    routes: Sequence[Route], starts: Collection[str], goals: Collection[str]
) -> tuple[Walk, Walk] | None:
    """The two walks from `starts` to `goals` that share no route and are shortest together."""
    used: dict[str, str] = {}  # the place a route is walked from, by route id
    for _ in range(2):
        found = _cheapest(routes, used, starts, goals)
        if found is None:
            return None
        for route, place in found:
            if route.id in used:
                del used[route.id]
            else:
                used[route.id] = place
    onward: dict[str, list[Route]] = {}
    for route in routes:
        if route.id in used:
            onward.setdefault(used[route.id], []).append(route)
    return _next_walk(onward, starts, goals), _next_walk(onward, starts, goals)


def _cheapest(
    routes: Sequence[Route],
    used: Mapping[str, str],
    starts: Collection[str],
    goals: Collection[str],
) -> list[tuple[Route, str]] | None:
    """The cheapest walk, as routes with the place each is walked from.

    Going backwards over a used route costs minus its length. Because of the negative costs this
    is Bellman-Ford: all routes are relaxed until no place gets cheaper.
    """
    cheapest = dict.fromkeys(starts, 0)
    came_by: dict[str, Route] = {}
    cheaper = True
    while cheaper:
        cheaper = False
        for route in routes:
            for place in (route.start, route.end):
                if place not in cheapest or used.get(route.id) == place:
                    continue
                there = route.other_end(place)
                spent = cheapest[place] + (-route.length if route.id in used else route.length)
                if spent < cheapest.get(there, spent + 1):
                    cheapest[there], came_by[there], cheaper = spent, route, True
    reached = [goal for goal in goals if goal in cheapest]
    if not reached:
        return None
    place = min(reached, key=lambda goal: cheapest[goal])
    walk = []
    while place in came_by:
        route = came_by[place]
        place = route.other_end(place)
        walk.append((route, place))
    return walk


def _next_walk(
    onward: dict[str, list[Route]], starts: Collection[str], goals: Collection[str]
) -> Walk:
    """One of the walks; removes its routes from `onward`."""
    start = place = next(place for place in starts if onward.get(place))
    walked = []
    while place not in goals:
        walked.append(onward[place].pop())
        place = walked[-1].other_end(place)
    return walk_over(walked, start)
