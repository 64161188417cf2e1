"""Invalid fields of a record, each with its sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.rules.test_hostile_records import refused
from tests.rules.test_record import record

WRONG_FIELDS: dict[str, tuple[str, Any]] = {
    "a format of the future": (
        "A game file was made with a newer version of Railkeeper. Update the app to use it.",
        {"format": "railkeeper/2"},
    ),
    "another format": (
        "A game file: “format” should be “railkeeper/1”, not “railkeeper-settings/1”",
        {"format": "railkeeper-settings/1"},
    ),
    "format of a list": (
        'A game file: “format” should be “railkeeper/1”, not ["railkeeper/1"]',
        {"format": ["railkeeper/1"]},
    ),
    "no map": ("the game file: “map” should be a single line of text", {"map": None}),
    "map of a list": ("the game file: “map” should be a single line of text", {"map": ["usa"]}),
    "unknown map": ("the game file: unknown map “atlantis”", {"map": "atlantis"}),
    "players of text": ("the game file: “players” should be a list", {"players": "Ana"}),
    "players of numbers": ("player 1: should be an object with named fields", {"players": [1, 2]}),
    "no players": ("USA (10th Anniversary) is for 2 to 5 players, not 0.", {"players": []}),
    "one player": (
        "USA (10th Anniversary) is for 2 to 5 players, not 1.",
        {"players": [{"name": "Ana", "color": "blue"}]},
    ),
    "unknown colour": (
        "A cannot have the colour “pink”: USA (10th Anniversary) has no such trains.",
        {"players": [{"name": "A", "color": "pink"}] * 2},
    ),
    "one name twice": (
        "Two players are called Ana.",
        {"players": [{"name": "Ana", "color": "blue"}, {"name": "Ana", "color": "red"}]},
    ),
    "a number as name": (
        "player 1: “name” should be a single line of text",
        {"players": [{"name": 1, "color": "blue"}]},
    ),
    "a name of two lines": (
        "player 1: “A�B” cannot be a name: one of its characters cannot be shown.",
        {"players": [{"name": "A\nB", "color": "blue"}]},
    ),
    "a name of 61 letters": (
        f"player 1: “{'A' * 59}…” is too long for a name: it has 61 characters; the limit is 60.",
        {"players": [{"name": "A" * 61, "color": "blue"}]},
    ),
    "an empty name": (
        "player 1: Every player needs a name.",
        {"players": [{"name": "", "color": "blue"}]},
    ),
    "half a letter as name": (
        "player 1: “�” cannot be a name: one of its characters cannot be shown.",
        {"players": [{"name": "\ud800", "color": "blue"}]},
    ),
    "unknown field of a player": (
        "player 1: unknown field “age”",
        {"players": [{"name": "Ana", "color": "blue", "age": 9}]},
    ),
    "house rules of a list": (
        "the game file: “house_rules”: should be an object with named fields",
        {"house_rules": []},
    ),
    "house rule of one": (
        "the game file: “house_rules”: “longest_route” should be true or false, not 1",
        {"house_rules": {"longest_route": 1}},
    ),
    "unknown house rule": (
        "the game file: “house_rules”: unknown field “speed”",
        {"house_rules": {"speed": True}},
    ),
    "events of an object": ("the game file: “events” should be a list", {"events": {}}),
    "no events": ("the game file: “events” should be a list", {"events": None}),
    "corrections of text": (
        "the game file: “board_corrections” should be a list",
        {"board_corrections": "all"},
    ),
    "correction of nothing": (
        "board correction 1: “length” is missing",
        {"board_corrections": [{}]},
    ),
    "unknown field of a correction": (
        "board correction 1: unknown field “why”",
        {
            "board_corrections": [
                {"route": "boston--montreal", "length": 2, "tracks": ["red"], "why": "new"}
            ]
        },
    ),
    "correction to a length of zero": (
        "board correction 1: “length” should be a whole number from 1 to 1000000, not 0",
        {"board_corrections": [{"route": "boston--montreal", "length": 0, "tracks": ["red"]}]},
    ),
    "the second of two corrections": (
        "board correction 2: “length” is missing",
        {
            "board_corrections": [
                {"route": "boston--montreal", "length": 3, "tracks": ["red"]},
                {"route": "boston--new-york"},
            ]
        },
    ),
    "correction of an unknown route": (
        "USA (10th Anniversary) has no route “x--y” to correct.",
        {"board_corrections": [{"route": "x--y", "length": 1, "tracks": ["red"]}]},
    ),
    "correction to no length": (
        "route “boston--montreal”: “route_points” has no points for length 7",
        {"board_corrections": [{"route": "boston--montreal", "length": 7, "tracks": ["red"]}]},
    ),
    "correction to no track": (
        "route “boston--montreal”: a route has one to three tracks",
        {"board_corrections": [{"route": "boston--montreal", "length": 2, "tracks": []}]},
    ),
    "correction to tracks of numbers": (
        "board correction 1: “tracks” should be a list of text",
        {"board_corrections": [{"route": "boston--montreal", "length": 2, "tracks": [1]}]},
    ),
}


@pytest.mark.parametrize(("problem", "fields"), WRONG_FIELDS.values(), ids=WRONG_FIELDS.keys())
def test_field_of_the_wrong_kind_is_named(problem: str, fields: dict[str, Any]) -> None:
    assert refused(json.dumps({**record(), **fields})) == problem
