"""Grand Tour: completed tickets whose ends two disjoint walks join."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given

from companion.report.export.score_sheet import score_json, score_sheet
from companion.report.words.result import explain, headline, reveal, reveal_column
from companion.rules.board import Board, Route
from companion.rules.errors import Malformed
from companion.rules.events import StationBuilt
from companion.rules.final_tally import PlayerTally, tally
from companion.rules.game import Game
from companion.rules.graph import Walk, disjoint_walks
from companion.rules.score_parts import GrandTour, GrandTourPart
from tests.support.boards import claims, game, island_data, read_board_data, tickets
from tests.support.random_games import examples, seeds

SQUARE = ("harbour--hill", "hill--lake", "ford--lake", "harbour--ford")
"""A circle over Harbour, Hill, Lake and Ford."""


def with_tour(**points: int) -> dict[str, Any]:
    """The island with a Grand Tour bonus and one more route, which makes a figure eight."""
    board = island_data()
    board["bonuses"]["grand_tour"] = points or {"1": 5, "2": 10, "3": 20}
    more = {"from": "lake", "to": "north-gate", "length": 2, "tracks": ["blue"]}
    board["routes"].append({"id": "lake--north-gate", **more})
    return board


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return read_board_data(tmp_path, with_tour())


def ana(played: Game) -> PlayerTally:
    return tally(played.state).players[0]


def tours(player: PlayerTally) -> tuple[GrandTour, ...]:
    return player.part(GrandTourPart).tours


def test_circle_makes_a_grand_tour(board: Board) -> None:
    player = ana(game(board, *claims("Ana", *SQUARE), tickets("Ana", ("harbour", "lake", 5))))
    assert (player.points("grand_tour"), len(tours(player))) == (5, 1)
    assert player.total == 16 + 5 + 6 + 5 + 2 + 5


def test_single_walk_makes_no_grand_tour(board: Board) -> None:
    player = ana(game(board, *claims("Ana", *SQUARE[:2]), tickets("Ana", ("harbour", "lake", 5))))
    assert (player.tickets_completed, player.points("grand_tour")) == (1, 0)


def test_walks_may_share_a_city(board: Board) -> None:
    eight = (*SQUARE, "lake--mill", "mill--north-gate", "lake--north-gate")
    played = game(board, *claims("Ana", *eight), tickets("Ana", ("harbour", "beyond", 5)))
    (tour,) = tours(ana(played))
    one, other = tour.walks
    assert "lake" in one.places[1:-1]
    assert "lake" in other.places[1:-1]
    assert not set(one.routes) & set(other.routes)
    assert {one.places[-1], other.places[-1]} == {"north-gate"}


def test_walks_may_not_share_a_bridge(board: Board) -> None:
    bridge = (*SQUARE, "mill--north-gate", "lake--north-gate")
    played = game(board, *claims("Ana", *bridge), tickets("Ana", ("harbour", "mill", 5)))
    assert (ana(played).tickets_completed, tours(ana(played))) == (1, ())


def test_walks_may_end_at_different_entrances_of_a_country(board: Board) -> None:
    both = ("harbour--south-gate", "lake--north-gate", "ford--lake", "harbour--ford")
    played = game(board, *claims("Ana", *both), tickets("Ana", ("harbour", "beyond", 5)))
    (tour,) = tours(ana(played))
    assert {walk.places[-1] for walk in tour.walks} == {"north-gate", "south-gate"}


def test_borrowed_route_makes_no_grand_tour(board: Board) -> None:
    played = game(
        board,
        *claims("Peter", SQUARE[3]),
        StationBuilt("Ana", "harbour"),
        *claims("Ana", *SQUARE[:3]),
        tickets("Ana", ("harbour", "lake", 5)),
    )
    assert (ana(played).tickets_completed, tours(ana(played))) == (1, ())


def test_failed_ticket_makes_no_grand_tour(board: Board) -> None:
    played = game(board, *claims("Ana", *SQUARE), tickets("Ana", ("harbour", "mill", 5)))
    assert (ana(played).points("tickets"), ana(played).points("grand_tour")) == (-5, 0)


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 5), (2, 10), (3, 20)])
def test_points_depend_on_the_number_of_tours(board: Board, count: int, points: int) -> None:
    cards = (("harbour", "lake", 1), ("harbour", "hill", 1), ("hill", "lake", 1))
    played = game(board, *claims("Ana", *SQUARE), tickets("Ana", *cards[:count]))
    assert ana(played).points("grand_tour") == points


def test_extra_tours_give_no_more_points(tmp_path: Path) -> None:
    board = read_board_data(tmp_path, with_tour(**{"1": 7}))
    cards = (("harbour", "lake", 1), ("harbour", "hill", 1))
    played = game(board, *claims("Ana", *SQUARE), tickets("Ana", *cards))
    assert (len(tours(ana(played))), ana(played).points("grand_tour")) == (2, 7)


def test_board_without_grand_tour_has_no_such_part(tmp_path: Path) -> None:
    board = read_board_data(tmp_path, island_data())
    played = game(board, *claims("Ana", *SQUARE), tickets("Ana", ("harbour", "lake", 5)))
    assert "grand_tour" not in tally(played.state).part_ids
    assert "Grand Tour" not in score_sheet("x", played.state, tally(played.state))


@pytest.mark.parametrize("points", [{"2": 5}, {"1": 5, "3": 9}, {"0": 5}, {"one": 5}, {"1": -5}])
def test_wrong_point_tables_are_errors(tmp_path: Path, points: dict[str, int]) -> None:
    with pytest.raises(Malformed, match=r"“(bonuses|grand_tour)”"):
        read_board_data(tmp_path, with_tour(**points))


def test_explanation_reveal_sheet_and_json_have_the_grand_tour(board: Board) -> None:
    played = game(board, *claims("Ana", *SQUARE), tickets("Ana", ("harbour", "lake", 5)))
    state, result = played.state, tally(played.state)
    explanation = explain(state, result, "grand_tour", "Ana")
    assert str(explanation.title) == "Ana: Grand Tour, 5 points"
    (row,) = explanation.rows
    assert str(row.detail) in (
        "Harbour – Hill – Lake, and Harbour – Lake",
        "Harbour – Lake, and Harbour – Hill – Lake",
    )
    assert {route for route, _ in row.highlight.tracks} == set(SQUARE)
    assert sorted(row.highlight.trail) == [(route, 0) for route in sorted(SQUARE)]
    assert_circle(board, [route for route, _ in row.highlight.trail], "harbour")
    assert row.highlight.places == ("harbour", "lake")
    assert "grand_tour" in [row.part for row in explain(state, result, "total", "Ana").rows]
    steps = reveal(state, result)
    assert [step.gains for step in steps if step.part == "grand_tour"] == [{"Ana": 5}]
    pieces = [points for _, points in reveal_column(steps, "Ana")]
    assert sum(pieces) == result.players[0].total
    assert "Grand Tour" in score_sheet("x", state, result)
    (ana, peter) = score_json("x", state, result)["players"]  # type: ignore[misc]
    bonuses = [each["parts"]["grand_tour"] for each in (ana, peter)]  # type: ignore[has-type]
    assert bonuses == [5, 0]
    assert headline(replace(result, final=True)).score == 39


def assert_circle(board: Board, routes: list[str], place: str) -> None:
    """Assert that routes lead from a place, one after the other, back to it."""
    start = place
    for id in routes:
        assert place in (board.routes[id].start, board.routes[id].end)
        place = board.routes[id].other_end(place)
    assert place == start


def network(random: Random) -> list[Route]:
    """Random routes between a few places, some of them parallel."""
    places = "abcdefg"[: random.randint(3, 7)]
    ends = [random.sample(places, 2) for _ in range(random.randint(1, 10))]
    return [
        Route(f"{n}", start, end, random.randint(1, 6), ("grey",), (), False, None)
        for n, (start, end) in enumerate(ends)
    ]


def simple_walks(
    routes: list[Route], place: str, goals: set[str], passed: frozenset[str] = frozenset()
) -> Iterator[tuple[Route, ...]]:
    """All walks to a goal that visit no place twice."""
    if place in goals:
        yield ()
        return
    for route in routes:
        if place in (route.start, route.end) and route.other_end(place) not in passed | {place}:
            for rest in simple_walks(routes, route.other_end(place), goals, passed | {place}):
                yield (route, *rest)


def length(routes: tuple[Route, ...]) -> int:
    return sum(route.length for route in routes)


@examples(100)
@given(seeds)
def test_disjoint_walks_match_brute_force(seed: int) -> None:
    random = Random(seed)
    routes = network(random)
    places = sorted({place for route in routes for place in (route.start, route.end)})
    random.shuffle(places)
    starts = set(places[: random.choice((1, 1, 2))])
    goals = set(places[len(starts) :][: random.choice((1, 1, 2))])
    walks = [walk for start in starts for walk in simple_walks(routes, start, goals)]
    apart = [
        length(one) + length(other)
        for one, other in combinations(walks, 2)
        if not set(one) & set(other)
    ]
    found = disjoint_walks(routes, sorted(starts), sorted(goals))
    assert (found is not None) == bool(apart)
    if found is not None:
        one, other = found
        assert one.length + other.length == min(apart)
        assert not set(one.routes) & set(other.routes)
        for walk in found:
            check_walk(walk, routes, starts, goals)


def check_walk(walk: Walk, routes: list[Route], starts: set[str], goals: set[str]) -> None:
    """Assert that a walk is continuous and leads from a start to a goal."""
    by_id = {route.id: route for route in routes}
    assert walk.places[0] in starts
    assert walk.places[-1] in goals
    assert len(walk.places) == len(walk.routes) + 1
    for id, place, following in zip(walk.routes, walk.places, walk.places[1:], strict=False):
        assert {by_id[id].start, by_id[id].end} == {place, following}
    assert walk.length == sum(by_id[id].length for id in walk.routes)
