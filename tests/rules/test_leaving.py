"""A player who leaves early: no more turns, and everything they have is scored."""

from __future__ import annotations

import pytest

from companion.rules.boards import bundled_boards
from companion.rules.errors import EntryRefused, HasLeft, LastTurnTaken, TooFewStay, Unknown
from companion.rules.event_description import describe_event
from companion.rules.events import (
    Event,
    PlayerLeft,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    TurnPassed,
)
from companion.rules.final_tally import tally
from companion.rules.record import Record, read_record, write_record, written
from tests.rules.offering import offered_events
from tests.rules.tables import (
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


def test_the_turn_goes_to_the_next_player_when_whose_turn_it_is_leaves() -> None:
    state = game(USA, TurnPassed("Ana"), PlayerLeft("Peter"), count=3).state
    assert state.turn == "Maya"
    assert state.staying == ("Ana", "Maya")


def test_the_turn_stays_where_it_is_when_another_leaves() -> None:
    assert game(USA, TurnPassed("Ana"), PlayerLeft("Maya"), count=3).state.turn == "Peter"


def test_a_player_who_left_is_passed_over() -> None:
    going = game(USA, PlayerLeft("Peter"), TurnPassed("Ana"), count=4)
    assert going.state.turn == "Maya"
    going = going.record(TurnPassed("Maya")).record(PlayerLeft("Ana"))
    assert going.state.turn == "Tom"
    assert going.record(TurnPassed("Tom")).state.turn == "Maya"


def test_who_left_has_no_turn_in_the_last_round() -> None:
    going = game(USA, PlayerLeft("Peter"), *claims("Ana", *SIX_SPACES, "dallas--houston"), count=3)
    assert going.state.last_turns == ("Ana", "Maya")
    assert going.state.turn == "Maya"
    assert going.record(TurnPassed("Maya")).record(TurnPassed("Ana")).state.over


def test_the_game_is_over_when_the_last_open_turn_belonged_to_who_leaves() -> None:
    going = game(
        USA,
        *claims("Ana", *SIX_SPACES, "dallas--houston"),
        TurnPassed("Peter"),
        TurnPassed("Ana"),
        count=3,
    )
    assert going.state.last_turns == ("Maya",)
    gone = going.record(PlayerLeft("Maya"))
    assert gone.state.over
    assert gone.state.turn is None
    assert gone.undo().state == going.state


def test_leaving_in_the_last_round_takes_only_the_own_turn() -> None:
    going = game(USA, *claims("Ana", *SIX_SPACES, "dallas--houston"), count=3)
    gone = going.record(PlayerLeft("Ana"))
    assert gone.state.last_turns == ("Peter", "Maya")
    assert gone.state.turn == "Peter"
    had = going.record(TurnPassed("Peter")).record(PlayerLeft("Peter"))
    assert had.state.last_turns == ("Ana", "Maya")
    assert_refused(had, TurnPassed("Peter"), HasLeft, "Peter")
    other = going.record(TurnPassed("Peter"))
    assert_refused(other, TurnPassed("Peter"), LastTurnTaken, "Peter")


def test_two_players_stay_at_least() -> None:
    assert_refused(game(USA), PlayerLeft("Ana"), TooFewStay, "Ana")
    going = game(USA, PlayerLeft("Ana"), count=3)
    assert_refused(going, PlayerLeft("Maya"), TooFewStay, "Maya", "2 players stay at least")


def test_nobody_leaves_twice_and_no_stranger_leaves() -> None:
    going = game(USA, PlayerLeft("Ana"), count=4)
    assert_refused(going, PlayerLeft("Ana"), HasLeft, "Ana has left the table.")
    assert_refused(going, PlayerLeft("Zoe"), Unknown, "Zoe")


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (RouteClaimed("Ana", "brest--paris"), "Brest – Paris comes too late: Ana has left"),
        (StationBuilt("Ana", "paris"), "Paris comes too late: Ana has left the table."),
        (TurnPassed("Ana"), "Ana has left the table."),
    ],
)
def test_who_left_does_nothing_more_on_the_board(event: Event, words: str) -> None:
    assert_refused(game(EUROPE, PlayerLeft("Ana"), count=3), event, HasLeft, words)


def test_who_left_draws_no_terrain_but_what_lies_there_still_counts() -> None:
    going = game(AFRICA, *cards("Ana", mountain=2), PlayerLeft("Ana"), count=3)
    assert_refused(going, TerrainDrawn("Ana", "mountain"), HasLeft, "Ana has left the table.")
    assert_refused(going, TerrainDrawn("Ana", "mountain", -1), HasLeft, "Ana")
    assert going.state.players["Ana"].terrain["mountain"] == 2


def test_nothing_is_offered_to_who_left() -> None:
    going = game(AFRICA, *cards("Ana", mountain=2), PlayerLeft("Ana"), count=3)
    assert list(offered_events(going.state, "Ana")) == []
    assert PlayerLeft("Peter") not in offered_events(going.state, "Peter")
    assert PlayerLeft("Peter") in offered_events(going.undo().state, "Peter")


def test_who_left_shows_tickets_and_is_scored_like_everybody() -> None:
    going = game(
        USA,
        *claims("Ana", "boston--montreal", "boston--new-york"),
        PlayerLeft("Ana"),
        tickets("Ana", ("montreal", "new-york", 13)),
        count=3,
    )
    result = tally(going.state)
    assert result.winners == ("Ana",)
    ana = result.players[0]
    parts = {"routes": 4, "tickets": 13, "longest_route": 10}
    assert {part.id: part.points for part in ana.parts} == parts
    assert ana.trains_left == 41


def test_double_routes_stay_as_they_were_when_somebody_leaves() -> None:
    going = game(USA, *claims("Ana", "boston--montreal"), PlayerLeft("Tom"), count=4)
    assert going.record(RouteClaimed("Peter", "boston--montreal", 1)).state.setup.both_tracks_open


def test_leaving_is_corrected_like_any_entry() -> None:
    claim = RouteClaimed("Ana", "boston--montreal")
    going = game(USA, PlayerLeft("Peter"), claim, count=3)
    with pytest.raises(EntryRefused, match=r"Entry 2 \(Ana: Boston – Montréal\) would then break"):
        going.change(0, PlayerLeft("Ana"))
    assert going.change(0, PlayerLeft("Maya")).state.staying == ("Ana", "Peter")
    assert going.remove(0).state.staying == ("Ana", "Peter", "Maya")
    assert going.insert(2, TurnPassed("Maya")).state.staying == ("Ana", "Maya")
    with pytest.raises(HasLeft):
        going.insert(1, TurnPassed("Peter"))


def test_leaving_is_written_read_and_told() -> None:
    going = game(USA, PlayerLeft("Ana"), count=3)
    assert written(Record(going))["events"] == [{"do": "left", "player": "Ana"}]
    assert read_record(write_record(Record(going)), bundled_boards()).game == going
    assert str(describe_event(USA, PlayerLeft("Ana"))) == "Ana: left the table"
