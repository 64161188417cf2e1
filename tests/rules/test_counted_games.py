"""Counting a finished board: claims without turns, last round or terrain cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.board import Board
from companion.rules.boards import bundled_boards
from companion.rules.errors import Malformed, Refused
from companion.rules.events import (
    UNCHECKED,
    Doubling,
    Event,
    PlayerLeft,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    TicketsTaken,
    TurnPassed,
)
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.rules.record import Record, read_record, record_from_json, record_to_json
from companion.rules.turns import is_decided
from tests.support.boards import AFRICA, AFRICA_43, EUROPE, USA, claims, game
from tests.support.games import NAMES, recorded_game

CAPE = RouteClaimed("Ana", "cape-town--port-elizabeth")


def counted(board: Board, *events: Event) -> Game:
    begun = game(board)
    return Game.begin(replace(begun.setup, counted=True), events)


def as_counted(played: Game) -> Game:
    """The final board of a game, counted player by player."""
    order = played.setup.names
    kept = [
        replace(event, doubled=UNCHECKED)
        if isinstance(event, RouteClaimed) and event.doubled
        else event
        for event in played.events
        if isinstance(event, RouteClaimed | StationBuilt | TicketsTaken)
    ]
    kept.sort(key=lambda event: order.index(event.player))
    return Game.begin(replace(played.setup, counted=True), kept)


@pytest.mark.parametrize("name", NAMES)
def test_counted_board_scores_like_the_game_that_was_played(name: str) -> None:
    played = recorded_game(name)
    before, after = tally(played.state), tally(as_counted(played).state)
    assert after.final
    for one, other in zip(before.players, after.players, strict=True):
        assert (one.name, one.parts, one.trains_left) == (
            other.name,
            other.parts,
            other.trains_left,
        )
    assert (before.ranks, before.decided_by) == (after.ranks, after.decided_by)


@pytest.mark.parametrize("name", ["heart-of-africa-full", "europe-full"])
def test_record_of_a_counted_game_is_read_as_it_was_written(name: str) -> None:
    one = as_counted(recorded_game(name))
    written = record_to_json(Record(one))
    assert written["counted"] is True
    assert record_from_json(written, bundled_boards()).game == one
    assert "counted" not in record_to_json(Record(recorded_game(name)))


def test_game_is_over_from_the_start_and_complete_with_tickets() -> None:
    one = counted(USA)
    assert one.state.is_over
    assert one.state.turn is None
    assert not is_decided(one.state)


def test_no_last_round_begins_and_claims_go_on() -> None:
    one = counted(AFRICA, *claims("Ana", *AFRICA_43))
    assert one.state.players["Ana"].trains <= 2
    assert not one.state.is_last_round
    one.record(replace(CAPE, player="Peter"))


def test_trains_and_tracks_are_checked_as_usual() -> None:
    one = counted(AFRICA, *claims("Ana", *AFRICA_43))
    with pytest.raises(Refused, match="it takes 3 trains"):
        one.record(CAPE)
    with pytest.raises(Refused, match="Ana already has"):
        counted(AFRICA, CAPE, CAPE)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (TurnPassed("Ana"), "Ana cannot end a turn: a counted game has no turns."),
        (PlayerLeft("Ana"), "Ana cannot leave: a counted game is over already."),
        (
            TerrainDrawn("Ana", "mountain"),
            "Ana cannot draw terrain: a counted game has no terrain cards.",
        ),
        (
            replace(CAPE, doubled=Doubling(0, 1)),
            "Ana cannot double Cape Town – Port Elizabeth with cards: a counted game has no cards.",
        ),
    ],
)
def test_turns_and_cards_are_refused(event: Event, sentence: str) -> None:
    with pytest.raises(Refused, match="counted game") as refusal:
        counted(AFRICA).record(event)
    assert str(refusal.value) == sentence


def test_doubling_without_cards_is_for_counted_games_on_boards_with_terrain() -> None:
    doubled = replace(CAPE, doubled=UNCHECKED)
    assert counted(AFRICA, doubled).state.players["Ana"].route_points == 8
    with pytest.raises(Refused, match="it takes"):
        game(AFRICA).record(doubled)
    with pytest.raises(Refused, match="has no terrain cards"):
        counted(EUROPE).record(RouteClaimed("Ana", "brest--paris", 0, UNCHECKED))


HEAD = (
    '{"format": "railkeeper/1", "map": "usa", "players": [{"name": "Ana", "color": "blue"},'
    ' {"name": "Bo", "color": "red"}], "events": [], "counted": '
)


@pytest.mark.parametrize("value", ['"yes"', "1", "null", "[]", "{}", '"true"'])
def test_counted_must_be_true_or_false(value: str) -> None:
    with pytest.raises(Malformed, match="“counted” should be true or false"):
        read_record(HEAD + value + "}", bundled_boards())


@pytest.mark.parametrize("value", ["true", "false"])
def test_counted_is_read(value: str) -> None:
    one = read_record(HEAD + value + "}", bundled_boards()).game
    assert one.setup.counted == (value == "true")
