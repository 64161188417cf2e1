"""Finds the longest route: the longest trail (a walk that uses no edge twice), exactly.

A set of edges is a trail exactly when it is connected and at most two places have an odd number of
its edges (Euler). Edges are decided one after the other, in an order that keeps the *frontier*
small: the places that have both decided and undecided edges. All that matters of the earlier
decisions is which frontier places are odd and which are connected, and how many odd places are
behind the frontier. So of all decisions with the same state only the longest is kept.

The search is repeated with more states per step until no state had to be dropped. Each search finds
only trails longer than the best one so far, so the last and exact one has few states left.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from companion.rules.board import Route
from companion.rules.graph import Walk, components, walk_over
from companion.rules.state import PlayerState

_Place = TypeVar("_Place", bound=Hashable)

FIRST_WIDTH = 32
"""States per step of the first search; more than nearly all networks of bundled boards need."""
WIDER = 8
"""Factor on the number of states for each further search."""


def longest_walk(player: PlayerState) -> Walk:
    """A player's longest continuous walk over their own routes."""
    return _longest_over(player.routes)


# Cached because an entry changes the routes of one player only.
@lru_cache(maxsize=64)
def _longest_over(routes: tuple[Route, ...]) -> Walk:
    trail = longest_trail([(route.start, route.end, route.length) for route in routes])
    return walk_over([routes[index] for index in trail])


class _Edge(NamedTuple):
    """An edge of the network; its places are bits."""

    number: int
    start: int
    end: int
    length: int


def longest_trail(edges: Sequence[tuple[_Place, _Place, int]]) -> list[int]:
    """The longest trail over `edges`, each `(place, place, length)`.

    Returns the indexes of its edges in walking order; places may repeat, lengths are positive.
    """
    network_of = components((start, end) for start, end, _ in edges)
    bits = {place: 1 << number for number, place in enumerate(network_of)}
    networks: dict[_Place, list[_Edge]] = {}
    for number, (start, end, length) in enumerate(edges):
        edge = _Edge(number, bits[start], bits[end], length)
        networks.setdefault(network_of[start], []).append(edge)
    best: list[_Edge] = []
    for network in sorted(networks.values(), key=_weight, reverse=True):
        if _weight(network) <= _weight(best):
            break
        is_trail = _odd_places(network).bit_count() <= 2
        best = max(best, network if is_trail else _longest_trail_in(network), key=_weight)
    return _euler_walk(best)


def _weight(edges: Iterable[_Edge]) -> int:
    return sum(edge.length for edge in edges)


def _odd_places(edges: Iterable[_Edge]) -> int:
    """The bits of the places with an odd number of these edges."""
    odd = 0
    for edge in edges:
        odd ^= edge.start ^ edge.end
    return odd


def _edges_at(edges: Iterable[_Edge]) -> dict[int, list[_Edge]]:
    """The edges at each place."""
    at: dict[int, list[_Edge]] = {}
    for edge in edges:
        at.setdefault(edge.start, []).append(edge)
        at.setdefault(edge.end, []).append(edge)
    return at


def _euler_walk(edges: list[_Edge]) -> list[int]:
    """The edges of a trail in walking order (Hierholzer's algorithm)."""
    at = _edges_at(edges)
    odd = _odd_places(edges)
    walked: set[int] = set()
    walk: list[int] = []
    path: list[tuple[int, int | None]] = [(odd & -odd or min(at, default=0), None)]
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


def _longest_trail_in(network: list[_Edge]) -> list[_Edge]:
    """The longest trail in a connected network."""
    order = _frontier_order(network)
    trail: list[_Edge] = []
    width = FIRST_WIDTH
    while True:
        longer, is_exact = _search(order, _weight(trail), width)
        trail = [edge for edge in network if longer >> edge.number & 1] or trail
        if is_exact:
            return trail
        width *= WIDER


def _frontier_order(network: list[_Edge]) -> list[_Edge]:
    """The edges place by place; the next place is one that adds fewest places to the frontier."""
    at = _edges_at(network)
    near = {
        place: {other for edge in edges for other in (edge.start, edge.end)}
        for place, edges in at.items()
    }
    left = set(near)
    reached: set[int] = set()
    place = min(near, key=lambda each: (len(at[each]), each))
    order: dict[int, _Edge] = {}
    while True:
        order.update((edge.number, edge) for edge in at[place])
        left.discard(place)
        reached |= near[place]
        if not left:
            return list(order.values())
        place = min(
            (each for each in left if near[each] & reached),
            key=lambda each: (
                len(near[each] - reached) - (each in reached),
                len(near[each] & left),
                each,
            ),
        )


_Groups = tuple[int, ...]
"""The connected groups of frontier places, each as bits, in ascending order."""
_State = tuple[int, int, _Groups]
"""Bits of the odd frontier places, number of odd places behind the frontier, groups."""
_Trail = tuple[int, int]
"""The length of a trail and the bits of its edges."""


def _search(order: list[_Edge], at_least: int, width: int) -> tuple[int, bool]:
    """The bits of the longest trail that is longer than `at_least`, and whether none is longer.

    After each step only the `width` most promising states are kept. 0 if no such trail was found.
    """
    last_step = {place: step for step, edge in enumerate(order) for place in edge[1:3]}
    shortest = min(edge.length for edge in order)
    length_left = _weight(order)
    odd_left = _odd_places(order)
    """Places with an odd number of undecided edges."""
    best, best_used, is_exact = at_least, 0, True
    states: dict[_State, _Trail] = {(0, 0, ()): (0, 0)}
    for step, edge in enumerate(order):
        changed, added = edge.start ^ edge.end, 1 << edge.number
        length_left -= edge.length
        odd_left ^= changed
        leaving = sum(place for place in {edge.start, edge.end} if last_step[place] == step)
        following: dict[_State, _Trail] = {}
        groups_after: dict[tuple[_Groups, bool], _Groups | None] = {}
        for (odd_before, ends_before, groups_before), (
            length_before,
            used_before,
        ) in states.items():
            for is_taken in (True, False):
                odd = odd_before ^ changed if is_taken else odd_before
                length = length_before + edge.length if is_taken else length_before
                used = used_before | added if is_taken else used_before
                ends = ends_before + (odd & leaving).bit_count()
                odd &= ~leaving
                # Of the places that are odd if all undecided edges are used, all but two must
                # be made even, and leaving out an edge changes two of them.
                left_out = max(0, ((odd ^ odd_left).bit_count() + ends - 1) // 2)
                if ends > 2 or length + length_left - left_out * shortest <= best:
                    continue
                key = groups_before, is_taken
                if key not in groups_after:
                    joined = _joined(groups_before, edge) if is_taken else groups_before
                    groups_after[key] = _without(joined, leaving)
                groups = groups_after[key]
                if groups is None:
                    continue
                if not groups and length:
                    # No later edge can be connected to this trail: it is complete.
                    if length > best:
                        best, best_used = length, used
                    continue
                state = odd, ends, groups
                if state not in following or following[state][0] < length:
                    following[state] = length, used
        if len(following) > width:
            is_exact = False
            following = dict(sorted(following.items(), key=_promise)[:width])
        states = following
    return best_used, is_exact


def _promise(item: tuple[_State, _Trail]) -> tuple[int, int]:
    """Sort key of states: long trails with few groups and ends first."""
    (odd, ends, groups), (length, _) = item
    return 2 * (ends + len(groups)) - length, odd.bit_count()


def _joined(groups: _Groups, edge: _Edge) -> _Groups:
    """The groups after an edge connects its two places."""
    joined = edge.start | edge.end
    others = []
    for group in groups:
        if group & joined:
            joined |= group
        else:
            others.append(group)
    return tuple(sorted((*others, joined)))


def _without(groups: _Groups, leaving: int) -> _Groups | None:
    """The groups without the places behind the frontier; None if one of several is cut off."""
    remaining = tuple(sorted(group & ~leaving for group in groups))
    if remaining and not remaining[0]:
        return () if len(remaining) == 1 else None
    return remaining
