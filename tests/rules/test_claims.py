"""Legal claims and their points."""

from __future__ import annotations

import pytest

from companion.rules.board import Board
from companion.rules.events import RouteClaimed, TurnPassed
from tests.support.boards import AFRICA, EUROPE, SIX_SPACES, USA, assert_refused, claims, game

DOUBLE = "boston--montreal"


@pytest.mark.parametrize(
    ("board", "route", "length", "points"),
    [
        (USA, "dallas--houston", 1, 1),
        (USA, "boston--new-york", 2, 2),
        (USA, "calgary--vancouver", 3, 4),
        (USA, "calgary--helena", 4, 7),
        (USA, "atlanta--miami", 5, 10),
        (USA, "calgary--winnipeg", 6, 15),
        (EUROPE, "petrograd--stockholm", 8, 21),
        (AFRICA, "addis-ababa--fachoda", 5, 10),
    ],
)
def test_claim_scores_at_once_by_its_length(
    board: Board, route: str, length: int, points: int
) -> None:
    ana = game(board, *claims("Ana", route)).state.players["Ana"]
    assert (ana.trains, ana.route_points) == (45 - length, points)


def test_claim_needs_no_connection_to_earlier_ones() -> None:
    state = game(USA, *claims("Ana", "boston--montreal", "los-angeles--phoenix")).state
    assert [route.id for route in state.players["Ana"].routes] == [
        "boston--montreal",
        "los-angeles--phoenix",
    ]


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_player_cannot_own_both_tracks_of_double_route(count: int) -> None:
    begun = game(USA, *claims("Ana", DOUBLE), count=count)
    assert_refused(
        begun,
        RouteClaimed("Ana", DOUBLE, 1),
        "two tracks of the same route",
        "Ana",
        "Boston – Montréal",
    )


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("first", [0, 1])
def test_with_two_or_three_players_one_track_closes_the_other(count: int, first: int) -> None:
    begun = game(USA, RouteClaimed("Ana", DOUBLE, first), count=count)
    assert_refused(
        begun,
        RouteClaimed("Peter", DOUBLE, 1 - first),
        "only one can be claimed",
        "Peter",
        "Boston – Montréal",
    )


@pytest.mark.parametrize("count", [4, 5])
@pytest.mark.parametrize("first", [0, 1])
def test_with_four_or_five_players_both_tracks_are_open(count: int, first: int) -> None:
    begun = game(
        USA,
        RouteClaimed("Ana", DOUBLE, first),
        RouteClaimed("Peter", DOUBLE, 1 - first),
        count=count,
    )
    assert set(begun.state.owners[DOUBLE]) == {"Ana", "Peter"}


def test_third_player_cannot_claim_taken_double_route() -> None:
    begun = game(USA, RouteClaimed("Ana", DOUBLE), RouteClaimed("Peter", DOUBLE, 1), count=4)
    for track in (0, 1):
        assert_refused(
            begun, RouteClaimed("Maya", DOUBLE, track), "has this track", "Maya", "Boston"
        )


def test_last_train_can_be_placed() -> None:
    begun = game(USA, *claims("Ana", *SIX_SPACES, "calgary--vancouver"))
    assert begun.state.players["Ana"].trains == 0
    assert_refused(
        begun, RouteClaimed("Ana", "dallas--houston"), "it takes", "Ana", "Dallas – Houston"
    )


def test_unknown_player_is_refused() -> None:
    assert_refused(game(USA), RouteClaimed("Maya", DOUBLE), "Maya")
    assert_refused(game(USA), TurnPassed("Maya"), "Maya")


def test_any_player_can_make_the_next_entry() -> None:
    begun = game(USA, *claims("Peter", DOUBLE))
    assert begun.state.turn == "Ana"
    assert game(USA, *claims("Ana", DOUBLE)).state.turn == "Peter"
    assert game(USA, *claims("Maya", DOUBLE), count=5).state.turn == "Tom"
