"""Randomly damaged records are read or refused, never with another exception."""

from __future__ import annotations

import copy
import json
from typing import Any
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.boards import bundled_boards
from companion.rules.errors import Refused
from companion.rules.final_tally import tally
from companion.rules.record import Record, read_record, record_to_json, write_record
from tests.rules.test_hostile_records import SMALL
from tests.support.random_games import examples


def paths(value: object, here: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The path of every value in a JSON tree."""
    found = [here]
    if isinstance(value, dict):
        inside: list[tuple[str | int, object]] = list(value.items())
    else:
        inside = list(enumerate(value)) if isinstance(value, list) else []
    for key, inner in inside:
        found += paths(inner, (*here, key))
    return found


words = st.sampled_from(
    [
        "",
        "Ana",
        "Peter",
        "Zoe",
        "claim",
        "pass",
        "terrain",
        "tickets",
        "station",
        "usa",
        "europe",
        "heart-of-africa",
        "mountain",
        "boston",
        "paris",
        "nigeria",
        "nigeria-north",
        "boston--montreal",
        "brest--paris",
        "durban--pretoria",
        "blue",
        "red",
        "\ud800",
        "{0}",
        "{player}",
        "\x00",
    ]
)
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 60)
    | st.integers()
    | st.floats()
    | words
    | st.text(max_size=5)
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)


def mutate(tree: Any, draw: st.DrawFn) -> Any:
    """The tree with one value replaced, removed, duplicated or renamed."""
    path = draw(st.sampled_from(paths(tree)))
    how = draw(st.sampled_from(["replace", "replace", "delete", "double", "rename", "add"]))
    if not path:
        return draw(values) if how == "replace" and draw(st.booleans()) else tree
    holder: Any = tree
    for step in path[:-1]:
        holder = holder[step]
    key: Any = path[-1]
    if how == "replace":
        holder[key] = draw(values)
    elif how == "delete":
        del holder[key]
    elif isinstance(holder, list):
        holder.insert(draw(st.integers(0, len(holder))), copy.deepcopy(holder[key]))
    elif how == "rename":
        holder[draw(words)] = holder.pop(key)
    else:
        holder[draw(words)] = draw(values)
    return tree


@st.composite
def mutants(draw: st.DrawFn) -> Any:
    whole: dict[str, Any] = record_to_json(Record(SMALL[draw(st.sampled_from(sorted(SMALL)))]))
    whole["title"] = "Sunday"
    tree: Any = copy.deepcopy(whole)
    for _ in range(draw(st.integers(1, 3))):
        tree = mutate(tree, draw)
    return tree


@examples(150)
@given(mutants())
def test_mutated_record_is_a_game_or_refused(tree: Any) -> None:
    try:
        found = read_record(json.dumps(tree), bundled_boards())
    except Refused as reason:
        sentence = str(reason)
    else:
        sentence = "a game"
        assert tally(found.game.state).players
        assert read_record(json.dumps(record_to_json(found)), bundled_boards()) == found
    # A name in it may have joiners and letters this Python does not know, but never these.
    assert not {category(sign) for sign in sentence} & {"Cc", "Cs", "Zl", "Zp"}


@examples(100)
@given(st.sampled_from(sorted(SMALL)), st.integers(0, 2000), st.characters(), st.booleans())
def test_record_with_a_wrong_letter_is_a_game_or_refused(
    board: str, at: int, letter: str, inserted: bool
) -> None:
    text = write_record(Record(SMALL[board]))
    at %= len(text)
    spoilt = text[:at] + letter + text[at if inserted else at + 1 :]
    try:
        events = read_record(spoilt, bundled_boards()).game.events
    except Refused as reason:
        sentence = str(reason)
        events = ()
    else:
        sentence = "a game"
    assert sentence
    assert len(events) <= len(SMALL[board].events)


@examples(60)
@given(st.text() | values.map(json.dumps))
def test_any_text_at_all_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        read_record(text, bundled_boards())
