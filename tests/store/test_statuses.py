"""The status of a game is in the name of its file: finish, reopen, remove, restore."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.rules.errors import Refused
from companion.store.archive import write_archive
from companion.store.errors import NotSaved
from companion.store.games import record_content
from companion.store.importing import Importer
from companion.store.saved_game import SavedGame
from companion.store.store import Store
from tests.support.disks import full_disk, without_rights
from tests.support.saved_games import (
    FIRST,
    SECOND,
    FakeClock,
    files_in,
    finish,
    notices,
    play,
    records,
)
from tests.support.stores import copy_of, edit, open_store

NAMES = {"in progress": ".json", "finished": ".finished.json"}


def lists_with(store: Store, saved: SavedGame) -> list[str]:
    """The lists that show a game, which must not be both."""
    in_progress = {game.id for game in store.games.in_progress()}
    finished = {game.id for game in store.games.finished()}
    lists = (("in progress", in_progress), ("finished", finished))
    return [name for name, ids in lists if saved.id in ids]


def with_status(store: Store, status: str) -> SavedGame:
    """A game with two entries."""
    saved = play(store, FIRST, SECOND)
    return store.games.finish(saved) if status == "finished" else saved


def file(folder: Path, saved: SavedGame, status: str) -> Path:
    return folder / "games" / f"{saved.id}{NAMES[status]}"


def test_name_alone_decides_the_status(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = with_status(store, "finished")
        assert file(tmp_path, saved, "finished").exists()
    for other, status in (("finished", "in progress"), ("in progress", "finished")):
        file(tmp_path, saved, other).rename(file(tmp_path, saved, status))
        with open_store(tmp_path) as store:
            assert lists_with(store, saved) == [status]
            opened = store.games.open(saved.id)
            assert (opened.finished is not None) == (status == "finished")
            line = write_archive(store).read_text(encoding="utf-8").splitlines()[-1]
            assert ('"finished":' in line) == (status == "finished")
            assert notices(store) == []


def test_finish_killed_before_the_rename_leaves_the_game_in_progress(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = with_status(store, "in progress")
        before = store.games.in_progress()
    done = replace(saved, finished=FakeClock()())
    file(tmp_path, saved, "in progress").write_bytes(record_content(done))
    with open_store(tmp_path) as store:
        assert store.games.in_progress() == before
        assert records(store.games.open(saved.id)) == records(saved)
        store.games.finish(store.games.open(saved.id))
        assert lists_with(store, saved) == ["finished"]


@pytest.mark.parametrize("status", NAMES)
def test_damaged_record_keeps_its_status(tmp_path: Path, status: str) -> None:
    with open_store(tmp_path) as store:
        saved = with_status(store, status)
    file(tmp_path, saved, status).write_bytes(b"half")
    with open_store(tmp_path) as store:
        assert lists_with(store, saved) == [status]
        assert store.games.open(saved.id).game.events[:1] == (FIRST,)
        assert file(tmp_path, saved, status).exists()


def test_copy_alone_counts_as_a_game_in_progress(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = with_status(store, "finished")
    file(tmp_path, saved, "finished").unlink()
    with open_store(tmp_path) as store:
        assert lists_with(store, saved) == ["in progress"]
        assert "copy from before the last change is used" in notices(store)[0]


def test_of_two_files_the_one_changed_last_counts_and_the_other_is_kept(tmp_path: Path) -> None:
    for latest, older in (("in progress", "finished"), ("finished", "in progress")):
        folder = tmp_path / latest
        with open_store(folder) as store:
            saved = with_status(store, latest)
        stray = file(folder, saved, older)
        stray.write_bytes(b"older")
        os.utime(stray, (1, 1))
        with open_store(folder) as store:
            assert lists_with(store, saved) == [latest]
            assert records(store.games.open(saved.id)) == records(saved)
        assert [path.read_bytes() for path in (folder / "games" / "aside").iterdir()] == [b"older"]


@pytest.mark.parametrize("status", NAMES)
def test_removed_game_is_restored_to_its_status_or_deleted_at_the_next_start(
    tmp_path: Path, status: str
) -> None:
    with open_store(tmp_path) as store:
        saved = with_status(store, status)
        store.games.remove(saved.id)
        assert file(tmp_path, saved, status).with_suffix(".json.removed").exists()
        assert lists_with(store, saved) == []
        store.games.restore(saved.id)
        assert lists_with(store, saved) == [status]
        store.games.remove(saved.id)
    with open_store(tmp_path) as store:
        assert lists_with(store, saved) == []
    assert not list((tmp_path / "games").iterdir())


@pytest.mark.parametrize("status", NAMES)
def test_removed_game_can_be_imported_again(tmp_path: Path, status: str) -> None:
    archive = tmp_path / "archive.json"
    with open_store(tmp_path / "data") as store:
        saved = with_status(store, status)
        archive.write_bytes(write_archive(store).read_bytes())
        store.games.remove(saved.id)
        preview = Importer(store).preview(archive)
        assert [game.status for game in preview.games].count("new") == 1
        Importer(store).run(preview)
        assert lists_with(store, saved) == [status]
        with pytest.raises(Refused, match="already exists"):
            store.games.restore(saved.id)
        assert (store.games.removed_in_progress(), store.games.removed_finished()) == ([], [])
        store.games.remove(saved.id)
        store.games.restore(saved.id)
    with open_store(tmp_path / "data") as store:
        assert lists_with(store, saved) == [status]


def test_operations_on_a_full_disk_are_done_or_change_nothing(tmp_path: Path) -> None:
    with full_disk(tmp_path, 300) as disk:
        with open_store(disk.folder) as store:
            saved = store.games.finish(play(store, FIRST))
            before = store.games.finished()
            with disk.full(), pytest.raises(NotSaved):
                store.games.save(saved, saved.game.record(SECOND))
            assert store.games.finished() == before
            with disk.full():
                # A rename needs no space.
                reopened = store.games.reopen(saved)
                with pytest.raises(NotSaved):
                    store.games.finish(reopened)
        with open_store(disk.folder) as store:
            assert lists_with(store, saved) == ["in progress"]
            assert store.games.open(saved.id).game.events == (FIRST,)


def test_refused_operations_leave_the_game_as_it_is(shared_folder: Path) -> None:
    with open_store(shared_folder) as store:
        saved = with_status(store, "finished")
        before = files_in(shared_folder)
        with without_rights(shared_folder):
            for attempt in (
                lambda: store.games.remove(saved.id),
                lambda: store.games.reopen(saved),
            ):
                with pytest.raises(NotSaved):
                    attempt()
            assert lists_with(store, saved) == ["finished"]
            assert store.games.removed_finished() == []
    assert files_in(shared_folder) == before


def test_folder_that_cannot_be_synced_refuses_no_entry(shared_folder: Path) -> None:
    with open_store(shared_folder) as store:
        saved = play(store, FIRST)
        # Files can be written and renamed, but the folder itself cannot be opened.
        with without_rights(shared_folder, files=0o666, folders=0o333):
            later = store.games.save(saved, saved.game.record(SECOND))
        assert records(store.games.open(saved.id)) == records(later)


def test_game_cannot_be_finished_twice(store: Store) -> None:
    saved = play(store, FIRST)
    store.games.finish(saved)
    with pytest.raises(Refused, match="already exists"):
        store.games.finish(saved)
    with pytest.raises(Refused):
        store.games.save(saved, saved.game)
    assert lists_with(store, saved) == ["finished"]


def test_list_follows_a_game_restored_from_its_copy(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        game = finish(store, FIRST, SECOND)
    path = tmp_path / "games" / f"{game.id}.finished.json"
    # As after a repair: the copy is from before the game was finished, without results.
    path.write_bytes(copy_of(path).read_bytes())
    with open_store(tmp_path) as store:
        assert store.games.finished() == [game]


HAND_MADE: dict[str, dict[str, Any]] = {
    "a name that is too long": {"players": [{"name": "A" * 61, "color": "blue"}]},
    "a colour of another box": {"players": [{"name": "Ana", "color": "mauve"}]},
    "an entry that breaks a rule": {"events": [{"do": "pass", "player": "Zoe"}]},
    "an unknown entry": {"events": [{"do": "conquer", "player": "Ana"}]},
    "a board nobody knows": {"map": "moon"},
    "a format nobody knows": {"format": "railkeeper/1.1"},
}


@pytest.mark.parametrize("what", HAND_MADE)
def test_game_made_by_hand_is_fully_checked_and_stays(tmp_path: Path, what: str) -> None:
    with open_store(tmp_path) as store:
        saved, other = play(store, FIRST), play(store, SECOND)
    path = file(tmp_path, saved, "in progress")
    copy_of(path).unlink()
    edit(path, lambda value: value.update(HAND_MADE[what]))
    before = files_in(tmp_path)
    for _ in range(2):
        with open_store(tmp_path) as store:
            assert [game.id for game in store.games.in_progress()] == [other.id]
            (left,) = store.games.unreadable_in_progress()
            assert (left.id, left.is_newer) == (saved.id, False)
            assert str(left.problem) == notices(store)[0]
            assert store.games.content(left.id) == path.read_bytes()
        assert files_in(tmp_path) == before


def test_game_made_by_hand_is_read(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
        listed = store.games.in_progress()
    path = file(tmp_path, saved, "in progress")
    edit(path, lambda value: value.update(summary=5, note="by hand"))
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    with open_store(tmp_path) as store:
        assert store.games.in_progress() == listed
        assert store.games.open(saved.id).note == "by hand"
        assert notices(store) == []
