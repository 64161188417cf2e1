"""Invalid records are refused with one sentence, never with another exception."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.rules.apply import MAX_ENTRIES
from companion.rules.boards import bundled_boards
from companion.rules.errors import Refused
from companion.rules.events import Doubling, RouteClaimed, StationBuilt, TurnPassed
from companion.rules.game import Game
from companion.rules.record import Record, read_record, write_record
from tests.rules.test_record import record
from tests.support.boards import AFRICA, EUROPE, USA, cards, claims, game, tickets

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


def taken(**fields: object) -> dict[str, Any]:
    return {"do": "tickets", "player": "Ana", "tickets": [{**TICKET, **fields}]}


def refused(text: str) -> str:
    """The sentence with which a text is refused."""
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
def test_invalid_record_is_refused(text: str) -> None:
    refused(text)


@pytest.mark.parametrize("depth", [1_000, 14_000])
@pytest.mark.parametrize(("opened", "closed"), [("[", "]"), ('{"a":', "}")])
def test_nesting_too_deep_is_refused(depth: int, opened: str, closed: str) -> None:
    inner = opened * depth + "1" + closed * depth
    assert "deep" in refused(inner)
    assert "deep" in refused(json.dumps(record())[:-1] + f', "notes": {inner}' + "}")
    refused(opened * depth)


def test_nesting_exactly_at_the_limit_is_read_and_one_more_is_refused() -> None:
    def nested(depth: int) -> str:
        return json.dumps(record())[:-1] + f', "notes": {"[" * depth + "]" * depth}' + "}"

    assert read_record(nested(40), bundled_boards()).unknown_fields["notes"]
    assert refused(nested(41)) == "nested more than 40 levels deep"


def test_each_kind_of_invalid_json_has_its_own_sentence() -> None:
    assert refused("{\n  ]") == "not JSON: line 2, column 3 cannot be read"
    assert refused("[" * 10_000 + "]" * 10_000) == "nested more than 40 levels deep"
    assert refused("[" * 100_000) == "it contains too many values"
    assert refused("9" * 5000) == "not JSON: a number has too many digits"
    assert refused("[1e999]") == "not JSON: a number is not finite"
    assert refused('{"a": 1, "a": 1}') == "the field “a” appears twice in one object"
    assert refused("[]") == "A game file: should be an object with named fields"
    text = json.dumps(record(title="\ud800"))
    assert refused(text) == "not text: it contains an incomplete character"


@pytest.mark.parametrize(("letters", "quoted"), [(60, "x" * 60), (61, "x" * 59 + "…")])
def test_value_is_quoted_up_to_60_letters(letters: int, quoted: str) -> None:
    assert refused(json.dumps(record("x" * letters))) == f"the game file: unknown map “{quoted}”"


@pytest.mark.parametrize("board", sorted(SMALL))
def test_truncated_record_is_refused(board: str) -> None:
    text = write_record(Record(SMALL[board], {"title": "Žižkov"})).rstrip()
    assert read_record(text, bundled_boards()).game.events == SMALL[board].events
    for end in range(len(text)):
        refused(text[:end])


@pytest.mark.parametrize("board", sorted(SMALL))
def test_second_half_of_record_is_refused(board: str) -> None:
    text = write_record(Record(SMALL[board]))
    for begin in range(1, len(text)):
        refused(text[begin:])


@pytest.mark.parametrize("field", ["format", "map", "players", "events"])
def test_missing_field_is_named(field: str) -> None:
    value = record()
    del value[field]
    assert f"“{field}” is missing" in refused(json.dumps(value))


def test_event_against_the_rules_is_named_by_its_number() -> None:
    sentence = refused(json.dumps(record("usa", PASS, CLAIM, {**CLAIM, "player": "Peter"})))
    assert sentence.startswith("event 3: Peter cannot claim Boston – Montréal")


def test_first_of_two_wrong_events_is_named() -> None:
    value = record("usa", PASS, CLAIM, CLAIM, {"do": "dance"})
    assert refused(json.dumps(value)).startswith("event 3")


@pytest.mark.parametrize(
    "fragment",
    ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "9" * 5000],
)
def test_non_finite_number_is_refused_anywhere(fragment: str) -> None:
    text = json.dumps(record("usa", PASS))
    refused(text[:-1] + f', "notes": {fragment}' + "}")
    refused(text[:-1] + f', "notes": [{{"deep": [{fragment}]}}]' + "}")
    refused(text.replace('"do": "pass"', f'"do": "pass", "x": {fragment}'))


@pytest.mark.parametrize("name", ["format", "events", "do", "player", "title"])
def test_duplicate_field_is_refused(name: str) -> None:
    text = json.dumps({**record("usa", PASS), "title": "x"})
    twice = text.replace(f'"{name}":', f'"{name}": "first", "{name}":', 1)
    assert f"“{name}” appears twice" in refused(twice)


def test_sentence_never_quotes_more_than_a_line() -> None:
    assert len(refused(json.dumps({**record(), "format": "x\n" * 10_000}))) < 200
    assert len(refused(json.dumps(record("usa", {**PASS, "\n" * 10_000: 1})))) < 200


def test_lone_surrogate_in_unknown_field_is_refused() -> None:
    value = {**record("usa"), "title": "\ud800"}
    assert "incomplete character" in refused(json.dumps(value))


def test_duplicate_among_many_fields_is_refused_quickly() -> None:
    many = ",".join(f'"{number}":0' for number in range(30_000))
    assert "twice" in refused("{" + many + ',"x":0,"x":0}')


def test_too_long_log_is_read_only_up_to_the_limit() -> None:
    endless = [PASS] * (MAX_ENTRIES + 1) + [{"do": "dance"}]
    sentence = "event 10001: A game has at most 10000 entries."
    assert refused(json.dumps(record("usa", *endless))) == sentence
