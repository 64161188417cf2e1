"""A board file that contradicts itself is an error that names the file and the entry."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.rules import Malformed, read_board
from tests.rules.tables import board_in, island

Spoil = Callable[[dict[str, Any]], object]
TWIN = {"id": "mill--hill", "from": "mill", "to": "hill", "length": 1, "tracks": ["red"]}

WRONG: dict[str, tuple[str, Spoil]] = {
    "unknown place": ("“hill--lake”", lambda b: b["routes"][1].update(to="atlantis")),
    "length without points": ("“hill--lake”", lambda b: b["routes"][1].update(length=4)),
    "length of no cards": ("“hill--lake”", lambda b: b["terrain"]["cards_to_double"].pop("2")),
    "length of zero": ("“hill--lake”", lambda b: b["routes"][1].update(length=0)),
    "length in words": ("“hill--lake”", lambda b: b["routes"][1].update(length="2")),
    "length true": ("“hill--lake”", lambda b: b["routes"][1].update(length=True)),
    "double place id": ("“hill”", lambda b: b["places"].append(b["places"][1])),
    "double route id": ("“hill--lake”", lambda b: b["routes"].append(b["routes"][1])),
    "double ticket id": ("“hill--mill”", lambda b: b["tickets"].append(b["tickets"][0])),
    "double country id": ("“beyond”", lambda b: b["countries"].append(b["countries"][0])),
    "double terrain id": ("“sand”", lambda b: b["terrain"]["types"][1].update(id="sand")),
    "two routes of the same ends": ("“mill--hill”", lambda b: b["routes"].append(TWIN)),
    "two tickets of the same ends": (
        "“again”",
        lambda b: b["tickets"].append({**b["tickets"][0], "id": "again"}),
    ),
    "ticket to a way station": ("“hill--mill”", lambda b: b["tickets"][0].update(to="ford")),
    "ticket to an entrance": ("“lake--beyond”", lambda b: b["tickets"][1].update(to="north-gate")),
    "ticket to nowhere": ("“hill--mill”", lambda b: b["tickets"][0].update(to="atlantis")),
    "ticket to itself": ("“hill--mill”", lambda b: b["tickets"][0].update(to="hill")),
    "ticket of 51 points": ("“hill--mill”", lambda b: b["tickets"][0].update(points=51)),
    "ticket of no points": ("“hill--mill”", lambda b: b["tickets"][0].update(points=0)),
    "unreachable ticket end": (
        "“hill--mill”",
        lambda b: (
            b["places"].append({"id": "far", "name": "Far", "x": 0, "y": 0}),
            b["tickets"][0].update(to="far"),
        ),
    ),
    "a place no route leads to": (
        "“far”",
        lambda b: b["places"].append({"id": "far", "name": "Far", "x": 0, "y": 0}),
    ),
    "a length twice": (
        "“02”",
        lambda b: b["route_points"].update({"02": 99}),
    ),
    "a ticket too few": ("ticket_count", lambda b: b["tickets"].pop()),
    "unknown field": ("“colour”", lambda b: b.update(colour="blue")),
    "unknown field of a place": ("“hill”", lambda b: b["places"][1].update(z=1)),
    "unknown field of a route": ("“hill--lake”", lambda b: b["routes"][1].update(trains=1)),
    "unknown field of a ticket": ("“hill--mill”", lambda b: b["tickets"][0].update(value=1)),
    "unknown field of a terrain": ("“sand”", lambda b: b["terrain"]["types"][0].update(size=1)),
    "unknown bonus": ("“bonuses”", lambda b: b["bonuses"].update(speed=1)),
    "unknown house rule": ("“house_rules”", lambda b: b.update(house_rules={"speed": 1})),
    "unknown deal": ("“draw_tickets”", lambda b: b["draw_tickets"].update(burn=1)),
    "unknown tie breaker": ("“age”", lambda b: b.update(tie_breakers=["age"])),
    "unknown kind of place": ("“hill”", lambda b: b["places"][1].update(kind="mountain")),
    "unknown country": ("“north-gate”", lambda b: b["places"][5].update(country="atlantis")),
    "city in a country": ("“hill”", lambda b: b["places"][1].update(country="beyond")),
    "entrance of nothing": ("“north-gate”", lambda b: b["places"][5].pop("country")),
    "country without entrance": (
        "“empty”",
        lambda b: b["countries"].append({"id": "empty", "name": "Empty"}),
    ),
    "country called like a place": (
        "“hill”",
        lambda b: b["countries"].append({"id": "hill", "name": "Hill"}),
    ),
    "place off the board": ("“hill”", lambda b: b["places"][1].update(x=1.01)),
    "place nowhere": ("“hill”", lambda b: b["places"][1].pop("x")),
    "place without id": ("place 2", lambda b: b["places"][1].pop("id")),
    "place that is a number": ("place 2", lambda b: b["places"].insert(1, 7)),
    "aliases of numbers": ("“hill”", lambda b: b["places"][1].update(aliases=[1])),
    "route to itself": ("“hill--lake”", lambda b: b["routes"][1].update(to="hill")),
    "route without tracks": ("“hill--lake”", lambda b: b["routes"][1].update(tracks=[])),
    "route of three tracks": ("“hill--lake”", lambda b: b["routes"][1].update(tracks=["blue"] * 3)),
    "route of no colour": ("“hill--lake”", lambda b: b["routes"][1].update(tracks=["pink"])),
    "route of no terrain": ("“hill--lake”", lambda b: b["routes"][1].update(tracks=["green"])),
    "route of two terrains": (
        "“harbour--hill”",
        lambda b: b["terrain"]["types"][1]["colors"].append("yellow"),
    ),
    "ferry longer than its route": ("“hill--lake”", lambda b: b["routes"][1].update(ferry=3)),
    "a ferry for a track it has not": (
        "“hill--lake”",
        lambda b: b["routes"][1].update(ferry=[1, 1]),
    ),
    "a ferry in words": ("“hill--lake”", lambda b: b["routes"][1].update(ferry=["1"])),
    "trains of no colour": ("“train_colors”", lambda b: b.update(train_colors=["pink"] * 4)),
    "trains of one colour": ("“train_colors”", lambda b: b.update(train_colors=["red"] * 4)),
    "trains for too few": ("“train_colors”", lambda b: b.update(train_colors=["red", "blue"])),
    "tunnel of one": ("“hill--lake”", lambda b: b["routes"][1].update(tunnel=1)),
    "six players": ("“players”", lambda b: b.update(players=[2, 6])),
    "one player": ("“players”", lambda b: b.update(players=[1, 5])),
    "players the wrong way": ("“players”", lambda b: b.update(players=[4, 2])),
    "no trains": ("“trains_per_player”", lambda b: b.update(trains_per_player=0)),
    "no name": ("“name”", lambda b: b.update(name="  ")),
    "missing rules": ("“tie_breakers”", lambda b: b.pop("tie_breakers")),
    "missing routes": ("“routes”", lambda b: b.update(routes={})),
    "points for no length": ("“route_points”", lambda b: b["route_points"].update(long=3)),
}


@pytest.mark.parametrize(("entry", "spoil"), WRONG.values(), ids=WRONG.keys())
def test_an_error_names_the_file_and_the_entry(tmp_path: Path, entry: str, spoil: Spoil) -> None:
    board = island()
    spoil(board)
    with pytest.raises(Malformed) as error:
        board_in(tmp_path, board, "spoilt.json")
    assert str(error.value).startswith("spoilt.json: ")
    assert entry in str(error.value)


def test_the_unspoilt_board_is_none_of_these(tmp_path: Path) -> None:
    assert board_in(tmp_path, island()).id == "island"


@pytest.mark.parametrize("text", ["", "[]", "{", "7", '{"id": "a", "id": "b"}', "[" * 2000])
def test_a_file_that_is_no_board_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "nothing.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Malformed, match=r"^nothing\.json: "):
        read_board(path)


def test_what_a_board_does_not_have_may_be_left_out(tmp_path: Path) -> None:
    plain = island()
    for field in ("terrain", "stations_per_player", "countries", "tickets"):
        del plain[field]
    plain["places"] = plain["places"][:5]
    plain["routes"] = plain["routes"][:5]
    board = board_in(tmp_path, plain)
    assert (board.terrain, board.stations_per_player, board.tickets) == (None, 0, ())
