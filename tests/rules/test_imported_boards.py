"""A board file of a user is hostile until it has been checked."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any
from unicodedata import category

import pytest

from companion.drawing.svg import board_svg
from companion.rules.board import Board
from companion.rules.boards import bundled_boards
from companion.rules.errors import Malformed, NewerVersion, Refused
from companion.rules.events import Event
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.rules.json_reader import BOARD_LIMITS
from companion.rules.setup import Setup
from tests.bench.worst_boards import ticket_game
from tests.support.board_files import (
    bundled_data,
    check_imported_board,
    documented_example,
    grid_board,
    imported_island,
    mutated,
    read_imported_board,
)
from tests.support.boards import claims, players, tickets
from tests.support.random_games import THOROUGHNESS

Change = Callable[[dict[str, Any]], object]


def read(data: object) -> Board:
    return read_imported_board(json.dumps(data).encode(), bundled_boards())


def errors(content: bytes | object) -> list[str]:
    content = content if isinstance(content, bytes) else json.dumps(content).encode()
    board, problems, _ = check_imported_board(content, bundled_boards())
    assert (board is None) == bool(problems)
    return [str(problem) for problem in problems]


def ring(places: int) -> dict[str, Any]:
    """A board with that many places and routes in a ring, without tickets."""
    data = imported_island()
    for field in (
        *("countries", "tickets", "variants", "terrain", "long_decks", "drawing"),
        *("districts", "crossings"),
    ):
        del data[field]
    names = [f"p{number}" for number in range(places)]
    data["places"] = [
        {"id": name, "name": name, "x": number % 20 / 20, "y": number // 20 / 20}
        for number, name in enumerate(names)
    ]
    data["routes"] = [
        {"id": name, "from": name, "to": names[number - 1], "length": 1, "tracks": ["red"]}
        for number, name in enumerate(names)
    ]
    return data


def star(routes: int) -> dict[str, Any]:
    """A board with that many routes at its first place."""
    data = ring(routes + 1)
    data["routes"].pop(0)
    for route in data["routes"]:
        route["to"] = "p0"
    return data


def test_island_is_read() -> None:
    board = read(imported_island())
    assert (board.id, board.variant_id, len(board.tickets)) == ("island", "", 3)


def test_file_may_begin_with_a_byte_order_mark() -> None:
    assert errors(b"\xef\xbb\xbf" + json.dumps(imported_island()).encode()) == []


@pytest.mark.parametrize("id", bundled_boards())
def test_bundled_board_can_be_imported_under_another_id(id: str) -> None:
    board = read(bundled_data()[id])
    assert board.id == f"my-{id}"
    assert board.routes == bundled_boards()[id].routes


def test_first_of_all_errors_is_raised() -> None:
    data = imported_island()
    data["places"][1].update(x=2, y="up")
    data["routes"][1].update(length=0)
    data["routes"][2] = 7
    data["tickets"][0].update(points=0, value=3)
    del data["name"]
    found = errors(data)
    assert sorted(found) == [
        "place “hill”: “x” should be a number from 0 to 1, not 2",
        "place “hill”: “y” should be a number from 0 to 1, not “up”",
        "route 3: should be an object with named fields",
        "route “hill--lake”: “length” should be a whole number from 1 to 99, not 0",
        "the board: “name” is missing",
        "ticket “hill--mill”: unknown field “value”",
        "ticket “hill--mill”: “points” should be a whole number from 1 to 50, not 0",
    ]
    with pytest.raises(Malformed) as error:
        read(data)
    assert str(error.value) == found[0]


def test_all_contradictions_are_found_at_once() -> None:
    data = imported_island()
    data["routes"][1].update(to="atlantis")
    data["routes"][2].update(length=5)
    data["tickets"][0].update(to="ford")
    data["start_tickets"].update(keep=9)
    data["variants"][0]["decks"] = ["all", "secret"]
    data["places"][2] |= {"x": 0.3, "y": 0.2005}
    assert errors(data) == [
        "place “lake”: it is too close to “hill”",
        "route “hill--lake”: unknown place “atlantis”",
        "route “lake--mill”: “route_points” has no points for length 5",
        "route “lake--mill”: “cards_to_double” has no number of cards for length 5",
        "ticket “hill--mill”: unknown ticket end “ford”",
        "the board: “start_tickets” should keep at most what it deals",
        "variant “first”: no ticket is in the deck “secret”",
    ]


WRONG: dict[str, tuple[str, Change]] = {
    "no format": ("the board: “format” is missing", lambda b: b.pop("format")),
    "record": (
        "A board file: “format” should be “railkeeper-board/1”, not “railkeeper/1”",
        lambda b: b.update(format="railkeeper/1"),
    ),
    "bundled id": (
        "the board: a board of the app has the id “europe”",
        lambda b: b.update(id="europe"),
    ),
    "61 trains": (
        "the board: “trains_per_player” should be a whole number from 1 to 60, not 61",
        lambda b: b.update(trains_per_player=61),
    ),
    "4 stations": (
        "the board: “stations_per_player” should be a whole number from 0 to 3, not 4",
        lambda b: b.update(stations_per_player=4),
    ),
    "501 tickets": (
        "the board: “tickets” should have 0 to 500 entries, not 501",
        lambda b: b.update(tickets=[b["tickets"][0]] * 501),
    ),
    "no place": (
        "the board: “places” should have 2 to 300 entries, not 0",
        lambda b: b.update(places=[]),
    ),
    "no route": (
        "the board: “routes” should have 1 to 600 entries, not 0",
        lambda b: b.update(routes=[]),
    ),
    "13 ends": (
        "ticket “several”: “points_by_end” should give a value for each of 1 to 12 ends",
        lambda b: b["tickets"][2].update(points_by_end={str(end): 1 for end in range(13)}),
    ),
    "long deck": (
        "the board: no ticket is in the deck “long”",
        lambda b: b.update(long_decks=["long"]),
    ),
    "terrain colour": (
        "terrain type “sand”: unknown colour “pink”",
        lambda b: b["terrain"]["types"][0].update(colors=["pink"]),
    ),
}


@pytest.mark.parametrize(("sentence", "change"), WRONG.values(), ids=WRONG.keys())
def test_wrong_file_has_one_error(sentence: str, change: Change) -> None:
    data = imported_island()
    change(data)
    assert errors(data) == [sentence]


def test_entries_with_the_same_id_are_told_apart_by_their_numbers() -> None:
    data = imported_island()
    data["places"] += [data["places"][1] | {"x": 2}] * 2
    data["places"][1]["x"] = 2
    assert errors(data) == [
        "place “hill”: “x” should be a number from 0 to 1, not 2",
        "place “hill”: this id appears twice",
        "place 8: “x” should be a number from 0 to 1, not 2",
        "place 9: “x” should be a number from 0 to 1, not 2",
    ]


@pytest.mark.parametrize("id", ["", "Island", "../island", "a b", "ä", "a" * 41, "a\n"])
def test_id_is_safe_as_a_file_name(id: str) -> None:
    assert any("“id” should" in error for error in errors(imported_island() | {"id": id}))
    assert errors(imported_island() | {"id": "a-1" + "b" * 37}) == []


def test_300_places_are_the_limit() -> None:
    assert errors(ring(300)) == []
    assert errors(ring(301)) == ["the board: “places” should have 2 to 300 entries, not 301"]


def test_12_routes_at_a_place_are_the_limit() -> None:
    assert errors(star(12)) == []
    assert errors(star(13)) == ["place “p0”: at most 12 routes may meet at a place, not 13"]


def test_route_is_not_longer_than_a_player_has_trains() -> None:
    data = grid_board(2, 1, 45)
    assert errors(data) == []
    too_long = "it has 45 spaces, but a player has only 44 trains"
    assert errors(data | {"trains_per_player": 44}) == [
        f"route “{route['id']}”: {too_long}" for route in data["routes"]
    ]


def test_4000_spaces_are_the_limit() -> None:
    data = grid_board(5, 2, 50) | {"trains_per_player": 50}
    assert len(data["routes"]) == 40
    assert errors(data) == []
    data["routes"][0]["tracks"].append("grey")
    sentence = "the board: its tracks may have at most 4000 spaces together, not 4050"
    assert errors(data) == [sentence]


def test_size_is_limited() -> None:
    content = json.dumps(imported_island()).encode()
    assert errors(content.ljust(BOARD_LIMITS.bytes)) == []
    too_large = content.ljust(BOARD_LIMITS.bytes + 1)
    assert errors(too_large) == ["larger than 1 MB"]


def test_newer_format_is_told_apart() -> None:
    with pytest.raises(NewerVersion, match=r"^A board file was made with a newer version"):
        read(imported_island() | {"format": "railkeeper-board/2"})


@pytest.mark.parametrize("content", [b"", b"\xff", b"[]", b"null", b"{", b"[" * 5000, b"1" * 5000])
def test_content_that_is_no_board_has_one_error(content: bytes) -> None:
    assert len(errors(content)) == 1


def test_largest_board_is_checked_quickly() -> None:
    data = ring(300)
    data["routes"] += [
        {
            "id": f"r{at}",
            "from": f"p{at}",
            "to": f"p{(at + 7) % 300}",
            "length": 2,
            "tracks": ["red"],
        }
        for at in range(300)
    ]
    data["tickets"] = [
        {
            "id": f"t{number}",
            "from": f"p{number % 300}",
            "deck": "all",
            "points_by_end": {
                f"p{(number + step * 12) % 300}": 5 for step in range(1, 12 - number // 300)
            },
        }
        for number in range(500)
    ]
    data["ticket_count"] = 500
    assert function_calls(lambda: errors(data)) < 2_000_000, (
        "a search per end of a ticket needs more"
    )
    assert errors(data) == []


@pytest.mark.parametrize("stations", [0, 3])
def test_tally_of_500_tickets_with_12_ends_searches_once_per_start(stations: int) -> None:
    state = ticket_game(stations).state
    ana = tally(state).players[0]
    assert function_calls(lambda: tally(state)) < 100_000, "a search per end of a ticket needs more"
    assert function_calls(lambda: [result.walk for result in ana.tickets]) < 1_500_000
    assert sum(result.walk is not None for result in ana.tickets) > 400


def function_calls(work: Callable[[], object]) -> int:
    """How many functions are called: the amount of work on any machine, however busy."""
    calls = 0

    def count(_: object, event: str, __: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("base", ["island", "new-york", "example"])
def test_mutated_file_is_a_board_or_has_one_sentence_per_error(base: str) -> None:
    bases = {
        "island": imported_island(),
        "new-york": bundled_data()["new-york"],
        "example": json.loads(documented_example()),
    }
    accepted = 0
    for seed in range(70 * THOROUGHNESS):
        content = json.dumps(mutated(bases[base], seed)).encode()
        board, problems, _ = check_imported_board(content, bundled_boards())
        sentences = [str(problem) for problem in problems]
        assert len(set(sentences)) == len(sentences), (seed, sentences)
        for sentence in sentences:
            assert not {category(sign) for sign in sentence} & {"Cc", "Cs", "Zl", "Zp"}
        if board is None:
            with pytest.raises(Refused) as error:
                read_imported_board(content, bundled_boards())
            assert str(error.value) == sentences[0]
        else:
            accepted += 1
            assert board_svg(board).startswith("<svg")
            assert tally(Game.begin(_setup(board)).state).players
    assert 0 < accepted < 70 * THOROUGHNESS


def _setup(board: Board) -> Setup:
    return Setup(board, players(board.fewest_players, board.train_colors))


def test_documented_example_scores_a_game() -> None:
    board = read_imported_board(documented_example().encode(), bundled_boards())
    events: list[Event] = [
        *claims("Ana", "harbour--hill"),
        *claims("Peter", "abbey--mill"),
        *claims("Ana", "hill--lake"),
        *claims("Peter", "hill--mill"),
        *claims("Ana", "lake--mill"),
        tickets("Ana", ("harbour", "mill", 6)),
        tickets("Peter", ("abbey", "hill", 7), ("abbey", "lake", 5)),
    ]
    result = tally(Game.begin(_setup(board), events).state)
    # Both longest routes have 6 spaces, so both players get the bonus.
    assert {player.name: player.total for player in result.players} == {
        "Ana": 1 + 2 + 4 + 6 + 5,
        "Peter": 2 + 7 + 7 - 5 + 5,
    }
