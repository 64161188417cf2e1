"""Files of the map editor, converted to board files."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.rules.board_file import CheckedFile, check_map
from companion.rules.boards import bundled_boards
from companion.rules.json_reader import BOARD_LIMITS, MAP_LIMITS
from companion.rules.map_editor import convert_map
from tests.support.board_files import check_imported_board, mutated
from tests.support.map_files import THREE_BAYS, three_bays
from tests.support.random_games import THOROUGHNESS


def converted(value: object, file_name: str = "bays") -> dict[str, Any]:
    board, problems = convert_map(json.dumps(value).encode(), file_name, bundled_boards())
    assert not problems
    assert board is not None
    return board


def checked(content: bytes) -> CheckedFile:
    """A file of the map editor; one that no longer looks like it is refused as a board file."""
    found = check_map(content, bundled_boards(), "bays")
    return found or check_imported_board(content, bundled_boards())


def errors(value: object) -> list[str]:
    content = value if isinstance(value, bytes) else json.dumps(value).encode()
    board, problems, is_converted = checked(content)
    assert is_converted
    assert (board is None) == bool(problems)
    return [str(each) for each in problems]


def test_example_becomes_the_board_of_the_description() -> None:
    assert converted(three_bays()) == THREE_BAYS
    assert errors(three_bays()) == []


def test_portrait_board_and_its_place_outside_the_frame() -> None:
    data = three_bays(version=4, board={"width": 731, "height": 1100})
    data["payload"]["orientation"] = "portrait"
    data["payload"]["stops"][1] |= {"x": 900, "y": -20}
    board = converted(data)
    assert board["aspect"] == 0.6645
    assert [board["places"][1][axis] for axis in "xy"] == [1.0, 0.0]
    assert errors(data) == []


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"version": 2}, "version 2 of the map editor’s files is too old"),
        ({"version": 5}, "version 5 of the map editor’s files is not known; 4 is the last one"),
        ({"version": "3"}, "“version” should be a whole number from 1 to 999, not “3”"),
        ({"kind": "tickets"}, "the file contains no board; save the whole map"),
        ({"kind": "background"}, "the file contains no board; save the whole map"),
        ({"board": None}, "the map: “board”: should be an object with named fields"),
        ({"payload": []}, "the map: “payload”: should be an object with named fields"),
    ],
)
def test_other_files_of_the_editor_are_refused(change: dict[str, object], sentence: str) -> None:
    (error,) = errors(three_bays(**change))
    assert sentence in error


def test_version_1_without_an_envelope_is_refused() -> None:
    (error,) = errors({"kind": "map", **three_bays()["payload"]})
    assert "version 1 of the map editor’s files is too old" in error


def test_other_files_are_not_converted() -> None:
    for content in (b'{"format": "railkeeper/1", "title": "stops"}', b'{"stops', b"[]"):
        assert convert_map(content, "", ())[0] is None


def test_map_without_a_name_gets_that_of_the_file() -> None:
    data = three_bays(kind="network")
    del data["payload"]["name"]
    board = converted(data, "My  Übersee\tmap")
    assert (board["id"], board["name"]) == ("my-ubersee-map", "My Übersee map")
    assert converted(data, "")["name"] == "Map"
    assert converted(data, "日本")["id"].startswith("map-")
    assert converted(data, "USA")["id"] == "usa-map"


def test_missing_setup_is_that_of_the_standard_game() -> None:
    data = three_bays()
    for name in ("players", "wagonsPerPlayer", "startingTickets", "keptTickets"):
        del data["payload"][name]
    board = converted(data)
    assert (board["players"], board["trains_per_player"]) == ([2, 5], 45)
    assert board["start_tickets"] == {"deal": 3, "keep": 2}


def with_routes(*changes: dict[str, Any]) -> dict[str, Any]:
    """The example with these routes between North Bay and South Bay instead of its first two."""
    data = three_bays()
    route = {"a": "s1", "b": "s3", "length": 3, "type": "city", "color": "neutral"}
    added = [route | {"id": f"x{number}"} | change for number, change in enumerate(changes)]
    data["payload"]["routes"] += added
    return data


def test_tracks_of_different_length_are_two_routes() -> None:
    board = converted(with_routes({}, {"length": 4, "color": "pink"}))
    *_, one, other = board["routes"]
    assert (one["double_with"], other["double_with"]) == ("x1", "x0")
    assert (one["length"], other["length"], other["tracks"]) == (3, 4, ["grey"])
    assert errors(with_routes({}, {"length": 4})) == []


def test_tracks_in_either_direction_are_one_route_with_its_own_locomotives() -> None:
    tracks = with_routes({"locomotiveSlots": [0, 0, 2, 3, -1]}, {"a": "s3", "b": "s1"}, {})
    *_, route = converted(tracks)["routes"]
    assert (route["tracks"], route["ferry"]) == (["grey"] * 3, [2, 0, 0])
    assert errors(tracks) == []


@pytest.mark.parametrize(
    ("routes", "sentence"),
    [
        ([{}] * 4, "route “x0”: two places have at most three tracks"),
        ([{}, {"length": 4}, {}], "route “x0”: two places have at most three tracks"),
        ([{}, {"type": "tunnel"}], "route “x0”: all its tracks should be tunnels, or none"),
        ([{"length": "three"}], "route “x0”: “length” should be a number"),
        ([{"length": 12}], "route “x0”: “route_points” has no points for length 12"),
        ([{"b": "s9"}], "route “x0”: unknown place “s9”"),
        ([{"a": 7}], "route “x0”: “a” should be a single line of text"),
        ([{"id": None}], "route 5: “id” should be a single line of text"),
    ],
)
def test_route_without_a_form_is_named(routes: list[dict[str, Any]], sentence: str) -> None:
    assert any(sentence in error for error in errors(with_routes(*routes)))


def test_tunnels_of_older_fields_are_found() -> None:
    data = with_routes({"wagonStyle": "w"})
    data["payload"]["wagonStyles"] = [{"id": "w", "shape": "serrated"}]
    data["payload"]["routes"][0] |= {"tunnel": True}
    data["payload"]["routes"][1] |= {"tunnel": True}
    assert [route.get("tunnel", False) for route in converted(data)["routes"]] == [
        *(True, True, False, True)
    ]


def test_lines_without_spaces_and_junctions_only_on_them_are_left_out() -> None:
    data = with_routes({"type": "line", "b": "s5"})
    payload = data["payload"]
    payload["routeTypeStyles"].append({"id": "line", "infrastructure": True})
    payload["stops"].append({"id": "s5", "name": "", "type": "junction", "x": 0, "y": 0})
    assert converted(data) == THREE_BAYS


def test_junction_without_a_name_is_named_after_its_neighbours() -> None:
    data = three_bays()
    data["payload"]["stops"][3]["name"] = ""
    assert converted(data)["places"][3]["name"] == "North Bay / East Bay / South Bay"
    data["payload"]["stops"][0]["name"] = " "
    assert errors(data) == ["stop “s1”: “name” should be a single line of text"]


@pytest.mark.parametrize(
    ("lanes", "least"),
    [
        ({"2": 1, "3": "all"}, 3),
        ({"2+": 2}, 2),
        ({"2": 1, "3": 1, "4+": "all"}, 4),
        ({"5": 1, "4": 1}, 6),
    ],
)
def test_lanes_by_players_are_understood(lanes: dict[str, object], least: int) -> None:
    data = three_bays()
    data["payload"]["lanesUsableByPlayers"] = lanes
    assert converted(data)["double_tracks_from_players"] == least


@pytest.mark.parametrize("lanes", [{"2": "all", "3": 1}, {"3": 0}, {"3": "most"}])
def test_other_lanes_by_players_are_refused(lanes: dict[str, object]) -> None:
    data = three_bays()
    data["payload"]["lanesUsableByPlayers"] = lanes
    (error,) = errors(data)
    assert "“lanesUsableByPlayers” should be" in error


def test_each_deck_is_a_variant_and_may_repeat_the_tickets_of_another() -> None:
    data = three_bays()
    payload = data["payload"]
    payload["ticketSets"] += [{"id": "draft", "label": "Second draft"}, {"id": "e", "label": "E"}]
    payload["tickets"] += [
        {"id": "t3", "a": "s2", "b": "s1", "points": 9, "set": "draft"},
        {"id": "t4", "a": "s1", "b": "s3", "points": 4, "set": "draft"},
    ]
    board, problems, _ = checked(json.dumps(data).encode())
    assert not problems
    assert board is not None
    assert [each.name for each in board.variants] == ["Main deck", "Second draft"]
    assert board.long_decks == ("long 1",)
    draft = board.in_variant("deck-2")
    assert [card.ticket.points for card in draft.tickets] == [9, 4]
    assert [card.id for card in draft.other_tickets] == ["t2"]
    assert draft.has_card(draft.tickets[0].ticket)
    assert board.bonuses.longest_route == draft.bonuses.longest_route == 10


def test_equal_tickets_are_copies_and_unequal_ones_an_error() -> None:
    data = three_bays()
    again = {"id": "t3", "a": "s2", "b": "s1", "points": 5}
    data["payload"]["tickets"].append(again)
    board = converted(data)
    assert (board["tickets"][0]["copies"], board["ticket_count"]) == (2, 3)
    again["points"] = 6
    assert errors(data) == ["ticket “t3”: “t1” has the same places"]


def test_tickets_without_two_cities_are_left_out() -> None:
    data = three_bays()
    ticket = {"id": "t9", "points": 5}
    ends = [("s1", "s4"), ("s1", "s1"), ("s1", "gone"), ("s1", None)]
    data["payload"]["tickets"] += [ticket | {"a": one, "b": other} for one, other in ends]
    assert converted(data) == THREE_BAYS


def test_background_of_8_mb_is_dropped() -> None:
    data = three_bays()
    data["payload"]["backgroundImage"] = "data:image/png;base64," + "A" * 8_000_000
    data["payload"]["background"] = {"strokes": [[1, 2]] * 20_000}
    assert len(json.dumps(data)) > BOARD_LIMITS.bytes
    assert converted(data) == THREE_BAYS
    assert errors(b'{"format": "ticket-to-ride-map"' + b" " * MAP_LIMITS.bytes) == [
        "larger than 10 MB"
    ]


def test_board_of_more_than_1_mb_is_refused() -> None:
    data = three_bays()
    ticket = data["payload"]["tickets"][0]
    data["payload"]["tickets"] = [
        ticket | {"id": f"{number} {'x' * 190}", "points": number} for number in range(6_000)
    ]
    assert errors(data) == ["larger than 1 MB"]


def test_mutated_files_are_imported_or_refused_with_a_sentence() -> None:
    refused = 0
    for seed in range(500 * THOROUGHNESS):
        data = mutated(three_bays(), seed)
        content = json.dumps(data).encode()
        found = checked(content)
        assert (found.board is None) == bool(found.problems), seed
        assert all(str(each) and "\n" not in str(each) for each in found.problems), seed
        refused += bool(found.problems)
    assert 50 < refused < 450 * THOROUGHNESS
