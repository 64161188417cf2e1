"""The longest route: exact on every network, and always a walk."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.rules import longest_route
from companion.rules.board import Board
from companion.rules.longest_route import longest_trail, longest_walk
from tests.support.boards import EUROPE, USA, claims, game
from tests.support.random_games import boards, counts, examples, random_game, seeds

Edges = Sequence[tuple[int, int, int]]


def places_walked(edges: Edges, trail: Sequence[int]) -> list[int] | None:
    """The places of a walk over the edges in this order; None if they are not one."""
    for start in edges[trail[0]][:2] if trail else ():
        places = [start]
        for number in trail:
            a, b, _ = edges[number]
            if places[-1] not in (a, b):
                break
            places.append(b if places[-1] == a else a)
        else:
            return places
    return None if trail else []


def length(edges: Edges, trail: Sequence[int]) -> int:
    return sum(edges[number][2] for number in trail)


def brute_force_length(edges: Edges) -> int:
    def onward(place: int, left: frozenset[int]) -> int:
        lengths = [0]
        for number in left:
            a, b, spaces = edges[number]
            if place in (a, b):
                lengths.append(spaces + onward(b if place == a else a, left - {number}))
        return max(lengths)

    ends = {place for a, b, _ in edges for place in (a, b)}
    return max((onward(place, frozenset(range(len(edges)))) for place in ends), default=0)


def assert_is_longest(edges: Edges, expected: int) -> None:
    trail = longest_trail(edges)
    assert len(set(trail)) == len(trail)
    assert all(0 <= number < len(edges) for number in trail)
    assert places_walked(edges, trail) is not None
    assert length(edges, trail) == expected


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ([], 0),
        ([(0, 1, 4)], 4),
        ([(0, 0, 3)], 3),
        ([(0, 0, 3), (0, 0, 2), (0, 1, 1)], 6),
        ([(0, 1, 2), (0, 1, 3)], 5),
        ([(0, 1, 2), (0, 1, 3), (0, 1, 4)], 9),
        ([(0, 1, 2), (2, 3, 6)], 6),
        ([(0, 1, 6), (0, 2, 5), (0, 3, 4)], 11),
        ([(0, 1, 1), (1, 2, 1), (2, 0, 1), (2, 3, 5)], 8),
        ([(0, 1, 1), (1, 2, 1), (2, 0, 1), (2, 3, 1), (3, 4, 1), (4, 2, 1)], 6),
        ([(0, 1, 5)] * 2 + [(2, 3, 5)] * 2 + [(1, 4, 1), (3, 4, 1), (4, 5, 9)], 22),
        ([(a, b, 1) for a in range(4) for b in range(a)], 5),
    ],
    ids=[
        "empty",
        "one edge",
        "a loop",
        "loops with an exit",
        "two parallel",
        "three parallel",
        "disconnected",
        "a star",
        "a triangle with a tail",
        "a figure of eight",
        "two loops joined by a path",
        "complete graph",
    ],
)
def test_small_network(edges: Edges, expected: int) -> None:
    assert_is_longest(edges, expected)


@st.composite
def networks(draw: st.DrawFn) -> list[tuple[int, int, int]]:
    most = draw(st.integers(1, 6))
    place = st.integers(0, most)
    return draw(st.lists(st.tuples(place, place, st.integers(1, 9)), max_size=9))


@examples(100)
@given(networks())
@example([(0, 1, 1), (1, 2, 1), (1, 3, 1), (3, 4, 9), (3, 5, 9), (1, 1, 2), (5, 5, 1)])
def test_length_equals_brute_force(edges: list[tuple[int, int, int]]) -> None:
    assert_is_longest(edges, brute_force_length(edges))


@examples(40)
@given(
    st.lists(
        st.tuples(st.integers(0, 11), st.integers(0, 11), st.integers(1, 8)),
        min_size=10,
        max_size=26,
    )
)
def test_order_direction_and_names_of_edges_do_not_matter(
    edges: list[tuple[int, int, int]],
) -> None:
    reversed_and_renamed = [(f"p{b}", f"p{a}", spaces) for a, b, spaces in reversed(edges)]
    trail = longest_trail(edges)
    assert places_walked(edges, trail) is not None
    assert len(set(trail)) == len(trail)
    other = longest_trail(reversed_and_renamed)
    assert length(edges, trail) == sum(reversed_and_renamed[number][2] for number in other)


def test_walk_may_contain_loops_and_repeat_cities() -> None:
    routes = ("dallas--houston", "dallas--little-rock", "little-rock--new-orleans")
    around = claims("Ana", *routes, "houston--new-orleans", "dallas--oklahoma-city")
    walk = longest_walk(game(USA, *around).state.players["Ana"])
    assert walk.length == 10
    assert sorted(walk.routes) == sorted(claim.route for claim in around)
    assert walk.places.count("dallas") == 2


def test_length_counts_train_spaces_and_not_routes() -> None:
    eight = claims("Ana", "petrograd--stockholm")
    three = claims("Ana", "amsterdam--bruxelles", "bruxelles--frankfurt", "frankfurt--munchen")
    walk = longest_walk(game(EUROPE, *eight, *three).state.players["Ana"])
    assert (walk.routes, walk.length) == (("petrograd--stockholm",), 8)


def test_walk_of_one_route_has_both_places() -> None:
    walk = longest_walk(game(USA, *claims("Ana", "boston--montreal")).state.players["Ana"])
    assert walk.places == ("boston", "montreal")


def test_player_without_routes_has_an_empty_walk() -> None:
    walk = longest_walk(game(USA).state.players["Ana"])
    assert (walk.places, walk.routes, walk.length) == ((), (), 0)


@examples(8)
@given(boards, seeds, counts)
def test_places_of_the_longest_walk_match_its_routes(board: Board, seed: int, count: int) -> None:
    for player in random_game(board, seed, count, 45).state.players.values():
        walk = longest_walk(player)
        owned = {route.id: route for route in player.routes}
        assert len(set(walk.routes)) == len(walk.routes)
        assert walk.length == sum(owned[id].length for id in walk.routes)
        for id, start, end in zip(walk.routes, walk.places, walk.places[1:], strict=False):
            assert {owned[id].start, owned[id].end} == {start, end}
        assert len(walk.places) == (len(walk.routes) + 1 if walk.routes else 0)


def test_length_does_not_depend_on_the_states_kept_at_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    every = list(combinations(range(10), 2))
    for seed in range(12):
        random = Random(seed)
        edges = [(a, b, random.randint(1, 4)) for a, b in random.sample(every, 24)]
        lengths = set()
        for width in (1, 7, 1_000_000):
            monkeypatch.setattr(longest_route, "FIRST_WIDTH", width)
            lengths.add(length(edges, longest_trail(edges)))
        assert len(lengths) == 1, seed


def test_dense_network_of_sixty_routes() -> None:
    hubs = [(hub, 100 + place, 1) for hub in range(5) for place in range(12)]
    assert_is_longest(hubs, 50)
