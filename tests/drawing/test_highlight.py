"""Highlights and the looks they lead to."""

from __future__ import annotations

import pytest

from companion.drawing.highlight import (
    NO_HIGHLIGHT,
    Highlight,
    event_highlight,
    tracks_of_routes,
)
from companion.drawing.painting import place_looks, track_looks
from companion.rules.boards import bundled_boards
from companion.rules.events import RouteClaimed, StationBuilt, TurnPassed
from companion.rules.game import Game
from companion.rules.setup import Player, Setup
from tests.drawing.boards import BOARDS

USA, EUROPE = bundled_boards()["usa"], bundled_boards()["europe"]
WALK = (("duluth--helena", 0), ("helena--omaha", 0))


def test_highlighted_tracks_glow_and_all_others_fade() -> None:
    looks = track_looks(USA, None, Highlight(tracks=WALK))
    assert {track for track, look in looks.items() if look.emphasis == "highlighted"} == {*WALK}
    assert {look.emphasis for track, look in looks.items() if track not in WALK} == {"faded"}


def test_ringed_places_fade_nothing() -> None:
    highlight = Highlight(places=("denver",))
    assert {look.emphasis for look in track_looks(USA, None, highlight).values()} == {"printed"}
    ringed = [place for place, look in place_looks(USA, None, highlight).items() if look.ringed]
    assert ringed == ["denver"]


def test_tracks_and_stations_of_the_highlighted_player_do_not_fade() -> None:
    setup = Setup(EUROPE, (Player("Ana", "blue"), Player("Peter", "red")))
    state = Game.begin(
        setup,
        (
            RouteClaimed("Ana", "brest--paris"),
            StationBuilt("Ana", "paris"),
            StationBuilt("Peter", "london"),
        ),
    ).state
    highlight = Highlight(player="Ana")
    looks = track_looks(EUROPE, state, highlight)
    assert [track for track, look in looks.items() if look.emphasis != "faded"] == [
        ("brest--paris", 0)
    ]
    places = place_looks(EUROPE, state, highlight)
    assert (places["paris"].faded, places["london"].faded) == (False, True)


def test_borrowed_track_needs_an_owner() -> None:
    setup = Setup(EUROPE, (Player("Ana", "blue"), Player("Peter", "red")))
    state = Game.begin(setup, (RouteClaimed("Ana", "brest--paris"),)).state
    borrowed = (("brest--paris", 0), ("edinburgh--london", 0))
    looks = track_looks(EUROPE, state, Highlight(borrowed=borrowed))
    assert [track for track, look in looks.items() if look.borrowed] == [("brest--paris", 0)]


@pytest.mark.parametrize("board", [board for board in BOARDS if board != "usa"])
def test_restricted_highlight_names_nothing_of_another_board(board: str) -> None:
    of_usa = Highlight(WALK, WALK, ("denver",), ("denver",), WALK, "Ana")
    assert of_usa.restricted_to_board(USA) == of_usa
    assert of_usa.restricted_to_board(bundled_boards()[board]) == Highlight(player="Ana")


def test_restricted_highlight_leaves_out_tracks_the_route_does_not_have() -> None:
    assert Highlight(tracks=(("duluth--helena", 1),)).restricted_to_board(USA) == NO_HIGHLIGHT


def test_all_tracks_of_routes_are_named() -> None:
    routes = EUROPE.routes["brest--paris"], EUROPE.routes["edinburgh--london"]
    assert tracks_of_routes(*routes) == (
        ("brest--paris", 0),
        ("edinburgh--london", 0),
        ("edinburgh--london", 1),
    )


def test_event_highlights_its_track_or_city() -> None:
    claim, station = RouteClaimed("Ana", "edinburgh--london", 1), StationBuilt("Ana", "paris")
    assert event_highlight(claim) == Highlight(tracks=(("edinburgh--london", 1),))
    assert event_highlight(station, "Ana") == Highlight(places=("paris",), player="Ana")
    assert not event_highlight(TurnPassed("Ana")).has_location


def test_targets_are_filled_and_fade_nothing() -> None:
    highlight = Highlight(targets=("denver", "no-such-place")).restricted_to_board(USA)
    assert {look.emphasis for look in track_looks(USA, None, highlight).values()} == {"printed"}
    filled = [place for place, look in place_looks(USA, None, highlight).items() if look.filled]
    assert filled == ["denver"]
