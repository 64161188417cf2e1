"""The last round: how it starts, the turns in it, and the end of the game."""

from __future__ import annotations

import pytest

from companion.rules.errors import EntryRefused
from companion.rules.events import RouteClaimed, StationBuilt, TerrainDrawn, TurnPassed
from companion.rules.game import Game
from tests.support.boards import (
    AFRICA,
    AFRICA_43,
    EUROPE,
    SIX_SPACES,
    USA,
    assert_refused,
    claims,
    game,
    tickets,
)
from tests.support.legal_events import legal_events, legal_station_cities, legal_tracks

LAST = {1: "dallas--houston", 2: "boston--montreal", 3: "calgary--vancouver"}
"""A route by the number of trains it uses of the last three."""
EUROPE_43 = (
    "petrograd--stockholm",
    "budapest--kyiv",
    "palermo--smyrna",
    "athina--brindisi",
    "athina--sarajevo",
    "barcelona--marseille",
    "berlin--danzig",
    "brest--pamplona",
    "berlin--wien",
)
"""Routes of Europe that together use 43 of 45 trains."""


def begun(count: int = 2) -> Game:
    """A game in which Ana has ended a turn with two trains."""
    return game(USA, *claims("Ana", *SIX_SPACES, LAST[1]), count=count)


def test_three_trains_do_not_start_last_round() -> None:
    state = game(USA, *claims("Ana", *SIX_SPACES)).state
    assert state.players["Ana"].trains == 3
    assert not state.is_last_round
    assert state.last_turns is None


@pytest.mark.parametrize("left", [2, 1, 0])
def test_two_trains_or_fewer_start_last_round(left: int) -> None:
    state = game(USA, *claims("Ana", *SIX_SPACES, LAST[3 - left])).state
    assert state.players["Ana"].trains == left
    assert state.is_last_round
    assert not state.is_over


@pytest.mark.parametrize("count", [2, 3, 5])
def test_every_player_has_one_turn_in_last_round(count: int) -> None:
    state = begun(count).state
    assert state.last_turns == state.setup.names
    assert state.turn == "Peter"


def test_last_round_ends_with_the_player_who_started_it() -> None:
    played = begun(3)
    turns = []
    while not played.state.is_over:
        assert played.state.turn is not None
        turns.append(played.state.turn)
        played = played.record(TurnPassed(played.state.turn))
    assert turns == ["Peter", "Maya", "Ana"]
    assert played.state.turn is None
    assert played.state.last_turns == ()


def test_claim_in_the_last_round_is_a_last_turn() -> None:
    played = begun().record(RouteClaimed("Peter", "atlanta--miami"))
    assert played.state.last_turns == ("Ana",)
    assert_refused(
        played, RouteClaimed("Peter", "denver--omaha"), "already had their last turn", "Peter"
    )
    over = played.record(RouteClaimed("Ana", "denver--santa-fe"))
    assert over.state.is_over
    assert over.state.players["Ana"].trains == 0


def test_player_who_started_last_round_has_one_turn() -> None:
    played = begun().record(RouteClaimed("Ana", "portland--seattle"))
    assert played.state.last_turns == ("Peter",)
    assert_refused(
        played, RouteClaimed("Ana", "seattle--vancouver"), "already had their last turn", "Ana"
    )


def test_last_round_starts_only_once() -> None:
    played = game(
        USA,
        *claims(
            "Peter",
            "portland--salt-lake-city",
            "sault-st-marie--winnipeg",
            "atlanta--miami",
            "helena--omaha",
            "portland--san-francisco",
            "montreal--sault-st-marie",
            "denver--phoenix",
            "calgary--seattle",
        ),
        *claims("Ana", *SIX_SPACES, LAST[1]),
        RouteClaimed("Peter", "chicago--omaha"),
    )
    assert played.state.players["Peter"].trains == 0
    assert played.state.last_turns == ("Ana",)
    assert played.record(TurnPassed("Ana")).state.is_over


@pytest.mark.parametrize("name", ["Ana", "Peter"])
def test_no_turns_after_the_game_is_over(name: str) -> None:
    over = begun().record(TurnPassed("Peter")).record(TurnPassed("Ana"))
    assert_refused(
        over, RouteClaimed(name, "portland--seattle"), "already had their last turn", name
    )
    assert_refused(over, TurnPassed(name), "already had their last turn", name)
    assert legal_tracks(over.state, name) == ()
    assert not any(isinstance(event, TurnPassed) for event in legal_events(over.state, name))


def test_terrain_is_drawn_until_the_last_turn_and_not_after_it() -> None:
    played = game(AFRICA, *claims("Ana", *AFRICA_43), TerrainDrawn("Peter", "mountain"))
    assert played.state.last_turns == ("Ana", "Peter")
    played = played.record(TurnPassed("Peter"))
    for count in (1, -1):
        sentence = assert_refused(
            played, TerrainDrawn("Peter", "mountain", count), "already had their last turn"
        )
        assert sentence == (
            "Too late for Mountain: Peter has already had their last turn. To add an earlier"
            " draw, open the log, tap the entry that followed it and add the draw before it."
        )
    assert not any(isinstance(event, TerrainDrawn) for event in legal_events(played.state, "Peter"))
    assert played.record(TerrainDrawn("Ana", "mountain")).state.last_turns == ("Ana",)
    late = played.insert(len(played.events) - 1, TerrainDrawn("Peter", "mountain"))
    assert late.state.players["Peter"].terrain["mountain"] == 2


def test_entry_that_moves_a_draw_behind_the_last_turn_is_refused() -> None:
    drawn = game(
        AFRICA, *claims("Ana", *AFRICA_43), TerrainDrawn("Peter", "desert"), TurnPassed("Peter")
    )
    with pytest.raises(EntryRefused, match=r"\(Peter: \+1 Desert\) would then break a rule"):
        drawn.insert(len(AFRICA_43), TurnPassed("Peter"))


def test_tickets_can_be_entered_after_last_turn() -> None:
    over = begun().record(TurnPassed("Peter")).record(TurnPassed("Ana"))
    shown = over.record(tickets("Ana", ("miami", "new-york", 10)))
    assert len(shown.state.players["Ana"].tickets) == 1
    assert shown.state.is_over


def test_tickets_do_not_use_up_a_turn() -> None:
    shown = begun().record(tickets("Peter", ("miami", "new-york", 10)))
    assert shown.state.last_turns == ("Ana", "Peter")


def test_station_uses_up_the_last_turn() -> None:
    played = game(EUROPE, *claims("Ana", *EUROPE_43))
    assert played.state.players["Ana"].trains == 2
    built = played.record(StationBuilt("Peter", "paris"))
    assert built.state.last_turns == ("Ana",)
    assert_refused(built, StationBuilt("Peter", "roma"), "already had their last turn", "Peter")
    assert legal_station_cities(built.state, "Peter") == ()
