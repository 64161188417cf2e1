"""Grand Tour: whether two walks that share no route join the ends of a ticket.

The shortest walk alone may stand in the way of a second one. So the second is looked for with
leave to undo parts of the first: where it runs against the first, neither uses the route, and what
is left are two walks again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from companion.rules.network import Walk, walk_over

if TYPE_CHECKING:
    from companion.rules.board import Route

_Leaving = dict[str, str]
"""The routes in use, by id, each with the place it is left from."""


def two_walks(
    routes: Sequence[Route], starts: Collection[str], goals: Collection[str]
) -> tuple[Walk, Walk] | None:
    """The two walks from `starts` to `goals` that share no route and are shortest together."""
    used: _Leaving = {}
    for _ in range(2):
        further = _cheapest(routes, used, starts, goals)
        if further is None:
            return None
        for route, place in further:
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
    """The cheapest way, each route with where it is left from; undoing one gives its length back.

    Prices below nothing call for going over all routes until nothing gets cheaper.
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
    way = []
    while place in came_by:
        route = came_by[place]
        place = route.other_end(place)
        way.append((route, place))
    return way


def _next_walk(
    onward: dict[str, list[Route]], starts: Collection[str], goals: Collection[str]
) -> Walk:
    """One of the walks; its routes are taken out."""
    start = place = next(place for place in starts if onward.get(place))
    walked = []
    while place not in goals:
        walked.append(onward[place].pop())
        place = walked[-1].other_end(place)
    return walk_over(walked, start)
