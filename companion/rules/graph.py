"""Walks over routes: components, cheapest walks, and two walks that share no route."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.rules.board import Board, Route


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


@dataclass(frozen=True, slots=True)
class ShortestWalks:
    """The cheapest walks from some places to all that can be reached."""

    costs: Mapping[str, int]
    """The cost of the walk to each place."""
    came_by: Mapping[str, Route]
    """The last route of the walk to each place that is not a start."""

    def to(self, goals: Collection[str]) -> tuple[int, Walk] | None:
        """The cost of the cheapest walk to one of `goals`, and the walk; None if there is none."""
        nearest = min(
            ((self.costs[goal], goal) for goal in goals if goal in self.costs), default=None
        )
        if nearest is None:
            return None
        cost, place = nearest
        routes = []
        while place in self.came_by:
            routes.append(self.came_by[place])
            place = routes[-1].other_end(place)
        return cost, walk_over(routes[::-1], place)


def shortest_walks(
    board: Board, cost: Callable[[Route], int | None], starts: Collection[str]
) -> ShortestWalks:
    """The cheapest walks from one of `starts`.

    `cost` returns the cost of a route, or None for a route that cannot be used.
    """
    cheapest: dict[str, int] = dict.fromkeys(starts, 0)
    came_by: dict[str, Route] = {}
    queue = [(0, place) for place in starts]
    queue.sort()
    while queue:
        spent, place = heappop(queue)
        if spent > cheapest[place]:
            continue
        for route in board.routes_at[place]:
            price = cost(route)
            if price is None:
                continue
            neighbour = route.other_end(place)
            if spent + price < cheapest.get(neighbour, spent + price + 1):
                cheapest[neighbour] = spent + price
                came_by[neighbour] = route
                heappush(queue, (spent + price, neighbour))
    return ShortestWalks(cheapest, came_by)


def shortest_distance(board: Board, start: str, end: str) -> int | None:
    """Train spaces between two ticket ends on an empty board: the likely value of a ticket."""
    ends = board.ticket_ends
    walks = shortest_walks(board, lambda route: route.length, ends[start].places)
    found = walks.to(ends[end].places)
    return None if found is None else found[0]


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
