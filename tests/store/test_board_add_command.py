"""The commands `python -m companion board add` and `boards`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.__main__ import main
from tests.support.board_files import small_island, write_board
from tests.support.map_files import three_bays
from tests.support.stores import open_store

SUMMARY = "small-island: Small Island, 7 routes with 16 train spaces, 3 tickets"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder."""
    folder = tmp_path / "data"
    monkeypatch.setenv("RAILKEEPER_FOLDER", str(folder))
    return folder


def test_board_is_added_with_a_drawing_and_listed(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write_board(tmp_path, small_island())
    for outcome in ("added", "already here"):
        assert main(["board", "add", str(file)]) == 0
        assert capsys.readouterr() == (f"{file}: {outcome}\n{SUMMARY}\n", "")
    with open_store(data) as store:
        assert "routes" in dict(store.boards["small-island"].source or {})["drawing"]
    assert main(["boards"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"{SUMMARY}, imported"
    write_board(tmp_path, small_island(bgg_id=1))
    assert main(["board", "add", str(file)]) == 0
    assert capsys.readouterr().out.startswith(f"{file}: replaced\n")
    assert main(["draw", "small-island"]) == 0
    assert capsys.readouterr().out.startswith("<svg")


def test_file_of_the_map_editor_is_added_with_the_rules_it_does_not_say(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bays.json"
    file.write_text(json.dumps(three_bays()), encoding="utf-8")
    assert main(["board", "check", str(file)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{file}: fine",
        "three-bays: Three Bays, 3 routes with 12 train spaces, 2 tickets",
        *(
            f"  {rule} (As in the standard game: the file does not say it)"
            for rule in (
                "Points by length: 2:\u00a02, 3:\u00a04, 4:\u00a07",
                "Longest route: 10 points",
                "Tickets: Later: draw 3 tickets, keep 1 or more",
                "If there is a tie: most completed tickets, the longest route",
            )
        ),
    ]
    for outcome in ("added", "already here"):
        assert main(["board", "add", str(file)]) == 0
        assert capsys.readouterr().out.startswith(f"{file}: {outcome}\nthree-bays: Three Bays, ")
    with open_store(data) as store:
        assert dict(store.boards["three-bays"].source or {})["format"] == "railkeeper-board/1"
    assert main(["board", "draw", str(file)]) == 0
    assert capsys.readouterr().out.startswith("<svg")


def test_all_errors_are_reported_and_nothing_is_written(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write_board(tmp_path, small_island(aspect=40, players=2))
    assert main(["board", "add", str(file)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 2
    assert main(["board", "add", "missing.json"]) == 2
    assert not data.exists()


def test_boards_lists_the_others_if_one_is_damaged(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (data / "boards").mkdir(parents=True)
    for name, content in (("broken", "{"), ("small-island", json.dumps(small_island()))):
        (data / "boards" / f"{name}.json").write_text(content)
    assert main(["boards"]) == 2
    out, err = capsys.readouterr()
    assert out.splitlines()[-1] == f"{SUMMARY}, imported"
    assert err == "The imported board “broken” is damaged. Import it again.\n"


def test_app_that_is_open_is_named(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write_board(tmp_path, small_island())
    with open_store(data):
        assert main(["board", "add", str(file)]) == 2
    expected = "Railkeeper is already running. Close the other window first."
    assert capsys.readouterr().err == f"{file}: {expected}\n"
