"""The command `python -m companion draw`."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.__main__ import main
from companion.drawing.palette import DARK
from companion.drawing.svg import board_svg
from companion.rules.boards import bundled_boards
from companion.rules.record import read_record

GAME = Path(__file__).parents[1] / "games" / "europe-full.json"
EUROPE = bundled_boards()["europe"]


def test_board_is_written_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "board.svg"
    assert main(["draw", "europe", "-o", str(file)]) == 0
    assert file.read_text("ascii") == board_svg(EUROPE)
    assert capsys.readouterr() == ("", "")


def test_game_is_written_to_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", str(GAME)]) == 0
    state = read_record(GAME.read_text("utf-8"), bundled_boards()).game.state
    assert capsys.readouterr().out == board_svg(EUROPE, state)


def test_dark_theme(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "--dark", "europe"]) == 0
    assert capsys.readouterr().out == board_svg(EUROPE, palette=DARK)


def test_neither_board_nor_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "atlantis"]) == 2
    assert capsys.readouterr() == ("", "atlantis: neither a board's id nor a file.\n")


def test_file_that_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_text("no record")
    assert main(["draw", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{file}: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (".", "it is a folder, not a file"),
        ("missing/board.svg", "the folder does not exist"),
        ("x" * 300, "the name of the file is too long"),
    ],
)
def test_output_that_cannot_be_written(
    name: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["draw", "europe", "-o", str(tmp_path / name)]) == 2
    err = capsys.readouterr().err
    assert err == f"{tmp_path / name}: Not saved: {reason}.\n"


def test_source_longer_than_a_path_can_be(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "x" * 5000]) == 2
    assert capsys.readouterr().err.endswith("neither a board's id nor a file.\n")
