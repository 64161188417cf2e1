"""Routes in words: what they cost, and whether a player can claim them."""

from __future__ import annotations

from companion.report.route_facts import (
    claim_facts,
    free_tracks,
    only_choice,
    reminders,
    route_as_printed,
    status,
    track_facts,
    track_name,
)
from companion.rules.board import RouteCorrection
from companion.rules.boards import bundled_boards
from companion.rules.events import Doubling, RouteClaimed
from tests.support.boards import AFRICA, EUROPE, SIX_SPACES, USA, claims, game

DENVER = "denver--salt-lake-city"


def test_status_names_owners_and_closed_tracks() -> None:
    route = USA.routes[DENVER]
    taken = RouteClaimed("Ana", DENVER, 0)
    for count, events, text in (
        (4, (), "free"),
        (4, (taken,), "1 track free · taken by Ana"),
        (3, (taken,), "taken by Ana · closed with 3 players"),
        (4, (taken, RouteClaimed("Maya", DENVER, 1)), "taken by Ana and Maya"),
    ):
        assert str(status(game(USA, *events, count=count).state, "Peter", route)) == text


def test_status_of_a_free_route_without_enough_trains() -> None:
    state = game(USA, *claims("Ana", *SIX_SPACES)).state
    free = [
        route
        for route in USA.routes.values()
        if route.length > 3 and not any(state.track_owners(route))
    ]
    assert str(status(state, "Ana", free[0])) == "free, but Ana cannot claim it now"


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
    assert free_tracks(usa, "Ana", USA.routes[DENVER]) == (0, 1)
    africa = game(AFRICA).state
    assert only_choice(africa, "Ana", AFRICA.routes["cape-town--port-elizabeth"]) is None
