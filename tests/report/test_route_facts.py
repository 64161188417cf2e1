"""Routes in words: what they cost, and whether a player can claim them."""

from __future__ import annotations

import pytest

from companion.report.words.routes import (
    claim_facts,
    reminders,
    route_as_printed,
    status,
    track_facts,
    track_name,
)
from companion.rules.board import Board, RouteCorrection
from companion.rules.boards import bundled_boards
from companion.rules.claims import claimable_tracks, only_choice
from companion.rules.events import Doubling, Event, PlayerLeft, RouteClaimed, TurnPassed
from tests.support.boards import AFRICA, EUROPE, GERMANY, NORDIC, SIX_SPACES, USA, claims, game

DENVER = "denver--salt-lake-city"
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
    assert seen == "1 track free, but Ana cannot claim it now · rest taken by Peter"
    assert shown(USA, DOUBLE, "Ana", *events, count=4) == "free, but Ana cannot claim it now"


def test_track_beside_an_own_one_is_free_for_the_others() -> None:
    others = shown(USA, DOUBLE, "Ana", PETER_ON_ONE_TRACK, count=4)
    owner = shown(USA, DOUBLE, "Peter", PETER_ON_ONE_TRACK, count=4)
    assert others == "1 track free · rest taken by Peter"
    assert owner == "1 track free, but Peter cannot claim it now · rest taken by Peter"


def test_two_free_tracks_of_a_triple_route_are_counted() -> None:
    triple = next(route.id for route in GERMANY.routes.values() if len(route.tracks) == 3)
    events = (RouteClaimed("Peter", triple), PlayerLeft("Ana"))
    assert shown(GERMANY, triple, "Maya", *events, count=4) == "2 tracks free · rest taken by Peter"
    assert shown(GERMANY, triple, "Ana", *events, count=4) == (
        "2 tracks free, but Ana cannot claim them now · rest taken by Peter"
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


def test_status_names_owners_and_closed_tracks() -> None:
    route = USA.routes[DENVER]
    taken = RouteClaimed("Ana", DENVER, 0)
    for count, events, text in (
        (4, (), "free"),
        (4, (taken,), "1 track free · rest taken by Ana"),
        (3, (taken,), "taken by Ana · other track closed (3 players)"),
        (4, (taken, RouteClaimed("Maya", DENVER, 1)), "taken by Ana and Maya"),
    ):
        assert str(status(game(USA, *events, count=count).state, "Peter", route)) == text


def test_ferry_and_tunnel_are_named() -> None:
    state = game(EUROPE).state
    ferry = EUROPE.routes["palermo--smyrna"]
    tunnel = next(route for route in EUROPE.routes.values() if route.tunnel)
    assert str(status(state, "Ana", ferry)) == "ferry · free"
    assert [str(each) for each in reminders(EUROPE, ferry, 0)] == [
        "Ferry: needs at least 2 locomotives."
    ]
    assert str(status(state, "Ana", tunnel)) == "tunnel · free"
    assert [str(each) for each in reminders(EUROPE, tunnel, 0)] == [
        "Tunnel: may cost up to 3 extra cards."
    ]


def test_mountains_are_named_with_their_points() -> None:
    asia = bundled_boards()["legendary-asia"]
    route = asia.routes["khabarovsk--vladivostok"]
    assert [str(track_name(route, track)) for track in (0, 1)] == ["grey, 1 mountain", "grey"]
    assert [str(each) for each in reminders(asia, route, 0)] == [
        "Mountains: 1 more train leaves the game, +2."
    ]
    assert only_choice(game(asia, count=4).state, "Ana", route) is None


def test_track_is_named_with_length_colour_and_terrain() -> None:
    cape = AFRICA.routes["cape-town--port-elizabeth"]
    assert str(track_facts(AFRICA, cape, 0)) == "3 black · Mountain & Cliff"
    claim = RouteClaimed("Ana", cape.id, 0, Doubling(0, 1))
    (entered,) = game(AFRICA, claim).state.players["Ana"].claims
    assert str(claim_facts(AFRICA, entered)) == (
        "3 black · Mountain & Cliff · doubled with 1 locomotive"
    )
    assert str(route_as_printed(RouteCorrection("a--b", 5, ("red",)))) == "5 red"
    two = RouteCorrection("a--b", 5, ("red", "blue"))
    assert str(route_as_printed(two)) == "5 red and blue"


def test_only_track_without_a_choice_of_colour_or_doubling_is_claimed_at_once() -> None:
    usa = game(USA, count=4).state
    assert only_choice(usa, "Ana", USA.routes["duluth--helena"]) == 0
    assert only_choice(usa, "Ana", USA.routes[DENVER]) is None, "two colours"
    assert claimable_tracks(usa, "Ana", USA.routes[DENVER]) == (0, 1)
    africa = game(AFRICA).state
    assert only_choice(africa, "Ana", AFRICA.routes["cape-town--port-elizabeth"]) is None
