"""Drawing data: what files may contain, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.drawing.auto_layout import draw_board
from companion.drawing.drawing_data import (
    DrawingData,
    drawing_for,
    drawing_problems,
    drawing_to_json,
    read_drawing,
)
from companion.rules.board import Board
from companion.rules.boards import bundled_boards
from companion.rules.errors import Malformed
from companion.store.importing import Importer
from tests.support.board_files import read_imported_board, small_island, write_board
from tests.support.stores import open_store

WRONG = {"routes": {"hill--lake": {"bend": [99, 0], "curve": 1}}, "water": [[[0, 0]]]}
ERRORS = [
    "the drawing: “routes”, route “hill--lake”: “bend” should be two numbers from -50.0 to 50.0",
    "the drawing: “routes”, route “hill--lake”: unknown field “curve”",
    "the drawing: “water” should have at most 60 outlines, each of 3 to 500 points",
]


def island(drawing: object) -> Board:
    content = json.dumps(small_island(drawing=drawing)).encode()
    return read_imported_board(content, bundled_boards())


@pytest.mark.parametrize("drawing", [drawing_for(bundled_boards()["usa"]), DrawingData()])
def test_drawing_data_is_written_and_read(drawing: DrawingData) -> None:
    assert read_drawing(json.loads(json.dumps(drawing_to_json(drawing)))) == drawing


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        '{"routes": []}',
        '{"routes": {}, "other": 1}',
        '{"routes": {"a": {"bend": [1]}}}',
        '{"routes": {"a": {"bend": [1, "2"]}}}',
        '{"routes": {"a": {"bend": [1, NaN]}}}',
        '{"routes": {"a": {"bend": [1, 1e300]}}}',
        '{"routes": {"a": {"curve": [1, 2]}}}',
        '{"routes": {}, "land": {}}',
        '{"routes": {}, "land": [[[1, 2, 3]]]}',
    ],
)
def test_what_is_no_drawing_data_is_not_read(text: str) -> None:
    with pytest.raises(Malformed, match="the drawing"):
        read_drawing(json.loads(text))


def test_every_error_of_a_drawing_is_named() -> None:
    assert [str(each) for each in drawing_problems(island(WRONG))] == ERRORS
    (unknown,) = drawing_problems(island({"routes": {"hill--atlantis": {}}}))
    assert str(unknown) == "the drawing: unknown route “hill--atlantis”"
    assert drawing_problems(island({"land": [[[0, 0], [1, 0], [1, 1]]]})) == []


def test_board_with_a_wrong_drawing_is_drawn_without_it() -> None:
    assert drawing_for(island(WRONG)) == DrawingData()


def test_check_command_lists_errors_of_the_drawing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write_board(tmp_path, small_island(drawing=WRONG))
    assert main(["board", "check", str(file)]) == 1
    out, err = capsys.readouterr()
    assert (out, err.splitlines()) == ("", [f"{file}: {error}" for error in ERRORS])


def test_import_refuses_a_wrong_drawing(tmp_path: Path) -> None:
    file = write_board(tmp_path, small_island(drawing=WRONG))
    with open_store(tmp_path / "data") as store:
        importer = Importer(store, drawing_problems, draw_board)
        preview = importer.preview(file)
        (board,) = preview.boards
        assert (board.status, list(map(str, board.problems))) == ("broken", ERRORS)
        assert not importer.run(preview).counts.boards
