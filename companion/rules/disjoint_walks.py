"""Finds two walks between places that share no route and are shortest together.

This is the algorithm of Suurballe and Bhandari: the shortest walk alone may block a second one, so
the second search may also go backwards over routes of the first. A route used in both directions
is dropped from both, and the remaining routes form two walks again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from companion.rules.network import Walk, walk_over

if TYPE_CHECKING:
    from companion.rules.board import Route


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
