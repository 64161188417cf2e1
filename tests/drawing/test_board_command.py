"""The commands `python -m companion board check` and `board draw`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.drawing.svg import board_svg
from companion.rules.boards import bundled_boards
from tests.drawing.boards import finished_drawing
from tests.support.board_files import documented_example, read_imported_board

EXAMPLE = documented_example()


@pytest.fixture
def example(tmp_path: Path) -> Path:
    file = tmp_path / "example.json"
    file.write_text(EXAMPLE, encoding="utf-8")
    return file


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    data = json.loads(EXAMPLE)
    data["routes"][0]["length"] = 0
    data["tickets"][1]["points"] = "many"
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    return file


def test_check_of_a_right_file(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "check", str(example)]) == 0
    summary = "small-island: Small Island, 7 routes with 16 train spaces, 3 tickets"
    assert capsys.readouterr() == (f"{example}: fine\n{summary}\n", "")


def test_check_lists_all_errors_and_all_files(
    example: Path, wrong: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["board", "check", str(wrong), str(example)]) == 1
    out, err = capsys.readouterr()
    assert out.startswith(f"{example}: fine\n")
    assert err.splitlines() == [
        f"{wrong}: route “harbour--hill”: “length” should be a whole number from 1 to 99, not 0",
        f"{wrong}: ticket “abbey--hill”: “points” should be a whole number from 1 to 50,"
        " not “many”",
    ]


@pytest.mark.parametrize("command", ["check", "draw"])
def test_file_that_cannot_be_read(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", command, "missing.json"]) == 2
    assert capsys.readouterr().err.startswith("missing.json: cannot be read")


@pytest.mark.parametrize("command", ["check", "draw"])
@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ('{"format": "railkeeper/1"}', "this is a game file: use “check” or “draw” without"),
        ('{"format": "railkeeper-board/99"}', "was made with a newer version of Railkeeper"),
        ("{", "not JSON: line 1"),
    ],
)
def test_file_that_is_no_board_file_of_this_version(
    command: str, content: str, problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file.json"
    file.write_text(content)
    assert main(["board", command, str(file)]) == 2
    assert problem in capsys.readouterr().err


def test_draw_writes_the_board(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = example.with_suffix(".svg")
    assert main(["board", "draw", str(example), "-o", str(target)]) == 0
    board = read_imported_board(EXAMPLE.encode(), bundled_boards())
    svg = board_svg(board, drawing=finished_drawing(board))
    assert svg != board_svg(board)
    assert target.read_text("ascii") == svg
    assert capsys.readouterr() == ("", "")
    assert main(["board", "draw", str(example)]) == 0
    assert capsys.readouterr().out == svg


def test_draw_reports_the_first_error(wrong: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "draw", str(wrong), "-o", str(wrong.with_suffix(".svg"))]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"{wrong}: route “harbour--hill”")
    assert not wrong.with_suffix(".svg").exists()


def test_board_needs_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board"]) == 2
    assert "usage" in capsys.readouterr().err
