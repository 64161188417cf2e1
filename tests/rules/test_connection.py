"""Whether two cities are connected, compared with a search that tries every walk."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.report.words.routes import (
    connection_highlight,
    describe_connection,
    find_connection,
    missing_routes,
)
from companion.rules.board import Board
from companion.rules.events import RouteClaimed, StationBuilt
from companion.rules.state import GameState
from tests.support.boards import AFRICA, EUROPE, USA, claims, game
from tests.support.random_games import boards, counts, examples, random_game, seeds


def answer(state: GameState, player: str, one: str, other: str) -> str:
    return str(describe_connection(player, find_connection(state, player, one, other)))


def shortest_of_all_walks(
    board: Board, own: dict[str, int], starts: set[str], goals: set[str]
) -> int | None:
    """The length of the shortest walk, found by trying every walk that visits no place twice."""
    lengths = []
    walks = [(place, frozenset((place,)), 0) for place in starts]
    while walks:
        place, visited, length = walks.pop()
        if place in goals:
            lengths.append(length)
        for id in own:
            route = board.routes[id]
            if place in (route.start, route.end):
                there = route.end if place == route.start else route.start
                if there not in visited:
                    walks.append((there, visited | {there}, length + own[id]))
    return min(lengths, default=None)


def fewest_spaces(
    board: Board, costs: dict[str, int], starts: set[str], goals: set[str]
) -> int | None:
    """The fewest spaces to claim, found by lowering the number at every place until none changes.

    Every walk cannot be tried: a whole board has too many.
    """
    best = dict.fromkeys(starts, 0)
    before: dict[str, int] = {}
    while best != before:
        before = dict(best)
        for id, cost in costs.items():
            route = board.routes[id]
            for here, there in ((route.start, route.end), (route.end, route.start)):
                if here in best:
                    best[there] = min(best.get(there, 10**6), best[here] + cost)
    return min((best[goal] for goal in goals if goal in best), default=None)


def fewest_without_crossing(
    board: Board, costs: dict[str, int], starts: set[str], goals: set[str]
) -> int | None:
    """The fewest spaces to claim with only one route of each crossing, for all choices of these."""
    pairs = [pair for pair in board.crossings if costs.keys() >= set(pair)]
    found = (
        fewest_spaces(board, {id: costs[id] for id in costs if id not in left_out}, starts, goals)
        for left_out in product(*pairs)
    )
    return min((spaces for spaces in found if spaces is not None), default=None)


def claimable(state: GameState, player: str) -> dict[str, int]:
    """The spaces of each route with a track the player may claim, by the rules in the booklet."""
    board, costs = state.setup.board, {}
    few = len(state.setup.players) < board.double_tracks_from_players
    for route in board.routes.values():
        together = [route.id] + ([route.double_with] if route.double_with else [])
        owners = [owner for id in together for owner in state.owners.get(id, ()) if owner]
        free = None in state.owners.get(route.id, (None,))
        crossed = [pair for pair in board.crossings if route.id in pair]
        open_to_all = not any(id in state.owners for pair in crossed for id in pair)
        if free and player not in owners and not (few and owners) and open_to_all:
            costs[route.id] = route.length
    return costs


@examples(15)
@given(boards, seeds, counts, st.integers(0, 45))
@example(AFRICA, 215002, 3, 19)  # Luanda is cut off from Madagascar, a country.
def test_answer_equals_a_brute_force_search(
    board: Board, seed: int, count: int, steps: int
) -> None:
    state = random_game(board, seed, count, steps).state
    random = Random(seed)
    ends = board.ticket_ends
    for one, other in random.sample(list(combinations(sorted(ends), 2)), 12):
        player = random.choice(state.setup.names)
        starts, goals = set(ends[one].places), set(ends[other].places)
        own = {route.id: route.length for route in state.players[player].routes}
        spaces = shortest_of_all_walks(board, own, starts, goals)
        costs = claimable(state, player) | dict.fromkeys(own, 0)
        missing = fewest_spaces(board, costs, starts, goals)
        chosen = ends[one].places[0], ends[other].places[0]
        found = find_connection(state, player, *chosen)
        if missing is not None and missing != found.missing:
            missing = fewest_without_crossing(board, costs, starts, goals)
        if spaces is not None:
            assert found.is_complete
            assert found.walk is not None
            assert found.walk.length == spaces
        elif missing is not None:
            assert (found.is_complete, found.missing) == (False, missing)
            assert found.walk is not None
            assert sum(costs[id] for id in found.walk.routes) == missing
        else:
            assert found.walk is None
        if found.walk is not None:
            assert found.walk.places[0] in starts
            assert found.walk.places[-1] in goals
        shown = connection_highlight(state, player, found, *chosen)
        assert shown == shown.restricted_to_board(board)
        if found.walk is None:
            assert set(shown.places) == starts | goals


def test_connected_names_the_shortest_own_walk() -> None:
    detour = claims("Ana", "duluth--helena", "duluth--winnipeg", "helena--winnipeg")
    state = game(USA, *detour).state
    assert answer(state, "Ana", "duluth", "helena") == "Ana: connected, 6 spaces"
    assert answer(state, "Ana", "winnipeg", "helena") == "Ana: connected, 4 spaces"


def test_missing_spaces_are_counted_and_named() -> None:
    state = game(USA, RouteClaimed("Ana", "duluth--helena")).state
    found = find_connection(state, "Ana", "helena", "omaha")
    assert str(describe_connection("Ana", found)) == "Ana: 2 spaces missing, all free"
    assert str(missing_routes(state, "Ana", found)) == "Duluth – Omaha"


def test_player_whose_ways_are_all_taken_is_cut_off() -> None:
    taken = claims("Peter", *(route.id for route in USA.routes_at["miami"]))
    state = game(USA, *taken).state
    assert answer(state, "Ana", "miami", "boston") == "Ana: cut off"
    assert find_connection(state, "Peter", "miami", "boston").walk is not None


def test_stations_are_ignored() -> None:
    around = claims("Peter", *(route.id for route in EUROPE.routes_at["lisboa"]))
    state = game(EUROPE, *around, StationBuilt("Ana", "lisboa")).state
    assert answer(state, "Ana", "lisboa", "cadiz") == "Ana: cut off"


@pytest.mark.parametrize("entrance", [place for place in AFRICA.places if "nigeria" in place])
def test_any_entrance_of_a_country_counts(entrance: str) -> None:
    other = next(place for place in AFRICA.places if "nigeria" in place and place != entrance)
    route = AFRICA.routes_at[other][0]
    state = game(AFRICA, RouteClaimed("Ana", route.id)).state
    assert "connected" in answer(state, "Ana", entrance, route.other_end(other))
