"""The JSON Schema of board files and the reader judge files equally."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from companion.rules.boards import bundled_boards
from companion.rules.errors import Malformed
from companion.rules.json_reader import JsonObject, Problems, read_fields
from companion.rules.wording import phrase
from tests.support.board_files import (
    DOCUMENT,
    bundled_data,
    documented_example,
    imported_island,
    mutated,
)
from tests.support.random_games import THOROUGHNESS
from tools.board_schema import BOARD_FILE, SCHEMA, board_schema, schema_text

VALIDATOR = Draft202012Validator(board_schema())
NOT_IN_SCHEMA = re.compile(
    "this id appears twice|from 2 to 5|“grand_tour” should have points|or one per track"
)
"""Errors of rules that a schema cannot express: they relate several values."""


def field_errors(data: Any) -> list[str]:
    problems: Problems = []
    try:
        read_fields(JsonObject(data, phrase("the board")), BOARD_FILE, problems)
    except Malformed as problem:
        return [str(problem)]
    return [str(problem) for problem in problems]


def test_schema_file_is_up_to_date() -> None:
    assert SCHEMA.read_text("utf-8") == schema_text(), "run make schema"


def test_schema_is_valid() -> None:
    Draft202012Validator.check_schema(board_schema())


@pytest.mark.parametrize("id", bundled_boards())
def test_bundled_board_fits_the_schema(id: str) -> None:
    assert list(VALIDATOR.iter_errors(bundled_data()[id])) == []


def test_examples_fit_the_schema() -> None:
    for data in (imported_island(), json.loads(documented_example())):
        assert list(VALIDATOR.iter_errors(data)) == []


@pytest.mark.parametrize("base", ["island", "new-york"])
def test_schema_and_reader_judge_mutated_files_equally(base: str) -> None:
    whole = imported_island() if base == "island" else bundled_data()["new-york"]
    refused = 0
    for seed in range(1000, 1000 + 150 * THOROUGHNESS):
        data = mutated(whole, seed)
        if "\\u202e" in json.dumps(data) or "\\ud800" in json.dumps(data):
            continue  # A schema does not know which characters are printable.
        found = field_errors(data)
        if VALIDATOR.is_valid(data):
            assert all(NOT_IN_SCHEMA.search(error) for error in found), (seed, found)
        else:
            refused += 1
            assert found, seed
    assert refused > 50


def _names(schema: Any) -> set[str]:
    """The names of all fields in a schema."""
    if isinstance(schema, list):
        return {name for inner in schema for name in _names(inner)}
    if not isinstance(schema, dict):
        return set()
    own = schema.get("properties", {})
    return set(own) | {name for inner in schema.values() for name in _names(inner)}


def test_every_field_is_documented() -> None:
    documented = set(re.findall("`([a-z0-9_]+)`", DOCUMENT.read_text("utf-8")))
    names = _names(board_schema())
    assert {"points_by_end", "cards_to_double", "double_with"} <= names
    assert names <= documented
