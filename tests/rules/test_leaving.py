"""Players who leave early have no more turns, but are scored."""

from __future__ import annotations

import pytest

from companion.rules.boards import bundled_boards
from companion.rules.claims import compare_terrain
from companion.rules.errors import EntryRefused, Refused
from companion.rules.event_description import describe_event
from companion.rules.events import (
    Doubling,
    Event,
    PlayerLeft,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    TurnPassed,
)
from companion.rules.final_tally import tally
from companion.rules.record import Record, read_record, record_to_json, write_record
from companion.rules.terrain import terrain_leaders
from tests.support.boards import (
    AFRICA,
    EUROPE,
    SIX_SPACES,
    USA,
    assert_refused,
    cards,
    claims,
    game,
    tickets,
)
from tests.support.legal_events import legal_events


def test_turn_moves_on_when_the_current_player_leaves() -> None:
    state = game(USA, TurnPassed("Ana"), PlayerLeft("Peter"), count=3).state
    assert state.turn == "Maya"
    assert state.remaining_players == ("Ana", "Maya")


def test_turn_stays_when_another_player_leaves() -> None:
    assert game(USA, TurnPassed("Ana"), PlayerLeft("Maya"), count=3).state.turn == "Peter"


def test_turn_order_skips_player_who_left() -> None:
    played = game(USA, PlayerLeft("Peter"), TurnPassed("Ana"), count=4)
    assert played.state.turn == "Maya"
    played = played.record(TurnPassed("Maya")).record(PlayerLeft("Ana"))
    assert played.state.turn == "Tom"
    assert played.record(TurnPassed("Tom")).state.turn == "Maya"


def test_player_who_left_has_no_last_turn() -> None:
    played = game(USA, PlayerLeft("Peter"), *claims("Ana", *SIX_SPACES, "dallas--houston"), count=3)
    assert played.state.last_turns == ("Ana", "Maya")
    assert played.state.turn == "Maya"
    assert played.record(TurnPassed("Maya")).record(TurnPassed("Ana")).state.is_over


def test_leaving_with_the_last_open_turn_ends_the_game() -> None:
    played = game(
        USA,
        *claims("Ana", *SIX_SPACES, "dallas--houston"),
        TurnPassed("Peter"),
        TurnPassed("Ana"),
        count=3,
    )
    assert played.state.last_turns == ("Maya",)
    after = played.record(PlayerLeft("Maya"))
    assert after.state.is_over
    assert after.state.turn is None
    assert after.undo().state == played.state


def test_leaving_in_last_round_removes_only_own_turn() -> None:
    played = game(USA, *claims("Ana", *SIX_SPACES, "dallas--houston"), count=3)
    after = played.record(PlayerLeft("Ana"))
    assert after.state.last_turns == ("Peter", "Maya")
    assert after.state.turn == "Peter"
    had = played.record(TurnPassed("Peter")).record(PlayerLeft("Peter"))
    assert had.state.last_turns == ("Ana", "Maya")
    assert_refused(had, TurnPassed("Peter"), "has left the game", "Peter")
    other = played.record(TurnPassed("Peter"))
    assert_refused(other, TurnPassed("Peter"), "already had their last turn", "Peter")


def test_at_least_two_players_remain() -> None:
    assert_refused(game(USA), PlayerLeft("Ana"), "must stay", "Ana")
    played = game(USA, PlayerLeft("Ana"), count=3)
    assert_refused(played, PlayerLeft("Maya"), "must stay", "Maya", "at least 2 players must stay")


def test_only_present_players_can_leave() -> None:
    played = game(USA, PlayerLeft("Ana"), count=4)
    assert_refused(played, PlayerLeft("Ana"), "has left the game", "Ana has left the game.")
    assert_refused(played, PlayerLeft("Zoe"), "Zoe")


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (RouteClaimed("Ana", "brest--paris"), "Too late for Brest – Paris: Ana has left"),
        (StationBuilt("Ana", "paris"), "Too late for Paris: Ana has left the game."),
        (TurnPassed("Ana"), "Ana has left the game."),
    ],
)
def test_player_who_left_cannot_claim_build_or_pass(event: Event, words: str) -> None:
    assert_refused(game(EUROPE, PlayerLeft("Ana"), count=3), event, "has left the game", words)


def test_player_who_left_has_no_terrain_cards_and_draws_none() -> None:
    played = game(AFRICA, *cards("Ana", mountain=2, desert=1), PlayerLeft("Ana"), count=3)
    assert played.state.players["Ana"].terrain == {"desert": 0, "jungle": 0, "mountain": 0}
    for count in (1, -1):
        assert_refused(
            played,
            TerrainDrawn("Ana", "mountain", count),
            "has left the game",
            "Ana has left the game.",
        )
    assert played.undo().state.players["Ana"].terrain["mountain"] == 2


def test_cards_of_a_player_who_left_do_not_count_in_comparisons() -> None:
    route = AFRICA.routes["cape-town--port-elizabeth"]
    before = game(AFRICA, *cards("Ana", mountain=5), *cards("Peter", mountain=1), count=3)
    compared = compare_terrain(before.state, "Peter", route, 0)
    assert compared is not None
    assert (compared.most, compared.rivals) == (5, ("Ana",))
    after = before.record(PlayerLeft("Ana"))
    compared = compare_terrain(after.state, "Peter", route, 0)
    assert compared is not None
    assert (compared.most, compared.rivals) == (0, ())
    assert terrain_leaders(after.state)["mountain"] == ("Peter",)
    claim = RouteClaimed("Peter", route.id, 0, Doubling(1, 0))
    assert_refused(before, claim, "to tie", "Ana: 5")
    assert after.record(claim).state.players["Peter"].claims[0].doubled == Doubling(1, 0)


def test_cards_of_a_player_who_left_can_be_drawn_again() -> None:
    full = game(AFRICA, *cards("Ana", mountain=15), count=3)
    assert_refused(full, TerrainDrawn("Peter", "mountain"))
    after = full.record(PlayerLeft("Ana")).record(TerrainDrawn("Peter", "mountain", 15))
    assert after.state.players["Peter"].terrain["mountain"] == 15
    with pytest.raises(EntryRefused, match=r"Entry 3 \(Peter: \+15 Mountain\) would then break"):
        after.remove(1)


def test_player_who_left_has_no_legal_events() -> None:
    played = game(AFRICA, *cards("Ana", mountain=2), PlayerLeft("Ana"), count=3)
    assert list(legal_events(played.state, "Ana")) == []
    assert PlayerLeft("Peter") not in legal_events(played.state, "Peter")
    assert PlayerLeft("Peter") in legal_events(played.undo().state, "Peter")


def test_player_who_left_is_scored() -> None:
    played = game(
        USA,
        *claims("Ana", "boston--montreal", "boston--new-york"),
        PlayerLeft("Ana"),
        tickets("Ana", ("montreal", "new-york", 13)),
        count=3,
    )
    result = tally(played.state)
    assert result.winners == ("Ana",)
    ana = result.players[0]
    parts = {"routes": 4, "tickets": 13, "longest_route": 10}
    assert {part.id: part.points for part in ana.parts} == parts
    assert ana.trains_left == 41


def test_leaving_does_not_close_double_routes() -> None:
    played = game(USA, *claims("Ana", "boston--montreal"), PlayerLeft("Tom"), count=4)
    assert played.record(RouteClaimed("Peter", "boston--montreal", 1)).state.setup.both_tracks_open


def test_leaving_can_be_corrected() -> None:
    claim = RouteClaimed("Ana", "boston--montreal")
    played = game(USA, PlayerLeft("Peter"), claim, count=3)
    with pytest.raises(EntryRefused, match=r"Entry 2 \(Ana: Boston – Montréal\) would then break"):
        played.change(0, PlayerLeft("Ana"))
    assert played.change(0, PlayerLeft("Maya")).state.remaining_players == ("Ana", "Peter")
    assert played.remove(0).state.remaining_players == ("Ana", "Peter", "Maya")
    assert played.insert(2, TurnPassed("Maya")).state.remaining_players == ("Ana", "Maya")
    with pytest.raises(Refused, match="has left the game"):
        played.insert(1, TurnPassed("Peter"))


def test_leaving_is_recorded_and_described() -> None:
    played = game(USA, PlayerLeft("Ana"), count=3)
    assert record_to_json(Record(played))["events"] == [{"do": "left", "player": "Ana"}]
    assert read_record(write_record(Record(played)), bundled_boards()).game == played
    assert str(describe_event(USA, PlayerLeft("Ana"))) == "Ana: left the game"
