"""A board file that contradicts itself is an error that names the file and the entry."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.rules.board_file import read_board
from companion.rules.boards import TRAIN_COLORS
from companion.rules.errors import Malformed
from tests.support.boards import island_data, read_board_data

Spoil = Callable[[dict[str, Any]], object]
TWIN = {"id": "mill--hill", "from": "mill", "to": "hill", "length": 1, "tracks": ["red"]}

WRONG: dict[str, tuple[str, Spoil]] = {
    "unknown place": (
        "route “hill--lake”: unknown place “atlantis”",
        lambda b: b["routes"][1].update(to="atlantis"),
    ),
    "length without points": (
        "route “hill--lake”: “route_points” has no points for length 4",
        lambda b: b["routes"][1].update(length=4),
    ),
    "length of no cards": (
        "route “hill--lake”: “cards_to_double” has no number of cards for length 2",
        lambda b: b["terrain"]["cards_to_double"].pop("2"),
    ),
    "length of zero": (
        "route “hill--lake”: “length” should be a whole number from 1 to 99, not 0",
        lambda b: b["routes"][1].update(length=0),
    ),
    "length in words": (
        "route “hill--lake”: “length” should be a whole number from 1 to 99, not “2”",
        lambda b: b["routes"][1].update(length="2"),
    ),
    "length true": (
        "route “hill--lake”: “length” should be a whole number from 1 to 99, not true",
        lambda b: b["routes"][1].update(length=True),
    ),
    "double place id": (
        "place “hill”: this id appears twice",
        lambda b: b["places"].append(b["places"][1]),
    ),
    "double route id": (
        "route “hill--lake”: this id appears twice",
        lambda b: b["routes"].append(b["routes"][1]),
    ),
    "double ticket id": (
        "ticket “hill--mill”: this id appears twice",
        lambda b: b["tickets"].append(b["tickets"][0]),
    ),
    "double country id": (
        "country “beyond”: this id appears twice",
        lambda b: b["countries"].append(b["countries"][0]),
    ),
    "double terrain id": (
        "terrain type “sand”: this id appears twice",
        lambda b: b["terrain"]["types"][1].update(id="sand"),
    ),
    "two routes of the same ends": (
        "route “mill--hill”: “hill--mill” connects the same places",
        lambda b: b["routes"].append(TWIN),
    ),
    "two tickets of the same ends": (
        "ticket “again”: “hill--mill” has the same places",
        lambda b: b["tickets"].append({**b["tickets"][0], "id": "again"}),
    ),
    "ticket to a way station": (
        "ticket “hill--mill”: unknown ticket end “ford”",
        lambda b: b["tickets"][0].update(to="ford"),
    ),
    "ticket to an entrance": (
        "ticket “lake--beyond”: unknown ticket end “north-gate”",
        lambda b: b["tickets"][1].update(to="north-gate"),
    ),
    "ticket to nowhere": (
        "ticket “hill--mill”: unknown ticket end “atlantis”",
        lambda b: b["tickets"][0].update(to="atlantis"),
    ),
    "ticket to itself": (
        "ticket “hill--mill”: it connects a place with itself",
        lambda b: b["tickets"][0].update(to="hill"),
    ),
    "ticket of 51 points": (
        "ticket “hill--mill”: “points” should be a whole number from 1 to 50, not 51",
        lambda b: b["tickets"][0].update(points=51),
    ),
    "ticket of no points": (
        "ticket “hill--mill”: “points” should be a whole number from 1 to 50, not 0",
        lambda b: b["tickets"][0].update(points=0),
    ),
    "unreachable ticket end": (
        "ticket “hill--mill”: no routes connect its places",
        lambda b: (
            b["places"].append({"id": "far", "name": "Far", "x": 0, "y": 0}),
            b["tickets"][0].update(to="far"),
        ),
    ),
    "a place no route leads to": (
        "place “far”: no route leads there",
        lambda b: b["places"].append({"id": "far", "name": "Far", "x": 0, "y": 0}),
    ),
    "a length twice": (
        "the board: “route_points”: “02” is not a whole number from 1 to 99",
        lambda b: b["route_points"].update({"02": 99}),
    ),
    "a ticket too few": (
        "the board: “ticket_count” is 2, but the number of tickets listed is 1",
        lambda b: b["tickets"].pop(),
    ),
    "crossing of an unknown route": (
        "crossing 1: unknown route “mill--hill”",
        lambda b: b.update(crossings=[["hill--lake", "mill--hill"]]),
    ),
    "a route that crosses itself": (
        "crossing 1: a route cannot cross itself",
        lambda b: b.update(crossings=[["hill--lake", "hill--lake"]]),
    ),
    "a crossing twice": (
        "crossing 2: it appears twice",
        lambda b: b.update(crossings=[["hill--lake", "lake--mill"], ["lake--mill", "hill--lake"]]),
    ),
    "a crossing of three routes": (
        "the board: “crossings” should be at most 15 pairs of routes",
        lambda b: b.update(crossings=[["hill--lake", "lake--mill", "hill--mill"]]),
    ),
    "district of an unknown place": (
        "district 1: unknown place “atlantis”",
        lambda b: b.update(districts=[{"points": 3, "places": ["hill", "atlantis"]}]),
    ),
    "district with a place twice": (
        "district 1: a place appears twice",
        lambda b: b.update(districts=[{"points": 3, "places": ["hill", "hill"]}]),
    ),
    "district of no points": (
        "district 1: “points” should be a whole number from 1 to 99, not 0",
        lambda b: b.update(districts=[{"points": 0, "places": ["hill", "mill"]}]),
    ),
    "district that no routes connect": (
        "district 1: no routes connect its places",
        lambda b: (
            b["places"].append({"id": "far", "name": "Far", "x": 0, "y": 0}),
            b.update(districts=[{"points": 3, "places": ["hill", "far"]}]),
        ),
    ),
    "unknown piece": ("the board: unknown piece “tram”", lambda b: b.update(piece="tram")),
    "unknown field": ("the board: unknown field “colour”", lambda b: b.update(colour="blue")),
    "unknown field of a place": (
        "place “hill”: unknown field “z”",
        lambda b: b["places"][1].update(z=1),
    ),
    "unknown field of a route": (
        "route “hill--lake”: unknown field “trains”",
        lambda b: b["routes"][1].update(trains=1),
    ),
    "unknown field of a ticket": (
        "ticket “hill--mill”: unknown field “value”",
        lambda b: b["tickets"][0].update(value=1),
    ),
    "unknown field of a terrain": (
        "terrain type “sand”: unknown field “size”",
        lambda b: b["terrain"]["types"][0].update(size=1),
    ),
    "unknown bonus": (
        "the board: “bonuses”: unknown field “speed”",
        lambda b: b["bonuses"].update(speed=1),
    ),
    "unknown house rule": (
        "the board: “house_rules”: unknown field “speed”",
        lambda b: b.update(house_rules={"speed": 1}),
    ),
    "unknown deal": (
        "the board: “draw_tickets”: unknown field “burn”",
        lambda b: b["draw_tickets"].update(burn=1),
    ),
    "unknown tie breaker": (
        "the board: unknown tie-breaker “age”",
        lambda b: b.update(tie_breakers=["age"]),
    ),
    "unknown kind of place": (
        "place “hill”: unknown kind “mountain”",
        lambda b: b["places"][1].update(kind="mountain"),
    ),
    "unknown country": (
        "place “north-gate”: unknown country “atlantis”",
        lambda b: b["places"][5].update(country="atlantis"),
    ),
    "city in a country": (
        "place “hill”: an entrance needs a country, and no other place may have one",
        lambda b: b["places"][1].update(country="beyond"),
    ),
    "entrance of nothing": (
        "place “north-gate”: an entrance needs a country, and no other place may have one",
        lambda b: b["places"][5].pop("country"),
    ),
    "country without entrance": (
        "country “empty”: it has no entrance",
        lambda b: b["countries"].append({"id": "empty", "name": "Empty"}),
    ),
    "country called like a place": (
        "country “hill”: a place has the same id",
        lambda b: b["countries"].append({"id": "hill", "name": "Hill"}),
    ),
    "place off the board": (
        "place “hill”: “x” should be a number from 0 to 1, not 1.01",
        lambda b: b["places"][1].update(x=1.01),
    ),
    "place nowhere": ("place “hill”: “x” is missing", lambda b: b["places"][1].pop("x")),
    "place without id": ("place 2: “id” is missing", lambda b: b["places"][1].pop("id")),
    "place that is a number": (
        "place 2: should be an object with named fields",
        lambda b: b["places"].insert(1, 7),
    ),
    "aliases of numbers": (
        "place “hill”: “aliases” should be a list of text",
        lambda b: b["places"][1].update(aliases=[1]),
    ),
    "route to itself": (
        "route “hill--lake”: it connects a place with itself",
        lambda b: b["routes"][1].update(to="hill"),
    ),
    "route without tracks": (
        "route “hill--lake”: “tracks” should have 1 to 3 entries, not 0",
        lambda b: b["routes"][1].update(tracks=[]),
    ),
    "route of four tracks": (
        "route “hill--lake”: “tracks” should have 1 to 3 entries, not 4",
        lambda b: b["routes"][1].update(tracks=["blue"] * 4),
    ),
    "route of no colour": (
        "route “hill--lake”: unknown colour “pink”",
        lambda b: b["routes"][1].update(tracks=["pink"]),
    ),
    "route of no terrain": (
        "route “hill--lake”: green should belong to exactly one terrain type",
        lambda b: b["routes"][1].update(tracks=["green"]),
    ),
    "route of two terrains": (
        "route “harbour--hill”: yellow should belong to exactly one terrain type",
        lambda b: b["terrain"]["types"][1]["colors"].append("yellow"),
    ),
    "ferry longer than its route": (
        "route “hill--lake”: it needs more locomotives than it has spaces",
        lambda b: b["routes"][1].update(ferry=3),
    ),
    "a ferry for a track it has not": (
        "route “hill--lake”: “ferry” should be a whole number, or one per track",
        lambda b: b["routes"][1].update(ferry=[1, 1]),
    ),
    "a ferry in words": (
        "route “hill--lake”: “ferry” should be a whole number, or one per track",
        lambda b: b["routes"][1].update(ferry=["1"]),
    ),
    "trains of no colour": (
        "the board: “train_colors” should be different train colours",
        lambda b: b.update(train_colors=["pink"] * 4),
    ),
    "trains of one colour": (
        "the board: “train_colors” should be different train colours",
        lambda b: b.update(train_colors=["red"] * 4),
    ),
    "trains for too few": (
        "the board: “train_colors” has too few colours for all players",
        lambda b: b.update(train_colors=["red", "blue"]),
    ),
    "tunnel of one": (
        "route “hill--lake”: “tunnel” should be true or false, not 1",
        lambda b: b["routes"][1].update(tunnel=1),
    ),
    "six players": (
        "the board: “players” should be the minimum and maximum number of players, from 2 to 5",
        lambda b: b.update(players=[2, 6]),
    ),
    "one player": (
        "the board: “players” should be the minimum and maximum number of players, from 2 to 5",
        lambda b: b.update(players=[1, 5]),
    ),
    "players the wrong way": (
        "the board: “players” should be the minimum and maximum number of players, from 2 to 5",
        lambda b: b.update(players=[4, 2]),
    ),
    "terrain without id": (
        "terrain type 1: “id” is missing",
        lambda b: b["terrain"]["types"][0].pop("id"),
    ),
    "no trains": (
        "the board: “trains_per_player” should be a whole number from 1 to 60, not 0",
        lambda b: b.update(trains_per_player=0),
    ),
    "no name": ("the board: “name” should be a single line of text", lambda b: b.update(name="  ")),
    "missing rules": ("the board: “tie_breakers” is missing", lambda b: b.pop("tie_breakers")),
    "missing routes": ("the board: “routes” should be a list", lambda b: b.update(routes={})),
    "points for no length": (
        "the board: “route_points”: “long” is not a whole number from 1 to 99",
        lambda b: b["route_points"].update(long=3),
    ),
}


@pytest.mark.parametrize(("problem", "spoil"), WRONG.values(), ids=WRONG.keys())
def test_board_error_names_file_and_entry(tmp_path: Path, problem: str, spoil: Spoil) -> None:
    board = island_data()
    spoil(board)
    with pytest.raises(Malformed) as error:
        read_board_data(tmp_path, board, "spoilt.json")
    assert str(error.value) == f"spoilt.json: {problem}"


def test_unchanged_island_board_is_valid(tmp_path: Path) -> None:
    assert read_board_data(tmp_path, island_data()).id == "island"


@pytest.mark.parametrize("text", ["", "[]", "{", "7", '{"id": "a", "id": "b"}', "[" * 2000])
def test_error_names_file_that_is_not_a_board(tmp_path: Path, text: str) -> None:
    path = tmp_path / "nothing.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Malformed, match=r"^nothing\.json: "):
        read_board(path)


def test_board_can_have_trains_of_every_colour(tmp_path: Path) -> None:
    board = read_board_data(tmp_path, island_data() | {"train_colors": [*TRAIN_COLORS]})
    assert board.train_colors == TRAIN_COLORS


def test_board_can_take_exactly_one_number_of_players(tmp_path: Path) -> None:
    board = read_board_data(tmp_path, island_data() | {"players": [3, 3]})
    assert (board.fewest_players, board.most_players) == (3, 3)


def test_optional_board_fields_can_be_omitted(tmp_path: Path) -> None:
    plain = island_data()
    for field in ("terrain", "stations_per_player", "countries", "tickets"):
        del plain[field]
    plain["places"] = plain["places"][:5]
    plain["routes"] = plain["routes"][:5]
    board = read_board_data(tmp_path, plain)
    assert (board.terrain, board.stations_per_player, board.tickets) == (None, 0, ())
