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

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from companion.rules.board import Route
from companion.rules.graph import Walk, walk_over
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
    bits: defaultdict[_Place, int] = defaultdict(lambda: 1 << len(bits))
    order = _frontier_order(
        [
            _Edge(number, bits[start], bits[end], length)
            for number, (start, end, length) in enumerate(edges)
        ]
    )
    trail: list[_Edge] = []
    width, is_exact = FIRST_WIDTH, False
    while not is_exact:
        trail, is_exact = _search(order, trail, width)
        width *= WIDER
    return _walking_order(trail)


def _length(edges: Iterable[_Edge]) -> int:
    return sum(edge.length for edge in edges)


def _odd_places(edges: Iterable[_Edge]) -> int:
    """The bits of the places with an odd number of these edges."""
    odd = 0
    for edge in edges:
        odd ^= edge.start ^ edge.end
    return odd


def _walking_order(trail: list[_Edge]) -> list[int]:
    """The numbers of a trail's edges in walking order (Hierholzer's algorithm)."""
    unused: defaultdict[int, set[_Edge]] = defaultdict(set)
    for edge in trail:
        unused[edge.start].add(edge)
        unused[edge.end].add(edge)
    walk: list[int] = []

    def walk_from(place: int) -> None:
        while unused[place]:
            edge = unused[place].pop()
            other = place ^ edge.start ^ edge.end
            unused[other].discard(edge)
            walk_from(other)
            walk.append(edge.number)

    odd = _odd_places(trail)
    walk_from(odd & -odd or min(unused, default=0))
    return walk


def _frontier_order(edges: Iterable[_Edge]) -> list[_Edge]:
    """The edges place by place; the next place is one that adds fewest places to the frontier."""
    at: defaultdict[int, list[_Edge]] = defaultdict(list)
    near: defaultdict[int, set[int]] = defaultdict(set)
    for edge in edges:
        for place in (edge.start, edge.end):
            at[place].append(edge)
            near[place] |= {edge.start, edge.end}
    left = set(near)
    reached: set[int] = set()
    order: dict[_Edge, None] = {}
    while left:
        place = min(
            left, key=lambda each: (not near[each] & reached, len(near[each] - reached), each)
        )
        left.remove(place)
        reached |= near[place]
        order.update(dict.fromkeys(at[place]))
    return list(order)


_Groups = frozenset[int]
"""The connected groups of frontier places, each as bits."""
_State = tuple[int, int, _Groups]
"""Bits of the odd frontier places, number of odd places behind the frontier, groups."""
_Trail = tuple[int, int]
"""The length of a trail and the bits of its steps."""


def _search(order: list[_Edge], known: list[_Edge], width: int) -> tuple[list[_Edge], bool]:
    """The longest trail, or the `known` one if none is longer, and whether that is certain.

    After each step only the `width` most promising states are kept.
    """
    last_step = {place: step for step, edge in enumerate(order) for place in edge[1:3]}
    shortest = min((edge.length for edge in order), default=0)
    length_left = _length(order)
    odd_left = _odd_places(order)
    """Places with an odd number of undecided edges."""
    best, best_used, is_exact = _length(known), 0, True
    states: dict[_State, _Trail] = {(0, 0, frozenset()): (0, 0)}
    for step, edge in enumerate(order):
        places, changed = edge.start | edge.end, edge.start ^ edge.end
        length_left -= edge.length
        odd_left ^= changed
        staying = ~sum(place for place in {edge.start, edge.end} if last_step[place] == step)
        following: dict[_State, _Trail] = {}
        for (odd_before, ends_before, groups_before), trail_before in states.items():
            for is_taken in (False, True):
                odd, (length, used) = odd_before, trail_before
                if is_taken:
                    odd, length, used = odd ^ changed, length + edge.length, used | 1 << step
                ends = ends_before + (odd & ~staying).bit_count()
                odd &= staying
                # Of the places that are odd if all undecided edges are used, all but two must
                # be made even, and leaving out an edge changes two of them.
                left_out = max(0, ((odd ^ odd_left).bit_count() + ends - 1) // 2)
                if ends > 2 or length + length_left - left_out * shortest <= best:
                    continue
                groups = _joined(groups_before, places) if is_taken else groups_before
                remaining = frozenset([group & staying for group in groups])
                if 0 in remaining:
                    # No later edge can be connected to a group that has left the frontier.
                    if len(groups) == 1 and length > best:
                        best, best_used = length, used
                    continue
                state = odd, ends, remaining
                if state not in following or following[state][0] < length:
                    following[state] = length, used
        if len(following) > width:
            is_exact = False
            following = dict(sorted(following.items(), key=_promise)[:width])
        states = following
    return [edge for step, edge in enumerate(order) if best_used >> step & 1] or known, is_exact


def _promise(item: tuple[_State, _Trail]) -> tuple[int, int]:
    """Sort key of states: long trails with few groups and ends first."""
    (odd, ends, groups), (length, _) = item
    return 2 * (ends + len(groups)) - length, odd.bit_count()


def _joined(groups: _Groups, places: int) -> _Groups:
    """The groups after an edge connects two places."""
    separate = {group for group in groups if not group & places}
    for group in groups - separate:
        places |= group
    return frozenset({*separate, places})
