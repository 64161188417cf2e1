"""Writes `data/board.schema.json` from the description of board files; `make schema` runs it."""

from __future__ import annotations

import json
from pathlib import Path

from companion.drawing.drawing_data import DRAWING_FIELDS
from companion.rules.board_file import IMPORTED_BOARD
from companion.rules.json_reader import Fields, nested, object_schema, optional

SCHEMA = Path(__file__).resolve().parents[1] / "data" / "board.schema.json"

BOARD_FILE: Fields = {**IMPORTED_BOARD, "drawing": optional(nested(DRAWING_FIELDS))}
"""All fields of a board file, including those that only drawing reads."""


def board_schema() -> dict[str, object]:
    """The JSON Schema of a board file that does not come with the app."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A board file of Railkeeper",
        **object_schema(BOARD_FILE),
    }


def schema_text() -> str:
    """The content of the schema file."""
    return json.dumps(board_schema(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    SCHEMA.write_text(schema_text(), encoding="utf-8")
