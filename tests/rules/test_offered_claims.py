"""Legal events: all of them are accepted, and no others."""

from __future__ import annotations

import re
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.apply import apply_event, why_refused
from companion.rules.board import Board
from companion.rules.claims import why_not_claim, why_not_claim_route
from companion.rules.errors import Refused
from companion.rules.events import (
    Event,
    PlayerLeft,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    TurnPassed,
)
from companion.rules.game import Game
from companion.rules.terrain import cards_left
from tests.support.boards import AFRICA, EUROPE, SIX_SPACES, USA, cards, claims, game
from tests.support.legal_events import legal_events, legal_station_cities, legal_tracks
from tests.support.random_games import (
    boards,
    counts,
    examples,
    new_game,
    random_events,
    random_game,
    random_legal_event,
    seeds,
)


def test_every_track_is_legal_at_the_beginning() -> None:
    assert len(legal_tracks(game(USA).state, "Ana")) == 100


def test_claim_closes_other_track_with_few_players() -> None:
    taken = claims("Ana", "boston--montreal")
    assert len(legal_tracks(game(USA, *taken, count=3).state, "Peter")) == 98
    assert len(legal_tracks(game(USA, *taken, count=4).state, "Peter")) == 99
    assert len(legal_tracks(game(USA, *taken, count=4).state, "Ana")) == 98


def test_routes_longer_than_the_trains_left_are_not_offered() -> None:
    state = game(USA, *claims("Ana", *SIX_SPACES)).state
    assert max(route.length for route, _ in legal_tracks(state, "Ana")) == 3


def test_why_not_claim_equals_refusal_of_claim() -> None:
    state = game(USA, *claims("Ana", "boston--montreal")).state
    reason = why_not_claim(state, "Peter", USA.routes["boston--montreal"], 1)
    assert "only one can be claimed" in str(reason)
    assert str(reason) == str(why_refused(state, RouteClaimed("Peter", "boston--montreal", 1)))
    assert why_not_claim(state, "Peter", USA.routes["boston--new-york"], 1) is None


def test_route_is_claimable_while_one_track_is() -> None:
    route = USA.routes["boston--new-york"]
    taken = [game(USA, *claims("Ana", route.id), count=count).state for count in (4, 3)]
    assert why_not_claim_route(taken[0], "Peter", route) is None
    assert "two tracks of the same route" in str(why_not_claim_route(taken[0], "Ana", route))
    assert "only one can be claimed" in str(why_not_claim_route(taken[1], "Peter", route))


def test_reason_names_first_track_if_both_are_taken() -> None:
    route = USA.routes["boston--new-york"]
    second = RouteClaimed("Peter", route.id, 1)
    taken = game(USA, *claims("Ana", route.id), second, count=4).state
    assert "Ana" in str(why_not_claim_route(taken, "Maya", route))


def test_terrain_can_be_drawn_while_cards_are_left() -> None:
    state = game(AFRICA, *cards("Ana", desert=15, jungle=14)).state
    drawn = {
        name: {event for event in legal_events(state, name) if isinstance(event, TerrainDrawn)}
        for name in ("Ana", "Peter")
    }
    jungle, mountain = TerrainDrawn("Peter", "jungle"), TerrainDrawn("Peter", "mountain")
    assert drawn["Peter"] == {jungle, mountain}
    assert TerrainDrawn("Ana", "desert", -1) in drawn["Ana"]
    assert TerrainDrawn("Ana", "desert") not in drawn["Ana"]
    assert TerrainDrawn("Ana", "mountain", -1) not in drawn["Ana"]


def test_first_station_can_be_built_in_every_city() -> None:
    assert set(legal_station_cities(game(EUROPE).state, "Ana")) == set(EUROPE.places)


@examples(12)
@given(boards, seeds, counts, st.integers(0, 60))
def test_legal_events_are_accepted(board: Board, seed: int, count: int, steps: int) -> None:
    random = Random(seed)
    state = new_game(board, count).state
    for step in range(steps):
        if step % 5 == 0:
            for name in state.setup.names:
                offered = list(legal_events(state, name))
                assert len(set(offered)) == len(offered)
                assert [event for event in offered if why_refused(state, event)] == []
        state = apply_event(state, random_legal_event(state, random))


@examples(8)
@given(boards, seeds, counts, st.integers(0, 50))
def test_accepted_events_are_among_legal_events(
    board: Board, seed: int, count: int, steps: int
) -> None:
    state = random_game(board, seed, count, steps).state
    for name in state.setup.names:
        offered = set(legal_events(state, name))
        possible: list[Event] = [
            *(
                RouteClaimed(name, route.id, track)
                for route in board.routes.values()
                for track in (0, 1)
            ),
            *(StationBuilt(name, place) for place in board.places),
            TurnPassed(name),
            PlayerLeft(name),
        ]
        assert {event for event in possible if why_refused(state, event) is None} == {
            event for event in offered if event in possible
        }


@examples(12)
@given(boards, seeds, counts, st.integers(0, 40))
def test_refused_event_changes_nothing(board: Board, seed: int, count: int, steps: int) -> None:
    played = random_game(board, seed, count, steps)
    events = played.events
    for event in islice(random_events(board, Random(seed)), 40):
        reason = why_refused(played.state, event)
        if reason is None:
            played, events = played.record(event), (*events, event)
        else:
            assert str(reason).endswith(".")
            with pytest.raises(Refused, match=re.escape(str(reason))):
                played.record(event)
    assert played.events == events
    assert played.state == Game.begin(played.setup, events).state


@examples(8)
@given(boards, seeds, counts)
def test_counts_never_exceed_what_exists(board: Board, seed: int, count: int) -> None:
    random = Random(seed)
    played = random_game(board, seed, count, 20)
    for event in islice(random_events(board, random), 200):
        if why_refused(played.state, event) is None:
            played = played.record(event)
    state = played.state
    for player in state.players.values():
        assert player.trains == board.trains_per_player - sum(
            claim.route.trains(claim.track) for claim in player.claims
        )
        assert player.trains >= 0
        assert len(set(player.routes)) == len(player.routes)
        assert len(player.stations) + player.stations_left == board.stations_per_player
        assert all(cards >= 0 for cards in player.terrain.values())
    for kind in board.terrain.types if board.terrain else ():
        assert 0 <= cards_left(state, kind) <= 15
    if not state.setup.both_tracks_open:
        assert all(None in owners for owners in state.owners.values() if len(owners) == 2)
    for route in board.routes.values():
        holders = state.route_owners(route)
        assert len(set(holders)) == len(holders) <= (2 if state.setup.both_tracks_open else 1)
