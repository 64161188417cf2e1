"""Finishing, reopening, removing and restoring a game: each is done or not done."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.rules.errors import Refused
from companion.store.errors import NotSaved
from companion.store.record_header import record_text
from companion.store.saved_game import SavedGame
from companion.store.store import Store
from tests.support.disks import full_disk, without_rights
from tests.support.saved_games import FIRST, SECOND, FakeClock, finish, notices, play, records
from tests.support.stores import open_store, saved_games

NOW = FakeClock()()


def lists_with(store: Store, saved: SavedGame) -> list[str]:
    """The lists that show a game, which must not be both."""
    in_progress = {game.id for game in store.games.in_progress()}
    finished = {game.id for game in store.games.finished()}
    lists = (("in progress", in_progress), ("finished", finished))
    return [name for name, ids in lists if saved.id in ids]


def test_finish_killed_before_the_move_is_done(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    done = replace(saved, finished=NOW)
    (tmp_path / "in_progress" / f"{saved.id}.json").write_text(record_text(done))
    with open_store(tmp_path) as store:
        assert lists_with(store, saved) == ["finished"]
        assert records(store.games.open(saved.id)) == records(done)
        saved = store.games.save(store.games.open(saved.id), done.game.record(SECOND))
    with open_store(tmp_path) as store:
        assert lists_with(store, saved) == ["finished"]
        assert store.games.open(saved.id).game.events == (FIRST, SECOND)


def test_start_moves_a_finished_game_to_its_folder(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
    name = f"{saved.id}.json"
    (tmp_path / "in_progress" / name).write_text(record_text(replace(saved, finished=NOW)))
    open_store(tmp_path).close()
    assert (tmp_path / "finished" / name).exists()
    assert (tmp_path / "finished" / f"{name}.before").exists()
    assert not list((tmp_path / "in_progress").iterdir())


def test_reopening_killed_after_the_move_is_not_done(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = store.games.finish(play(store, FIRST))
    name = f"{saved.id}.json"
    (tmp_path / "finished" / name).rename(tmp_path / "in_progress" / name)
    with open_store(tmp_path) as store:
        assert lists_with(store, saved) == ["finished"]
        assert records(store.games.open(saved.id)) == records(saved)


@pytest.mark.parametrize(
    ("source", "target"), [("in_progress", "finished"), ("finished", "in_progress")]
)
def test_copy_moved_without_its_file_is_not_a_second_game(
    tmp_path: Path, source: str, target: str
) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
        if source == "finished":
            saved = store.games.finish(saved)
    copy = tmp_path / source / f"{saved.id}.json.before"
    copy.rename(tmp_path / target / copy.name)
    for _ in range(2):
        with open_store(tmp_path) as store:
            assert lists_with(store, saved) == [source.replace("_", " ")]
            assert notices(store) == []


def test_removal_killed_before_the_file_moved_is_not_done(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
    copy = tmp_path / "in_progress" / f"{saved.id}.json.before"
    copy.rename(tmp_path / "removed" / copy.name)
    with open_store(tmp_path) as store:
        assert records(*saved_games(store)) == records(saved)


@pytest.mark.parametrize("folder", ["in_progress", "finished"])
def test_restoring_killed_before_the_file_moved_is_not_done(tmp_path: Path, folder: str) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
        if folder == "finished":
            saved = store.games.finish(saved)
    path = tmp_path / folder / f"{saved.id}.json"
    path.rename(tmp_path / "removed" / path.name)
    for _ in range(2):
        with open_store(tmp_path) as store:
            assert lists_with(store, saved) == []


def test_reopening_on_a_full_disk_leaves_the_game_finished(tmp_path: Path) -> None:
    with full_disk(tmp_path, 300) as disk:
        with open_store(disk.folder) as store:
            saved = store.games.finish(play(store, FIRST))
            with disk.full(), pytest.raises(NotSaved):
                store.games.reopen(saved)
            assert lists_with(store, saved) == ["finished"]
        with open_store(disk.folder) as store:
            assert lists_with(store, saved) == ["finished"]
            assert records(store.games.open(saved.id)) == records(saved)


def test_correction_on_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    with full_disk(tmp_path, 300) as disk:
        with open_store(disk.folder) as store:
            saved = store.games.finish(play(store, FIRST))
            before = store.games.finished()
            with disk.full(), pytest.raises(NotSaved):
                store.games.save(saved, saved.game.record(SECOND))
            assert store.games.finished() == before
        with open_store(disk.folder) as store:
            assert store.games.finished() == before
            assert store.games.open(saved.id).game.events == (FIRST,)


def test_refused_removal_leaves_the_game_listed(shared_folder: Path) -> None:
    with open_store(shared_folder) as store:
        game = finish(store)
        with without_rights(shared_folder), pytest.raises(NotSaved):
            store.games.remove(game.id)
        assert store.games.finished() == [game]
        assert store.games.removed_finished() == []
    with open_store(shared_folder) as store:
        assert store.games.finished() == [game]


def test_finished_game_that_cannot_be_moved_is_listed_as_finished(shared_folder: Path) -> None:
    with open_store(shared_folder) as store:
        game = finish(store)
    name = f"{game.id}.json"
    (shared_folder / "finished" / name).rename(shared_folder / "in_progress" / name)
    with without_rights(shared_folder), open_store(shared_folder) as store:
        assert store.games.finished() == [game]
        assert store.games.open(game.id).id == game.id
        assert store.games.in_progress() == []


def test_refused_reopening_of_a_game_restored_from_its_copy_changes_nothing(
    shared_folder: Path,
) -> None:
    with open_store(shared_folder) as store:
        game = finish(store, FIRST, SECOND)
    path = shared_folder / "finished" / f"{game.id}.json"
    # As after a repair: the content is that of the backup copy.
    path.write_bytes(path.with_name(f"{path.name}.before").read_bytes())
    before = path.read_bytes()
    with open_store(shared_folder) as store, without_rights(shared_folder):
        with pytest.raises(NotSaved):
            store.games.reopen(store.games.open(game.id))
        assert [game.id for game in store.games.finished()] == [game.id]
        assert store.games.in_progress() == []
    assert path.read_bytes() == before


def test_folder_that_cannot_be_synced_refuses_no_entry(shared_folder: Path) -> None:
    with open_store(shared_folder) as store:
        saved = play(store, FIRST)
        # Files can be written and renamed, but the folder itself cannot be opened.
        with without_rights(shared_folder, files=0o666, folders=0o333):
            later = store.games.save(saved, saved.game.record(SECOND))
        assert records(store.games.open(saved.id)) == records(later)


def test_game_cannot_be_finished_twice(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
        store.games.finish(saved)
        with pytest.raises(Refused, match="already exists"):
            store.games.finish(saved)
        assert lists_with(store, saved) == ["finished"]
