"""Every file truncated and overwritten at every byte: the backup copy is used."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.store.errors import BeyondRepair
from companion.store.files import backup_path
from companion.store.settings import Settings
from companion.store.store import Store
from tests.support.saved_games import (
    AFRICA,
    FIRST,
    SECOND,
    SUDAN,
    files_in,
    finish,
    notices,
    play,
    records,
)
from tests.support.stores import open_store, saved_games

FILES = {"settings.json": 3, "learned.json": 11, "in_progress/*.json": 23}
"""The files, with the distance in bytes between two damaged positions."""


def truncate(content: bytes, at: int) -> bytes:
    return content[:at]


def overwrite(content: bytes, at: int) -> bytes:
    return content[:at] + b"\xff" + content[at + 1 :]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store in which every file has a backup copy."""
    folder = tmp_path_factory.mktemp("data")
    with open_store(folder) as store:
        store.settings.change(language="de")
        store.settings.change(theme="dark")
        finish(store)
        finish(store, SECOND)
        store.learned.remember_ticket(AFRICA, SUDAN)
        play(store, FIRST, SECOND)
        store.learned.forget_ticket(AFRICA, SUDAN)
    return folder


def content(store: Store) -> dict[str, object]:
    return {
        "settings.json": store.settings.read(),
        "learned.json": (store.learned.players(), store.learned.tickets(AFRICA)),
        "in_progress/*.json": records(*saved_games(store)),
    }


def before_last_change(store: Store, file: str) -> bool:
    """Whether a file has the content of its backup copy."""
    match file:
        case "settings.json":
            return store.settings.read() == Settings(language="de")
        case "learned.json":
            return store.learned.tickets(AFRICA) == [SUDAN]
        case _:
            return [game.game.events for game in saved_games(store)] == [(FIRST,)]


@pytest.mark.parametrize("damage", [truncate, overwrite])
@pytest.mark.parametrize("file", FILES)
def test_damaged_file_is_moved_aside_and_its_copy_used(
    tmp_path: Path, saved: Path, file: str, damage: Callable[[bytes, int], bytes]
) -> None:
    folder = tmp_path / "data"
    shutil.copytree(saved, folder)
    with open_store(folder) as store:
        whole = content(store)
    path = next(folder.glob(file))
    good, copy = path.read_bytes(), backup_path(path).read_bytes()
    # The last byte is the end of the line, which may be missing.
    for at in range(0, len(good) - 1, FILES[file]):
        path.write_bytes(damage(good, at))
        backup_path(path).write_bytes(copy)
        with open_store(folder) as store:
            now = content(store)
            assert before_last_change(store, file)
            assert "could not be read; its copy from before the last change is used" in str(
                store.notices[0]
            )
        assert {name: now[name] for name in FILES if name != file} == {
            name: whole[name] for name in FILES if name != file
        }
        aside = list(path.parent.glob("damaged/*"))
        assert [each.read_bytes() for each in aside] == [damage(good, at)]
        assert aside[0].name in str(store.notices[0])
        aside[0].unlink()


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("damage", [truncate, overwrite])
def test_damaged_file_with_a_damaged_copy_becomes_a_notice(
    tmp_path: Path, saved: Path, file: str, damage: Callable[[bytes, int], bytes]
) -> None:
    for at in (0, 1, 20, 60):
        folder = tmp_path / str(at)
        shutil.copytree(saved, folder)
        path = next(folder.glob(file))
        remains = []
        for each in (path, backup_path(path)):
            each.write_bytes(damage(each.read_bytes(), at))
            remains.append(each.read_bytes())
        with open_store(folder) as store:
            count = len(store.games.in_progress())
            assert "could not be read, and there is no usable copy." in str(store.notices[0])
            play(store, FIRST)
            finish(store)
            store.settings.change(theme="light")
            assert len(store.games.finished()) == 3
            assert len(store.games.in_progress()) == count + 1
            if path.parent != folder:
                # A record stays where it is, for a manual repair.
                (lost,) = store.games.unreadable_in_progress()
                assert (lost.file, store.games.content(lost.id)) == (path.name, remains[0])
                assert not list(path.parent.glob("damaged/*"))
                continue
        assert sorted(each.read_bytes() for each in path.parent.glob("damaged/*")) == sorted(
            remains
        )


def test_damaged_file_is_moved_to_a_name_with_the_time(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_bytes(b"half a fi")
    open_store(tmp_path).close()
    (aside,) = (tmp_path / "damaged").iterdir()
    assert re.fullmatch(r"settings-\d{4}-\d\d-\d\d-\d{6}-\d{6}\.json", aside.name)
    assert aside.read_bytes() == b"half a fi"


def test_damaged_game_is_renamed_if_the_folder_for_damaged_files_cannot_be_made(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
    path = tmp_path / "in_progress" / f"{saved.id}.json"
    path.write_text("half a fi")
    (tmp_path / "in_progress" / "damaged").write_text("no folder")
    with open_store(tmp_path) as store:
        again = store.games.open(saved.id)
        assert again.game.events == (FIRST,)
        # A kill during the next write leaves a good file or a good copy.
        assert path.exists()
        assert not backup_path(path).exists()
        (aside,) = path.parent.glob("*.damaged")
        assert aside.read_text() == "half a fi"
        store.games.save(again, again.game.record(SECOND))
    with open_store(tmp_path) as store:
        assert [game.id for game in store.games.in_progress()] == [saved.id]


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
        '{"format": "railkeeper-learned/1"}',
        "[" * 100_000,
        "9" * 10_000,
    ],
)
def test_database_of_a_wrong_form_counts_as_damaged(tmp_path: Path, content: str) -> None:
    (tmp_path / "settings.json").write_text(content, encoding="utf-8")
    with open_store(tmp_path) as store:
        assert "The settings file could not be read" in notices(store)[0]
        assert store.settings.read() == Settings()
        store.settings.change(theme="dark")
    with open_store(tmp_path) as store:
        assert notices(store) == []
        assert store.settings.read() == Settings(theme="dark")


def test_damaged_finished_game_opens_from_its_copy(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        game = finish(store, FIRST, SECOND)
        (tmp_path / "finished" / f"{game.id}.json").write_bytes(b"")
        assert store.games.open(game.id).game.events == (FIRST, SECOND)
        assert len(notices(store)) == 1


def test_finished_game_beyond_repair_is_listed_as_unreadable(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        game = finish(store)
        for path in (tmp_path / "finished").iterdir():
            path.write_bytes(b"")
    with open_store(tmp_path) as store:
        with pytest.raises(BeyondRepair, match="no usable copy"):
            store.games.open(game.id)
        assert store.games.finished() == []
        assert [each.id for each in store.games.unreadable_finished()] == [game.id]


def test_missing_file_is_restored_from_its_copy(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.settings.change(theme="dark")
        store.settings.change(language="de")
    (tmp_path / "settings.json").unlink()
    with open_store(tmp_path) as store:
        assert store.settings.read() == Settings(theme="dark")
        assert len(notices(store)) == 1


def test_foreign_files_are_ignored(tmp_path: Path) -> None:
    (tmp_path / "in_progress").mkdir()
    (tmp_path / "in_progress" / "shopping.json").write_text("milk")
    (tmp_path / "in_progress" / "notes.txt").write_text("bread")
    before = files_in(tmp_path)
    with open_store(tmp_path) as store:
        assert (saved_games(store), notices(store)) == ([], [])
    assert files_in(tmp_path) == before


def test_temporary_files_of_a_killed_process_are_deleted(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    half = tmp_path / "in_progress" / f"{saved.id}.json.new"
    half.write_text('{"format": "railk')
    with open_store(tmp_path) as store:
        assert records(*saved_games(store)) == records(saved)
        assert notices(store) == []
    assert not half.exists()
