"""Reading and writing game records."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.board import Board, RouteCorrection
from companion.rules.board_checks import apply_corrections
from companion.rules.boards import bundled_boards
from companion.rules.errors import Malformed
from companion.rules.events import (
    Doubling,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    Ticket,
    TicketsTaken,
    TurnPassed,
)
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.rules.json_reader import RECORD
from companion.rules.record import (
    Record,
    read_record,
    record_from_json,
    record_to_json,
    write_record,
)
from companion.rules.setup import Player, Setup
from tests.support.board_files import imported_island
from tests.support.boards import AFRICA, EUROPE, USA, claims, game, tickets
from tests.support.random_games import boards, counts, examples, random_game, seeds

PLAYERS = [{"name": "Ana", "color": "blue"}, {"name": "Peter", "color": "red"}]


def record(board: str = "usa", *events: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A record as a JSON object."""
    return {
        "format": RECORD.stamp,
        "map": board,
        "players": PLAYERS,
        "events": list(events),
        **fields,
    }


def read(value: object) -> Record:
    return read_record(json.dumps(value), bundled_boards())


def test_every_event_is_read() -> None:
    africa = read(
        record(
            "heart-of-africa",
            {"do": "terrain", "player": "Ana", "terrain": "mountain", "count": 1},
            {
                "do": "claim",
                "player": "Ana",
                "route": "cape-town--port-elizabeth",
                "track": 0,
                "double": {"terrain": 0, "locomotives": 1},
            },
            {"do": "pass", "player": "Peter"},
            {
                "do": "tickets",
                "player": "Ana",
                "tickets": [{"from": "cape-town", "to": "sudan", "points": 22}],
            },
            house_rules={"longest_route": False},
        )
    )
    assert africa.game.events == (
        TerrainDrawn("Ana", "mountain", 1),
        RouteClaimed("Ana", "cape-town--port-elizabeth", 0, Doubling(0, 1)),
        TurnPassed("Peter"),
        TicketsTaken("Ana", (Ticket("cape-town", "sudan", 22),)),
    )
    europe = read(record("europe", {"do": "station", "player": "Ana", "city": "paris"}))
    assert europe.game.events == (StationBuilt("Ana", "paris"),)


def test_players_are_read_in_turn_order_with_their_colours() -> None:
    assert read(record()).game.setup == Setup(USA, (Player("Ana", "blue"), Player("Peter", "red")))


def test_optional_record_fields_have_defaults() -> None:
    claim = {"do": "claim", "player": "Ana", "route": "boston--montreal"}
    plain = read(record("usa", claim))
    spelled_out = read(
        record("usa", claim | {"track": 0, "double": None}, house_rules={"longest_route": False})
    )
    assert plain.game == spelled_out.game
    assert not plain.game.setup.longest_route_house_rule
    assert not read(record("usa", house_rules={})).game.setup.longest_route_house_rule


def test_house_rule_is_read_and_written() -> None:
    wanted = read(record("heart-of-africa", house_rules={"longest_route": True}))
    assert wanted.game.setup.longest_route_bonus == 10
    assert record_to_json(wanted)["house_rules"] == {"longest_route": True}


def test_house_rule_that_was_not_chosen_is_not_written() -> None:
    plain = read(record("heart-of-africa", house_rules={"longest_route": False}))
    assert "house_rules" not in record_to_json(plain)


def test_record_has_one_event_per_line() -> None:
    played = game(USA, *claims("Ana", "boston--montreal"), TurnPassed("Peter"))
    lines = write_record(Record(played)).splitlines()
    assert sum('"do"' in line for line in lines) == 2
    assert all(line.count('"do"') <= 1 for line in lines)


def test_id_of_an_entry_from_a_phone_is_read_and_not_exported() -> None:
    claim = {"do": "claim", "player": "Ana", "route": "boston--montreal", "track": 0}
    kept = read(record("usa", claim | {"by": "phone", "id": "aZ_-9"}))
    assert kept.game.phone_ids == ("aZ_-9",)
    assert read(record_to_json(kept, with_phone_ids=True)) == kept
    assert record_to_json(kept)["events"] == [claim]
    assert '"by"' not in write_record(kept)


@pytest.mark.parametrize(
    "wrong",
    [{"by": "phone"}, {"id": "a"}, {"by": "me", "id": "a"}]
    + [{"by": "phone", "id": id} for id in ("", "a" * 41, "é", "a b", 7)],
)
def test_wrong_id_of_an_entry_from_a_phone_is_an_error(wrong: dict[str, object]) -> None:
    claim = {"do": "claim", "player": "Ana", "route": "boston--montreal"}
    with pytest.raises(Malformed):
        read(record("usa", claim | wrong))


def test_names_are_written_without_escapes() -> None:
    setup = Setup(USA, (Player("Zoë Łąś", "blue"), Player("Пётр", "red")))
    text = write_record(Record(Game.begin(setup, (TurnPassed("Zoë Łąś"),)), {"title": "Żółw"}))
    assert text.count("Zoë Łąś") == 2
    assert "Żółw" in text
    assert read_record(text, bundled_boards()).game.setup == setup


def test_unknown_fields_of_the_record_survive() -> None:
    extra = {"title": "Sunday", "notes": ["a", {"b": None}], "year": 2024, "odd \n name": 1.5}
    again = read(record_to_json(read(record("usa", **extra))))
    assert again.unknown_fields == extra
    assert record_to_json(again) == record_to_json(read(record("usa", **extra)))


def test_record_contains_board_corrections() -> None:
    correction = RouteCorrection("bulawayo--durban", 4, ("black", "white"))
    board = apply_corrections(AFRICA, [correction])
    played = game(board, RouteClaimed("Ana", "bulawayo--durban", 1))
    again = read_record(write_record(Record(played)), bundled_boards())
    assert again.game.setup.board == board
    assert again.game.state.players["Ana"].route_points == 7
    assert AFRICA.routes["bulawayo--durban"].length == 3


def test_record_names_the_id_of_the_board_it_contains() -> None:
    island = imported_island()
    assert read(record(island["id"]) | {"board": island}).game.setup.board.id == island["id"]
    with pytest.raises(Malformed) as error:
        read(record("usa") | {"board": island})
    reason = f"“map” should be the id of the board in the file, “{island['id']}”"
    assert str(error.value) == f"the game file: {reason}"


def test_record_contains_events_but_no_scores() -> None:
    played = game(EUROPE, *claims("Ana", "brest--paris"), tickets("Ana", ("brest", "paris", 3)))
    assert set(record_to_json(Record(played))) == {
        "format",
        "map",
        "players",
        "events",
    }


def test_record_from_json_equals_record_from_text() -> None:
    tree = record("usa", {"do": "pass", "player": "Ana"}, title="x")
    assert record_from_json(tree, bundled_boards()) == read(tree)


extras = st.dictionaries(
    st.text(max_size=8).filter(
        lambda name: name not in {*record_to_json(Record(game(USA))), "board_corrections"}
    ),
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(10**30), 10**30)
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
        max_leaves=5,
    ),
    max_size=4,
)


@examples(15)
@given(boards, seeds, counts, st.integers(0, 40), extras, st.booleans())
def test_record_round_trip_keeps_the_game(
    board: Board, seed: int, count: int, steps: int, extra: dict[str, object], indented: bool
) -> None:
    played = random_game(board, seed, count, steps)
    first = Record(played, extra)
    text = json.dumps(record_to_json(first), indent=2) if indented else write_record(first)
    again = read_record(text, bundled_boards())
    assert again.game.setup == played.setup
    assert again.game.events == played.events
    assert again.game.states == played.states
    assert again.unknown_fields == extra
    assert write_record(again) == write_record(first)
    assert tally(again.game.state) == tally(played.state)
