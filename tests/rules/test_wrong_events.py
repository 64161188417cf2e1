"""Invalid events of a record, each with its sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.rules.test_hostile_records import CLAIM, PASS, refused, taken
from tests.rules.test_record import record

STATION = {"do": "station", "player": "Ana", "city": "paris"}
TERRAIN = {"do": "terrain", "player": "Ana", "terrain": "mountain", "count": 1}
HUGE = f"1{'0' * 58}…"
"""A number with thousands of digits, as an error message quotes it."""

WRONG_EVENTS: dict[str, tuple[str, str, Any]] = {
    "a number": ("event 3: should be an object with named fields", "usa", 7),
    "a list": ("event 3: should be an object with named fields", "usa", []),
    "nothing": ("event 3: should be an object with named fields", "usa", None),
    "an empty object": ("event 3: “do” is missing", "usa", {}),
    "an unknown event": ("event 3: unknown event “dance”", "usa", {"do": "dance", "player": "Ana"}),
    "an event that is a list": (
        "event 3: “do” should be a single line of text",
        "usa",
        {"do": ["pass"], "player": "Ana"},
    ),
    "no player": ("event 3: “player” is missing", "usa", {"do": "pass"}),
    "an unknown player": (
        "event 3: There is no player called Zoe in this game.",
        "usa",
        {"do": "pass", "player": "Zoe"},
    ),
    "a player that is a list": (
        "event 3: “player” should be a single line of text",
        "usa",
        {"do": "pass", "player": ["Ana"]},
    ),
    "a player of another name": (
        "event 3: There is no player called Àna in this game.",
        "usa",
        {"do": "pass", "player": "Àna"},
    ),
    "half a letter as player": (
        "event 3: “�” cannot be a name: one of its characters cannot be shown.",
        "usa",
        {"do": "pass", "player": "\udc00"},
    ),
    "leaving with one player remaining": (
        "event 3: Ana cannot leave: at least 2 players must stay.",
        "usa",
        {"do": "left", "player": "Ana"},
    ),
    "an unknown field": ("event 3: unknown field “why”", "usa", {**PASS, "why": "tired"}),
    "an unknown route": (
        "event 3: Ana cannot claim “brest--paris”: USA (10th Anniversary) has no such route.",
        "usa",
        {**CLAIM, "route": "brest--paris"},
    ),
    "a route that is an object": (
        "event 3: “route” should be a single line of text",
        "usa",
        {**CLAIM, "route": {}},
    ),
    "a track true": (
        "event 3: “track” should be a whole number from 0 to 2, not true",
        "usa",
        {**CLAIM, "track": True},
    ),
    "a track 0.0": (
        "event 3: “track” should be a whole number from 0 to 2, not 0.0",
        "usa",
        {**CLAIM, "track": 0.0},
    ),
    "a track in words": (
        "event 3: “track” should be a whole number from 0 to 2, not “0”",
        "usa",
        {**CLAIM, "track": "0"},
    ),
    "a track of minus one": (
        "event 3: “track” should be a whole number from 0 to 2, not -1",
        "usa",
        {**CLAIM, "track": -1},
    ),
    "a fourth track": (
        "event 3: “track” should be a whole number from 0 to 2, not 3",
        "usa",
        {**CLAIM, "track": 3},
    ),
    "a huge track": (
        f"event 3: “track” should be a whole number from 0 to 2, not {HUGE}",
        "usa",
        {**CLAIM, "track": 10**4000},
    ),
    "doubled where nothing doubles": (
        "event 3: Ana cannot double Boston – Montréal:"
        " USA (10th Anniversary) has no terrain cards.",
        "usa",
        {**CLAIM, "double": {"terrain": 0, "locomotives": 1}},
    ),
    "doubled with true": (
        "event 3: “double”: “terrain” should be a whole number from 0 to 1000000, not false",
        "heart-of-africa",
        {**CLAIM, "route": "durban--pretoria", "double": {"terrain": False, "locomotives": True}},
    ),
    "doubled with less than nothing": (
        "event 3: “double”: “terrain” should be a whole number from 0 to 1000000, not -1",
        "heart-of-africa",
        {**CLAIM, "route": "durban--pretoria", "double": {"terrain": -1, "locomotives": 2}},
    ),
    "doubled with half": (
        "event 3: “double”: “locomotives” is missing",
        "heart-of-africa",
        {**CLAIM, "route": "durban--pretoria", "double": {"terrain": 0}},
    ),
    "doubled with an unknown field": (
        "event 3: “double”: unknown field “joker”",
        "heart-of-africa",
        {
            **CLAIM,
            "route": "durban--pretoria",
            "double": {"terrain": 0, "locomotives": 1, "joker": 1},
        },
    ),
    "doubled with a list": (
        "event 3: “double”: should be an object with named fields",
        "heart-of-africa",
        {**CLAIM, "double": [0, 1]},
    ),
    "doubled with false": (
        "event 3: “double”: should be an object with named fields",
        "heart-of-africa",
        {**CLAIM, "double": False},
    ),
    "terrain on usa": (
        "event 3: Ana cannot draw terrain: USA (10th Anniversary) has no terrain cards.",
        "usa",
        TERRAIN,
    ),
    "unknown terrain": (
        "event 3: Ana cannot draw “swamp”: The Heart of Africa has no such terrain.",
        "heart-of-africa",
        {**TERRAIN, "terrain": "swamp"},
    ),
    "no count of terrain": (
        "event 3: Ana cannot draw 0 Mountain cards.",
        "heart-of-africa",
        {**TERRAIN, "count": 0},
    ),
    "terrain count true": (
        "event 3: “count” should be a whole number from −1000000 to 1000000, not true",
        "heart-of-africa",
        {**TERRAIN, "count": True},
    ),
    "terrain count 1.0": (
        "event 3: “count” should be a whole number from −1000000 to 1000000, not 1.0",
        "heart-of-africa",
        {**TERRAIN, "count": 1.0},
    ),
    "terrain count missing": (
        "event 3: “count” is missing",
        "heart-of-africa",
        {k: TERRAIN[k] for k in ("do", "player", "terrain")},
    ),
    "sixteen cards": (
        "event 3: Ana cannot draw 16 Mountain cards: only 15 are left.",
        "heart-of-africa",
        {**TERRAIN, "count": 16},
    ),
    "a huge count": (
        f"event 3: “count” should be a whole number from −1000000 to 1000000, not {HUGE}",
        "heart-of-africa",
        {**TERRAIN, "count": 10**4000},
    ),
    "a hugely negative count": (
        f"event 3: “count” should be a whole number from −1000000 to 1000000, not -{HUGE[:-2]}…",
        "heart-of-africa",
        {**TERRAIN, "count": -(10**4000)},
    ),
    "a station on usa": (
        "event 3: Ana cannot build in Boston: USA (10th Anniversary) has no stations.",
        "usa",
        {**STATION, "city": "boston"},
    ),
    "a station in an unknown city": (
        "event 3: Ana cannot build in “boston”: Europe has no such city.",
        "europe",
        {**STATION, "city": "boston"},
    ),
    "a station in a list": (
        "event 3: “city” should be a single line of text",
        "europe",
        {**STATION, "city": ["paris"]},
    ),
    "tickets of an object": (
        "event 3: “tickets” should be a list",
        "usa",
        {"do": "tickets", "player": "Ana", "tickets": {}},
    ),
    "tickets of text": (
        "event 3, ticket 1: should be an object with named fields",
        "usa",
        {"do": "tickets", "player": "Ana", "tickets": ["boston"]},
    ),
    "a ticket to nowhere": (
        "event 3: Ana cannot have a ticket to “paris”:"
        " USA (10th Anniversary) has no such city or country.",
        "usa",
        taken(to="paris"),
    ),
    "a ticket to itself": (
        "event 3: Ana’s ticket Boston – Boston needs two different places.",
        "usa",
        taken(to="boston"),
    ),
    "a ticket to a way station": (
        "event 3: Ana cannot have a ticket to “way-station-east”:"
        " The Heart of Africa has no such city or country.",
        "heart-of-africa",
        taken(**{"from": "cape-town", "to": "way-station-east"}),
    ),
    "a ticket to a list": (
        "event 3, ticket 1: “to” should be a single line of text",
        "usa",
        taken(to=["miami"]),
    ),
    "a ticket of no points": (
        "event 3: Ana’s ticket Boston – Miami cannot be worth 0: tickets are worth 1 to 50 points.",
        "usa",
        taken(points=0),
    ),
    "a ticket of 51 points": (
        "event 3: Ana’s ticket Boston – Miami cannot be worth 51:"
        " tickets are worth 1 to 50 points.",
        "usa",
        taken(points=51),
    ),
    "a ticket of true points": (
        "event 3, ticket 1: “points” should be a whole number from −1000000 to 1000000, not true",
        "usa",
        taken(points=True),
    ),
    "a ticket of 7.5 points": (
        "event 3, ticket 1: “points” should be a whole number from −1000000 to 1000000, not 7.5",
        "usa",
        taken(points=7.5),
    ),
    "a ticket of huge points": (
        "event 3, ticket 1: “points” should be a whole number from −1000000 to 1000000,"
        f" not {HUGE}",
        "usa",
        taken(points=10**4000),
    ),
    "a ticket with an unknown field": (
        "event 3, ticket 1: unknown field “deck”",
        "usa",
        taken(deck="long"),
    ),
}


@pytest.mark.parametrize(
    ("problem", "board", "event"), WRONG_EVENTS.values(), ids=WRONG_EVENTS.keys()
)
def test_wrong_event_is_named_by_its_number(problem: str, board: str, event: Any) -> None:
    value = record(board, PASS, {**PASS, "player": "Peter"}, event, PASS)
    assert refused(json.dumps(value)) == problem
