"""Records that are none: always one sentence, never another exception."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.rules import (
    Doubling,
    Game,
    Record,
    Refused,
    RouteClaimed,
    StationBuilt,
    TurnPassed,
    bundled_boards,
    read_record,
    write_record,
)
from tests.rules.tables import AFRICA, EUROPE, USA, cards, claims, game, tickets
from tests.rules.test_record import record

SMALL: dict[str, Game] = {
    "usa": game(USA, *claims("Ana", "boston--montreal"), tickets("Ana", ("boston", "miami", 12))),
    "europe": game(
        EUROPE,
        *claims("Ana", "brest--paris"),
        StationBuilt("Peter", "paris"),
        tickets("Peter", ("brest", "paris", 3)),
    ),
    "heart-of-africa": game(
        AFRICA,
        *cards("Ana", mountain=2),
        RouteClaimed("Ana", "cape-town--port-elizabeth", 1, Doubling(1, 0)),
        TurnPassed("Peter"),
        tickets("Peter", ("luanda", "sudan", 20), ("durban", "madagascar", 6)),
        longest_route=True,
    ),
}
PASS = {"do": "pass", "player": "Ana"}
CLAIM = {"do": "claim", "player": "Ana", "route": "boston--montreal"}
TICKET = {"from": "boston", "to": "miami", "points": 12}
STATION = {"do": "station", "player": "Ana", "city": "paris"}
TERRAIN = {"do": "terrain", "player": "Ana", "terrain": "mountain", "count": 1}


def taken(**fields: object) -> dict[str, Any]:
    return {"do": "tickets", "player": "Ana", "tickets": [{**TICKET, **fields}]}


def refused(text: str) -> str:
    """The sentence a text is refused with."""
    with pytest.raises(Refused) as reason:
        read_record(text, bundled_boards())
    sentence = str(reason.value)
    assert sentence
    assert sentence.isprintable()
    assert len(sentence) < 1000
    return sentence


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\x00",
        "\ufeff{}",
        "railkeeper",
        "{",
        "}",
        "{]",
        "null",
        "true",
        "7",
        '"railkeeper/1"',
        "[]",
        "{}",
        "[{}]",
        "NaN",
        "-Infinity",
        "1e999",
        "9" * 5000,
        "-" + "9" * 5000,
        '{"a": 1, "a": 1}',
        "{'format': 'railkeeper/1'}",
        "<html></html>",
    ],
    ids=lambda text: repr(text[:20]),
)
def test_what_is_no_record_is_refused(text: str) -> None:
    refused(text)


@pytest.mark.parametrize("depth", [1_000, 100_000])
@pytest.mark.parametrize(("opened", "closed"), [("[", "]"), ('{"a":', "}")])
def test_nesting_too_deep_is_refused(depth: int, opened: str, closed: str) -> None:
    inner = opened * depth + "1" + closed * depth
    assert "deep" in refused(inner)
    assert "deep" in refused(json.dumps(record())[:-1] + f', "notes": {inner}' + "}")
    refused(opened * depth)


@pytest.mark.parametrize("board", sorted(SMALL))
def test_half_a_file_is_refused(board: str) -> None:
    text = write_record(Record(SMALL[board], {"title": "Žižkov"})).rstrip()
    assert read_record(text, bundled_boards()).game.events == SMALL[board].events
    for end in range(len(text)):
        refused(text[:end])


@pytest.mark.parametrize("board", sorted(SMALL))
def test_a_file_without_its_first_half_is_refused(board: str) -> None:
    text = write_record(Record(SMALL[board]))
    for begin in range(1, len(text)):
        refused(text[begin:])


WRONG_FIELDS: dict[str, tuple[str, Any]] = {
    "a format of the future": ("newer Railkeeper", {"format": "railkeeper/2"}),
    "another format": ("“format”", {"format": "railkeeper-settings/1"}),
    "format of a list": ("“format”", {"format": ["railkeeper/1"]}),
    "no map": ("“map”", {"map": None}),
    "map of a list": ("“map”", {"map": ["usa"]}),
    "unknown map": ("atlantis", {"map": "atlantis"}),
    "players of text": ("“players”", {"players": "Ana"}),
    "players of numbers": ("player 1", {"players": [1, 2]}),
    "no players": ("players", {"players": []}),
    "one player": ("players", {"players": [{"name": "Ana", "color": "blue"}]}),
    "unknown colour": ("pink", {"players": [{"name": "A", "color": "pink"}] * 2}),
    "one name twice": (
        "Ana",
        {"players": [{"name": "Ana", "color": "blue"}, {"name": "Ana", "color": "red"}]},
    ),
    "a number as name": ("player 1", {"players": [{"name": 1, "color": "blue"}]}),
    "a name of two lines": ("player 1", {"players": [{"name": "A\nB", "color": "blue"}]}),
    "a name of 61 letters": ("player 1", {"players": [{"name": "A" * 61, "color": "blue"}]}),
    "an empty name": ("player 1", {"players": [{"name": "", "color": "blue"}]}),
    "half a letter as name": ("player 1", {"players": [{"name": "\ud800", "color": "blue"}]}),
    "unknown field of a player": (
        "age",
        {"players": [{"name": "Ana", "color": "blue", "age": 9}]},
    ),
    "house rules of a list": ("house_rules", {"house_rules": []}),
    "house rule of one": ("longest_route", {"house_rules": {"longest_route": 1}}),
    "unknown house rule": ("speed", {"house_rules": {"speed": True}}),
    "events of an object": ("“events”", {"events": {}}),
    "no events": ("“events”", {"events": None}),
    "corrections of text": ("board_corrections", {"board_corrections": "all"}),
    "correction of nothing": ("board correction 1", {"board_corrections": [{}]}),
    "correction of an unknown route": (
        "x--y",
        {"board_corrections": [{"route": "x--y", "length": 1, "tracks": ["red"]}]},
    ),
    "correction to no length": (
        "boston--montreal",
        {"board_corrections": [{"route": "boston--montreal", "length": 7, "tracks": ["red"]}]},
    ),
    "correction to no track": (
        "boston--montreal",
        {"board_corrections": [{"route": "boston--montreal", "length": 2, "tracks": []}]},
    ),
    "correction to tracks of numbers": (
        "board correction 1",
        {"board_corrections": [{"route": "boston--montreal", "length": 2, "tracks": [1]}]},
    ),
}


@pytest.mark.parametrize(("word", "fields"), WRONG_FIELDS.values(), ids=WRONG_FIELDS.keys())
def test_a_field_of_the_wrong_kind_is_named(word: str, fields: dict[str, Any]) -> None:
    assert word in refused(json.dumps({**record(), **fields}))


@pytest.mark.parametrize("field", ["format", "map", "players", "events"])
def test_a_missing_field_is_named(field: str) -> None:
    value = record()
    del value[field]
    assert f"“{field}” is missing" in refused(json.dumps(value))


WRONG_EVENTS: dict[str, tuple[str, Any]] = {
    "a number": ("usa", 7),
    "a list": ("usa", []),
    "nothing": ("usa", None),
    "an empty object": ("usa", {}),
    "an unknown event": ("usa", {"do": "dance", "player": "Ana"}),
    "an event that is a list": ("usa", {"do": ["pass"], "player": "Ana"}),
    "no player": ("usa", {"do": "pass"}),
    "an unknown player": ("usa", {"do": "pass", "player": "Zoe"}),
    "a player that is a list": ("usa", {"do": "pass", "player": ["Ana"]}),
    "a player of another case": ("usa", {"do": "pass", "player": "ana"}),
    "half a letter as player": ("usa", {"do": "pass", "player": "\udc00"}),
    "a stranger who leaves": ("usa", {"do": "left", "player": "Zoe"}),
    "somebody who leaves one alone": ("usa", {"do": "left", "player": "Ana"}),
    "an unknown field": ("usa", {**PASS, "why": "tired"}),
    "an unknown route": ("usa", {**CLAIM, "route": "brest--paris"}),
    "a route that is an object": ("usa", {**CLAIM, "route": {}}),
    "a track true": ("usa", {**CLAIM, "track": True}),
    "a track 0.0": ("usa", {**CLAIM, "track": 0.0}),
    "a track in words": ("usa", {**CLAIM, "track": "0"}),
    "a track of minus one": ("usa", {**CLAIM, "track": -1}),
    "a third track": ("usa", {**CLAIM, "track": 2}),
    "a huge track": ("usa", {**CLAIM, "track": 10**4000}),
    "a second track there is not": ("usa", {**CLAIM, "route": "atlanta--miami", "track": 1}),
    "doubled where nothing doubles": (
        "usa",
        {**CLAIM, "double": {"terrain": 0, "locomotives": 1}},
    ),
    "doubled with true": (
        "heart-of-africa",
        {**CLAIM, "route": "durban--pretoria", "double": {"terrain": False, "locomotives": True}},
    ),
    "doubled with less than nothing": (
        "heart-of-africa",
        {**CLAIM, "route": "durban--pretoria", "double": {"terrain": -1, "locomotives": 2}},
    ),
    "doubled with half": (
        "heart-of-africa",
        {**CLAIM, "route": "durban--pretoria", "double": {"terrain": 0}},
    ),
    "doubled with a list": ("heart-of-africa", {**CLAIM, "double": [0, 1]}),
    "doubled with false": ("heart-of-africa", {**CLAIM, "double": False}),
    "terrain on usa": ("usa", TERRAIN),
    "unknown terrain": ("heart-of-africa", {**TERRAIN, "terrain": "swamp"}),
    "no count of terrain": ("heart-of-africa", {**TERRAIN, "count": 0}),
    "terrain count true": ("heart-of-africa", {**TERRAIN, "count": True}),
    "terrain count 1.0": ("heart-of-africa", {**TERRAIN, "count": 1.0}),
    "terrain count missing": (
        "heart-of-africa",
        {k: TERRAIN[k] for k in ("do", "player", "terrain")},
    ),
    "sixteen cards": ("heart-of-africa", {**TERRAIN, "count": 16}),
    "a huge count": ("heart-of-africa", {**TERRAIN, "count": 10**4000}),
    "a hugely negative count": ("heart-of-africa", {**TERRAIN, "count": -(10**4000)}),
    "a station on usa": ("usa", {**STATION, "city": "boston"}),
    "a station in an unknown city": ("europe", {**STATION, "city": "boston"}),
    "a station in a list": ("europe", {**STATION, "city": ["paris"]}),
    "tickets of an object": ("usa", {"do": "tickets", "player": "Ana", "tickets": {}}),
    "tickets of text": ("usa", {"do": "tickets", "player": "Ana", "tickets": ["boston"]}),
    "a ticket to nowhere": ("usa", taken(to="paris")),
    "a ticket to itself": ("usa", taken(to="boston")),
    "a ticket to a way station": ("heart-of-africa", taken(to="way-station-east")),
    "a ticket to a list": ("usa", taken(to=["miami"])),
    "a ticket of no points": ("usa", taken(points=0)),
    "a ticket of 51 points": ("usa", taken(points=51)),
    "a ticket of true points": ("usa", taken(points=True)),
    "a ticket of 7.5 points": ("usa", taken(points=7.5)),
    "a ticket of huge points": ("usa", taken(points=10**4000)),
    "a ticket with an unknown field": ("usa", taken(deck="long")),
}


@pytest.mark.parametrize(("board", "event"), WRONG_EVENTS.values(), ids=WRONG_EVENTS.keys())
def test_a_wrong_event_is_named_by_its_number(board: str, event: Any) -> None:
    value = record(board, PASS, {**PASS, "player": "Peter"}, event, PASS)
    assert refused(json.dumps(value)).startswith("event 3")


def test_an_event_against_the_rules_is_named_by_its_number() -> None:
    sentence = refused(json.dumps(record("usa", PASS, CLAIM, {**CLAIM, "player": "Peter"})))
    assert sentence.startswith("event 3: Peter cannot claim Boston – Montréal")


def test_the_first_of_two_wrong_events_is_named() -> None:
    value = record("usa", PASS, CLAIM, CLAIM, {"do": "dance"})
    assert refused(json.dumps(value)).startswith("event 3")


@pytest.mark.parametrize(
    "fragment",
    ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "9" * 5000],
)
def test_a_number_json_does_not_know_is_refused_anywhere(fragment: str) -> None:
    text = json.dumps(record("usa", PASS))
    refused(text[:-1] + f', "notes": {fragment}' + "}")
    refused(text[:-1] + f', "notes": [{{"deep": [{fragment}]}}]' + "}")
    refused(text.replace('"do": "pass"', f'"do": "pass", "x": {fragment}'))


@pytest.mark.parametrize("name", ["format", "events", "do", "player", "title"])
def test_a_field_that_stands_twice_is_refused(name: str) -> None:
    text = json.dumps({**record("usa", PASS), "title": "x"})
    twice = text.replace(f'"{name}":', f'"{name}": "first", "{name}":', 1)
    assert f"“{name}” stands twice" in refused(twice)


def test_a_sentence_never_quotes_more_than_a_line() -> None:
    assert len(refused(json.dumps({**record(), "format": "x\n" * 10_000}))) < 200
    assert len(refused(json.dumps(record("usa", {**PASS, "\n" * 10_000: 1})))) < 200


def test_half_a_character_in_an_unknown_field_is_refused() -> None:
    value = {**record("usa"), "title": "\ud800"}
    assert "half a character" in refused(json.dumps(value))


def test_many_fields_with_a_twin_are_refused_at_once() -> None:
    many = ",".join(f'"{number}":0' for number in range(200_000))
    assert "twice" in refused("{" + many + ',"x":0,"x":0}')
