"""Damage: every file cut off and scribbled over, byte by byte, and nothing silently empty."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.store import BeyondRepair, Settings, Shelf
from companion.store.files import copy_of
from tests.store.evening import (
    AFRICA,
    FIRST,
    SECOND,
    SUDAN,
    everything,
    finished,
    noted,
    played,
    told,
)

FILES = {"settings.json": 1, "learned.json": 1, "games/*.json": 5}
"""The files, with how many bytes lie between two places that get damaged."""


def cut(content: bytes, at: int) -> bytes:
    return content[:at]


def scribble(content: bytes, at: int) -> bytes:
    return content[:at] + b"\xff" + content[at + 1 :]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a little of everything; each file was written twice, so each has a copy."""
    folder = tmp_path_factory.mktemp("kept")
    with Shelf.open(folder) as shelf:
        shelf.settings.change(language="de")
        shelf.settings.change(theme="dark")
        finished(shelf)
        finished(shelf, SECOND)
        shelf.learned.remember_ticket(AFRICA, SUDAN)
        played(shelf, FIRST, SECOND)
        shelf.learned.forget_player("Peter")
    return folder


def summary(shelf: Shelf) -> dict[str, object]:
    return {
        "settings.json": shelf.settings.read(),
        "learned.json": (shelf.learned.players(), shelf.learned.tickets(AFRICA)),
        "games/*.json": noted(*shelf.games.all()),
    }


def before_last_change(shelf: Shelf, file: str) -> bool:
    """Whether a file's content is that of its copy."""
    match file:
        case "settings.json":
            return shelf.settings.read() == Settings(language="de")
        case "learned.json":
            return {player.name for player in shelf.learned.players()} == {"Ana", "Peter"}
        case _:
            return [game.game.events for game in shelf.games.all()] == [(FIRST,)]


@pytest.mark.parametrize("damage", [cut, scribble])
@pytest.mark.parametrize("file", FILES)
def test_a_file_damaged_at_any_byte_is_moved_aside_and_its_copy_used(
    tmp_path: Path, kept: Path, file: str, damage: Callable[[bytes, int], bytes]
) -> None:
    folder = tmp_path / "shelf"
    shutil.copytree(kept, folder)
    with Shelf.open(folder) as shelf:
        whole = summary(shelf)
    path = next(folder.glob(file))
    content, copy = path.read_bytes(), path.with_name(path.name + ".before").read_bytes()
    # Only the line's end can go without harm.
    for at in range(0, len(content) - 1, FILES[file]):
        path.write_bytes(damage(content, at))
        path.with_name(path.name + ".before").write_bytes(copy)
        with Shelf.open(folder) as shelf:
            now = summary(shelf)
            assert before_last_change(shelf, file)
            assert "could not be read; its copy from before the last change is used" in str(
                shelf.notices[0]
            )
        assert {name: now[name] for name in FILES if name != file} == {
            name: whole[name] for name in FILES if name != file
        }
        aside = list(path.parent.glob("damaged/*"))
        assert [each.read_bytes() for each in aside] == [damage(content, at)]
        assert aside[0].name in str(shelf.notices[0])
        aside[0].unlink()


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("damage", [cut, scribble])
def test_a_file_damaged_like_its_copy_is_told_and_the_rest_works(
    tmp_path: Path, kept: Path, file: str, damage: Callable[[bytes, int], bytes]
) -> None:
    for at in (0, 1, 20, 60):
        folder = tmp_path / str(at)
        shutil.copytree(kept, folder)
        path = next(folder.glob(file))
        remains = []
        for each in (path, path.with_name(path.name + ".before")):
            each.write_bytes(damage(each.read_bytes(), at))
            remains.append(each.read_bytes())
        with Shelf.open(folder) as shelf:
            waiting = len(shelf.games.waiting())
            assert "could not be read, and there is no good copy of it." in str(shelf.notices[0])
            played(shelf, FIRST)
            finished(shelf)
            shelf.settings.change(theme="light")
            assert len(shelf.history.all()) == 3
            assert len(shelf.games.waiting()) == waiting + 1
            if path.parent != folder:
                # A game stays where it is: something may still be made of it.
                (lost,) = shelf.games.unreadable()
                assert (lost.file, shelf.games.content(lost.id)) == (path.name, remains[0])
                assert not list(path.parent.glob("damaged/*"))
                continue
        assert sorted(each.read_bytes() for each in path.parent.glob("damaged/*")) == sorted(
            remains
        )


def test_a_damaged_file_is_kept_under_a_name_that_says_when(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_bytes(b"half a fi")
    Shelf.open(tmp_path).close()
    (aside,) = (tmp_path / "damaged").iterdir()
    assert re.fullmatch(r"settings-\d{4}-\d\d-\d\d-\d{6}-\d{6}\.json", aside.name)
    assert aside.read_bytes() == b"half a fi"


def test_a_damaged_game_makes_way_even_where_its_folder_cannot_be_made(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        kept = played(shelf, FIRST, SECOND)
    path = tmp_path / "games" / f"{kept.id}.json"
    path.write_text("half a fi")
    (tmp_path / "games" / "damaged").write_text("no folder")
    with Shelf.open(tmp_path) as shelf:
        again = shelf.games.open(kept.id)
        assert again.game.events == (FIRST,)
        # Whatever cuts the next write short, a good file is there or a good copy of it.
        assert path.exists()
        assert not copy_of(path).exists()
        (aside,) = path.parent.glob("*.damaged")
        assert aside.read_text() == "half a fi"
        shelf.games.save(again, again.game.record(SECOND))
    with Shelf.open(tmp_path) as shelf:
        assert [game.id for game in shelf.games.waiting()] == [kept.id]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "\0" * 100,
        "null",
        "[]",
        "{}",
        '{"format": null}',
        '{"format": "railkeeper-settings/1", "settings": 5}',
        '{"format": "railkeeper-settings/1", "settings": {"one": {}}}',
        '{"format": "railkeeper-settings/1", "settings": {"1": []}}',
        '{"format": "railkeeper-settings/0"}',
        '{"format": "railkeeper-settings/-1"}',
        '{"format": "railkeeper-settings/٣"}',
        '{"format": "railkeeper-history/1"}',
        "[" * 100_000,
        "9" * 10_000,
    ],
)
def test_what_is_not_the_file_it_should_be_counts_as_damaged(tmp_path: Path, content: str) -> None:
    (tmp_path / "settings.json").write_text(content, encoding="utf-8")
    with Shelf.open(tmp_path) as shelf:
        assert "The file of the settings could not be read" in told(shelf)[0]
        assert shelf.settings.read() == Settings()
        shelf.settings.change(theme="dark")
    with Shelf.open(tmp_path) as shelf:
        assert told(shelf) == []
        assert shelf.settings.read() == Settings(theme="dark")


def test_a_damaged_past_game_opens_as_its_copy(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        past = finished(shelf, FIRST, SECOND)
        (tmp_path / "history" / f"{past.id}.json").write_bytes(b"")
        assert shelf.history.open(past.id).game.events == (FIRST, SECOND)
        assert len(told(shelf)) == 1


def test_the_result_of_a_past_game_stays_listed_when_its_record_is_lost(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        past = finished(shelf)
        for path in (tmp_path / "history").iterdir():
            path.write_bytes(b"")
        with pytest.raises(BeyondRepair, match="no good copy"):
            shelf.history.open(past.id)
        assert shelf.history.all() == [past]
        shelf.history.remove(past.id)
        assert shelf.history.bring_back(past.id) == past
    with Shelf.open(tmp_path) as shelf:
        assert shelf.history.all() == [past]


def test_a_missing_list_is_taken_from_its_copy(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        shelf.settings.change(theme="dark")
        shelf.settings.change(language="de")
    (tmp_path / "settings.json").unlink()
    with Shelf.open(tmp_path) as shelf:
        assert shelf.settings.read() == Settings(theme="dark")
        assert len(told(shelf)) == 1


def test_files_that_are_not_ours_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "shopping.json").write_text("milk")
    (tmp_path / "games" / "notes.txt").write_text("bread")
    before = everything(tmp_path)
    with Shelf.open(tmp_path) as shelf:
        assert (shelf.games.all(), told(shelf)) == ([], [])
    assert everything(tmp_path) == before


def test_what_a_kill_left_half_written_is_swept_away(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        kept = played(shelf, FIRST)
    half = tmp_path / "games" / f"{kept.id}.json.new"
    half.write_text('{"format": "railk')
    with Shelf.open(tmp_path) as shelf:
        assert noted(*shelf.games.all()) == noted(kept)
        assert told(shelf) == []
    assert not half.exists()
