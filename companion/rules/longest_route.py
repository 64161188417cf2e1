"""Finds the longest route: the longest trail (a walk that uses no edge twice), exactly and fast.

A set of edges is a trail exactly when it is connected and at most two places have an odd number of
its edges (Euler). So the search is for the edges to leave out, with the smallest total length.
Edges are decided one after the other in an order that keeps the *frontier* small: the places that
have both decided and undecided edges. The only facts about earlier decisions that matter are, for
every frontier place, whether it is odd and which other frontier places it is connected with; a
best-first search over these few states finds the optimum.

The lower bound of the search is the same problem without "connected". It depends on the parities
only, is solved exactly beforehand, and is nearly always tight, so that the search expands few
states that are not on the way to the solution.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from companion.rules.network import Walk, walk_over
from companion.rules.trail_guess import guess_left_out

if TYPE_CHECKING:
    from companion.rules.board import Route
    from companion.rules.state import PlayerState

_Place = TypeVar("_Place", bound=Hashable)


def longest_walk(player: PlayerState) -> Walk:
    """A player's longest continuous walk over their own routes."""
    return _longest_over(player.routes)


# Cached because an entry changes the routes of one player only.
@lru_cache(maxsize=64)
def _longest_over(routes: tuple[Route, ...]) -> Walk:
    trail = longest_trail([(route.start, route.end, route.length) for route in routes])
    return walk_over([routes[index] for index in trail])


class _Edge(NamedTuple):
    """An edge of the network; its places are numbered from 0."""

    number: int
    start: int
    end: int
    length: int


def longest_trail(edges: Sequence[tuple[_Place, _Place, int]]) -> list[int]:
    """The longest trail over `edges`, each `(place, place, length)`.

    Returns the indexes of its edges in walking order; places may repeat, lengths are positive.
    """
    best: list[_Edge] = []
    best_length = 0
    for network in sorted(_components(edges), key=_weight, reverse=True):
        if _weight(network) <= best_length:
            break
        trail = network if len(_odd_places(network)) <= 2 else _longest_trail_in(network)
        if _weight(trail) > best_length:
            best, best_length = trail, _weight(trail)
    return _euler_walk(best)


def _weight(edges: Iterable[_Edge]) -> int:
    return sum(edge.length for edge in edges)


def _components(edges: Sequence[tuple[_Place, _Place, int]]) -> list[list[_Edge]]:
    """The edges by connected component."""
    number: dict[_Place, int] = {}
    group: list[int] = []
    for start, end, _ in edges:
        for place in (start, end):
            if place not in number:
                number[place] = len(group)
                group.append(len(group))
        a, b = group[number[start]], group[number[end]]
        if a != b:
            group = [a if each == b else each for each in group]
    networks: dict[int, list[_Edge]] = {}
    for index, (start, end, length) in enumerate(edges):
        edge = _Edge(index, number[start], number[end], length)
        networks.setdefault(group[edge.start], []).append(edge)
    return list(networks.values())


def _odd_places(edges: Iterable[_Edge]) -> set[int]:
    odd: set[int] = set()
    for edge in edges:
        odd ^= {edge.start} ^ {edge.end}
    return odd


def _euler_walk(edges: list[_Edge]) -> list[int]:
    """The edges of a trail in walking order (Hierholzer's algorithm)."""
    at: dict[int, list[_Edge]] = {}
    for edge in edges:
        at.setdefault(edge.start, []).append(edge)
        at.setdefault(edge.end, []).append(edge)
    walked: set[int] = set()
    walk: list[int] = []
    place = min(_odd_places(edges) or at, default=0)
    path: list[tuple[int, int | None]] = [(place, None)]
    while path:
        place, came_by = path[-1]
        open_edges = at.get(place, [])
        while open_edges and open_edges[-1].number in walked:
            open_edges.pop()
        if open_edges:
            edge = open_edges.pop()
            walked.add(edge.number)
            path.append((edge.end if place == edge.start else edge.start, edge.number))
        else:
            path.pop()
            if came_by is not None:
                walk.append(came_by)
    return walk[::-1]


_EASY = 2_000
"""States of the search up to which the first order of the edges is good enough."""
_MORE_ORDERS = 11
"""Orders that are compared with the first one otherwise."""


def _in_frontier_orders(network: list[_Edge]) -> Iterator[tuple[int, list[_Edge]]]:
    """Orders in which the edges of a place follow each other closely.

    Each with about how many states it has.
    """
    at: dict[int, list[_Edge]] = {}
    for edge in network:
        at.setdefault(edge.start, []).append(edge)
        at.setdefault(edge.end, []).append(edge)
    ends = {
        place: {edge.end if place == edge.start else edge.start for edge in edges}
        for place, edges in at.items()
    }
    for first in sorted(at, key=lambda place: (len(at[place]), place)):
        places, states = _places_in_order(ends, first)
        # Each edge once, with the first of its places.
        edges = {edge.number: edge for place in places for edge in at[place]}
        yield states, list(edges.values())


def _places_in_order(ends: Mapping[int, set[int]], first: int) -> tuple[list[int], int]:
    """An order of the places that keeps the frontier small, and about how many states it has.

    All edges of a place are decided before those of the next one.
    """
    undecided = {place: set(others) for place, others in ends.items()}
    reached: set[int] = set()
    frontier: set[int] = set()
    order: list[int] = []
    states = 0
    place = first
    while True:
        order.append(place)
        reached |= {place} | ends[place]
        frontier |= {place} | ends[place]
        states += 2 ** len(frontier)
        for other in undecided.pop(place) - {place}:
            undecided[other].discard(place)
        frontier = {each for each in frontier if undecided.get(each)}
        left = [
            each for each in undecided if undecided[each] and (undecided[each] | {each}) & reached
        ]
        if not left:
            return order, states
        place = min(
            left,
            key=lambda each: (
                len(undecided[each] - reached) - (each in reached),
                len(undecided[each]),
                each,
            ),
        )


class _Step(NamedTuple):
    """One edge to decide on, and its effect on the frontier."""

    edge: _Edge
    flips: int
    """Bits of the places whose parity it flips."""
    leaving: tuple[int, ...]
    """Places that have no undecided edge after this step."""
    leaving_bits: int
    weight_after: int
    """Length of all edges decided later."""


def _steps(order: list[_Edge]) -> list[_Step]:
    last = {place: number for number, edge in enumerate(order) for place in (edge.start, edge.end)}
    weight_after = _weight(order)
    steps = []
    for number, edge in enumerate(order):
        weight_after -= edge.length
        leaving = tuple(place for place in {edge.start, edge.end} if last[place] == number)
        steps.append(
            _Step(
                edge,
                (1 << edge.start) ^ (1 << edge.end),
                leaving,
                sum(1 << place for place in leaving),
                weight_after,
            )
        )
    return steps


_Parity = tuple[int, int]
"""Bits of the odd frontier places, and how many places left the frontier odd."""


def _left_behind(step: _Step, odd: int, ends: int) -> _Parity | None:
    """The parities after places left the frontier; None if more than two of them stayed odd."""
    leaving = odd & step.leaving_bits
    if not leaving:
        return odd, ends
    ends += leaving.bit_count()
    return None if ends > 2 else (odd ^ leaving, ends)


def _least_left_out(steps: list[_Step]) -> list[dict[_Parity, int]]:
    """Before each step, by parity: the least length to leave out from there on.

    Whether the edges are connected is ignored, so this is a lower bound.
    """
    layers: list[dict[_Parity, tuple[_Parity | None, _Parity | None]]] = []
    reachable: dict[_Parity, None] = {(0, 0): None}
    for step in steps:
        layer: dict[_Parity, tuple[_Parity | None, _Parity | None]] = {}
        following: dict[_Parity, None] = {}
        for parity in reachable:
            odd, ends = parity
            skipped = _left_behind(step, odd, ends)
            taken = _left_behind(step, odd ^ step.flips, ends)
            layer[parity] = (skipped, taken)
            if skipped is not None:
                following[skipped] = None
            if taken is not None:
                following[taken] = None
        layers.append(layer)
        reachable = following
    never = steps[0].weight_after + steps[0].edge.length + 1
    costs: list[dict[_Parity, int]] = [dict.fromkeys(reachable, 0)]
    for step, layer in zip(reversed(steps), reversed(layers), strict=True):
        later = costs[-1]
        costs.append(
            {
                parity: min(
                    never if skipped is None else step.edge.length + later[skipped],
                    never if taken is None else later[taken],
                )
                for parity, (skipped, taken) in layer.items()
            }
        )
    return costs[::-1]


_Groups = tuple[tuple[int, int], ...]
"""The frontier places with a used edge, each with the lowest place it is connected with."""


def _longest_trail_in(network: list[_Edge]) -> list[_Edge]:
    """The longest trail in a connected network."""
    orders = _in_frontier_orders(network)
    states, order = next(orders)
    if states > _EASY:
        left_out = guess_left_out([(edge.start, edge.end, edge.length) for edge in network])
        if left_out is not None:
            return [edge for index, edge in enumerate(network) if index not in left_out]
        _, order = min([(states, order), *islice(orders, _MORE_ORDERS)], key=lambda each: each[0])
    return _search(order)


def _search(order: list[_Edge]) -> list[_Edge]:
    """The longest trail by best-first search over the frontier."""
    steps = _steps(order)
    least = _least_left_out(steps)
    # Queue entries: the bound, minus the number of steps taken (of equal bounds the most advanced
    # is expanded first), a serial number so that states are never compared, the length left out
    # so far, the state (None for a complete trail) and the edges used.
    number = 0
    begin: tuple[_Parity, _Groups] = ((0, 0), ())
    queue: list[tuple[int, int, int, int, tuple[_Parity, _Groups] | None, _Used]] = [
        (least[0][0, 0], 0, number, 0, begin, None)
    ]
    seen: set[tuple[int, tuple[_Parity, _Groups]]] = set()
    while True:
        _, depth, _, left_out, state, used = heappop(queue)
        if state is None:
            return _unrolled(used)
        if (depth, state) in seen:
            continue
        seen.add((depth, state))
        (odd, ends), groups = state
        step = steps[-depth]
        later = least[-depth + 1]
        for taken in (True, False):
            parity = _left_behind(step, odd ^ step.flips if taken else odd, ends)
            if parity is None:
                continue
            merged = _joined(groups, step.edge) if taken else groups
            following = _after_leaving(merged, step.leaving)
            if following is None:
                continue
            cost = left_out if taken else left_out + step.edge.length
            path = (step.edge, used) if taken else used
            number += 1
            if merged and not following:
                # All edges used so far are behind the frontier: no later edge can connect to them.
                total = cost + step.weight_after
                heappush(queue, (total, depth - 1, number, total, None, path))
            elif parity in later:
                bound = cost + later[parity]
                heappush(queue, (bound, depth - 1, number, cost, (parity, following), path))


_Used = tuple[_Edge, "_Used"] | None
"""The edges used so far, the last one first."""


def _unrolled(used: _Used) -> list[_Edge]:
    edges = []
    while used is not None:
        edge, used = used
        edges.append(edge)
    return edges


def _joined(groups: _Groups, edge: _Edge) -> _Groups:
    """The groups after an edge connects its two places."""
    group = dict(groups)
    a, b = group.setdefault(edge.start, edge.start), group.setdefault(edge.end, edge.end)
    if a != b:
        low, high = min(a, b), max(a, b)
        group = {place: low if each == high else each for place, each in group.items()}
    return tuple(sorted(group.items()))


def _after_leaving(groups: _Groups, leaving: tuple[int, ...]) -> _Groups | None:
    """The groups without the places that leave the frontier; None if they are disconnected now."""
    staying = tuple(each for each in groups if each[0] not in leaving)
    if len(staying) == len(groups):
        return groups
    lost = {group for _, group in groups} - {group for _, group in staying}
    if lost and (staying or len(lost) > 1):
        return None
    return _renumbered(staying)


def _renumbered(groups: _Groups) -> _Groups:
    """The groups named after their lowest remaining place, so that equal states compare equal."""
    lowest: dict[int, int] = {}
    return tuple((place, lowest.setdefault(group, place)) for place, group in groups)
