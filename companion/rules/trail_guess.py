"""A quick guess of the longest trail that is proved to be right, or given up.

To make a trail of a network, all places with an odd number of edges but two must be made even by
leaving out edges. These places are matched in pairs, and a shortest path between each pair is left
out. No solution is shorter than half the sum of the distances from each place to the nearest other
one, so a matching that reaches this bound and leaves the network connected is the best. Dense
networks, for which the exact search takes longest, nearly always have one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush

_TRIES = 24
"""Matchings that are tried."""

_Edges = Sequence[tuple[int, int, int]]
"""Two places and the length of each edge."""


def guess_left_out(edges: _Edges) -> set[int] | None:
    """The indexes of the edges that the longest trail leaves out; None if the guess fails."""
    at: dict[int, list[tuple[int, int, int]]] = {}
    for index, (start, end, length) in enumerate(edges):
        at.setdefault(start, []).append((end, length, index))
        at.setdefault(end, []).append((start, length, index))
    odd = [place for place in at if len(at[place]) % 2]
    paths = {place: _shortest_paths(at, place) for place in odd}
    nearest = {
        place: min(paths[place][other][0] for other in odd if other != place) for place in odd
    }
    bound = (sum(sorted(nearest.values())[: len(odd) - 2]) + 1) // 2
    near = {
        place: [
            other for other in odd if other != place and _is_tight(paths, nearest, place, other)
        ]
        for place in odd
    }
    for attempt in range(_TRIES):
        pairs = _match(odd, near, attempt)
        if len(pairs) * 2 < len(odd) - 2:
            continue
        left_out: set[int] = set()
        # A path that crosses another one leaves out the shared edges of neither.
        pairs.sort(key=lambda pair: paths[pair[0]][pair[1]][0])
        for start, end in pairs[: len(odd) // 2 - 1]:
            left_out ^= set(_path(paths[start], end))
        length = sum(edges[index][2] for index in left_out)
        if length <= bound and _is_connected(at, left_out, len(edges)):
            return left_out
    return None


_Paths = Mapping[int, tuple[int, int, int]]
"""By place: the distance, the place before it and the index of the edge from there."""


def _shortest_paths(at: Mapping[int, Iterable[tuple[int, int, int]]], first: int) -> _Paths:
    paths: dict[int, tuple[int, int, int]] = {}
    queue = [(0, first, first, -1)]
    while queue:
        distance, place, before, edge = heappop(queue)
        if place in paths:
            continue
        paths[place] = distance, before, edge
        for other, length, index in at[place]:
            if other not in paths:
                heappush(queue, (distance + length, other, place, index))
    return paths


def _is_tight(
    paths: Mapping[int, _Paths], nearest: Mapping[int, int], one: int, other: int
) -> bool:
    return paths[one][other][0] * 2 <= nearest[one] + nearest[other]


def _match(
    places: Sequence[int], near: Mapping[int, Sequence[int]], attempt: int
) -> list[tuple[int, int]]:
    """Pairs of near places, those with fewest choices first; attempts break ties differently."""
    rank = {place: (number * 7919 + attempt * 104729) % 8191 for number, place in enumerate(places)}
    free = set(places)
    choices = {place: set(near[place]) for place in places}
    pairs: list[tuple[int, int]] = []
    while True:
        open_places = [place for place in free if choices[place]]
        if not open_places:
            return pairs
        one = min(open_places, key=lambda place: (len(choices[place]), rank[place]))
        other = min(choices[one], key=lambda place: (len(choices[place]), rank[place]))
        pairs.append((one, other))
        free -= {one, other}
        for place in free:
            choices[place] -= {one, other}


def _path(paths: _Paths, place: int) -> Iterable[int]:
    while True:
        _, before, edge = paths[place]
        if edge < 0:
            return
        yield edge
        place = before


def _is_connected(
    at: Mapping[int, Iterable[tuple[int, int, int]]], left_out: set[int], count: int
) -> bool:
    """Whether the edges that are not left out are connected."""
    first = next((place for place, edges in at.items() if any(e[2] not in left_out for e in edges)))
    reached, to_visit, used = {first}, [first], set()
    while to_visit:
        for other, _, index in at[to_visit.pop()]:
            if index not in left_out:
                used.add(index)
                if other not in reached:
                    reached.add(other)
                    to_visit.append(other)
    return len(used) == count - len(left_out)
