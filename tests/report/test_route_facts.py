"""Whether a route is free, closed or taken, for every player who may look at it."""

from __future__ import annotations

import pytest

from companion.report.route_facts import status
from companion.rules.board import Board
from companion.rules.events import Event, PlayerLeft, RouteClaimed, TurnPassed
from tests.support.boards import GERMANY, NORDIC, SIX_SPACES, USA, claims, game

DOUBLE = "boston--montreal"
PETER_ON_ONE_TRACK = RouteClaimed("Peter", DOUBLE)
NO_TRAINS_FOR_TWO = (*claims("Ana", *SIX_SPACES), *claims("Ana", "denver--santa-fe"))
"""Ana has 1 train left, and the last round has begun."""
LAST_TURNS = tuple(map(TurnPassed, ("Peter", "Maya", "Tom", "Ana")))


def shown(board: Board, route: str, viewer: str, *events: Event, count: int) -> str:
    return str(status(game(board, *events, count=count).state, viewer, board.routes[route]))


@pytest.mark.parametrize(
    "events",
    [(PlayerLeft("Ana"),), NO_TRAINS_FOR_TWO, (*NO_TRAINS_FOR_TWO, *LAST_TURNS)],
    ids=["left", "no trains", "had the last turn"],
)
def test_free_track_is_not_called_taken_for_a_viewer_who_cannot_claim_it(
    events: tuple[Event, ...],
) -> None:
    seen = shown(USA, DOUBLE, "Ana", PETER_ON_ONE_TRACK, *events, count=4)
    assert seen == "1 track free, but Ana cannot claim it now · taken by Peter"
    assert shown(USA, DOUBLE, "Ana", *events, count=4) == "free, but Ana cannot claim it now"


def test_track_beside_an_own_one_is_free_for_the_others() -> None:
    others = shown(USA, DOUBLE, "Ana", PETER_ON_ONE_TRACK, count=4)
    owner = shown(USA, DOUBLE, "Peter", PETER_ON_ONE_TRACK, count=4)
    assert others == "1 track free · taken by Peter"
    assert owner == "1 track free, but Peter cannot claim it now · taken by Peter"


def test_two_free_tracks_of_a_triple_route_are_counted() -> None:
    triple = next(route.id for route in GERMANY.routes.values() if len(route.tracks) == 3)
    events = (RouteClaimed("Peter", triple), PlayerLeft("Ana"))
    assert shown(GERMANY, triple, "Maya", *events, count=4) == "2 tracks free · taken by Peter"
    assert shown(GERMANY, triple, "Ana", *events, count=4) == (
        "2 tracks free, but Ana cannot claim them now · taken by Peter"
    )


def test_route_without_a_free_track_is_taken() -> None:
    both = (PETER_ON_ONE_TRACK, RouteClaimed("Maya", DOUBLE, 1))
    assert shown(USA, DOUBLE, "Ana", *both, count=4) == "taken by Peter and Maya"


@pytest.mark.parametrize("viewer", ["Ana", "Peter"])
def test_one_track_of_an_unequal_pair_closes_the_other_to_all(viewer: str) -> None:
    one = next(route for route in NORDIC.routes.values() if route.double_with)
    assert one.double_with
    seen = shown(NORDIC, one.double_with, viewer, RouteClaimed("Ana", one.id), count=2)
    assert seen.endswith("closed with 2 players: Ana has the other track")
    with_three = shown(NORDIC, one.double_with, "Peter", RouteClaimed("Ana", one.id), count=3)
    assert with_three.endswith("free")
