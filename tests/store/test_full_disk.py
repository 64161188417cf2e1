"""A full disk and a read-only folder: saved data stays, and the refusal states the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules.errors import Refused, UnusableFile
from companion.rules.game import Game
from companion.store.archive import write_archive
from companion.store.errors import NotSaved
from companion.store.saved_game import SavedGame
from companion.store.settings import Settings
from companion.store.store import Store
from tests.support.disks import full_disk, without_rights
from tests.support.saved_games import (
    AFRICA,
    FIRST,
    SECOND,
    files_in,
    finish,
    growing_game,
    notices,
    play,
    records,
    setup,
)
from tests.support.stores import open_store, saved_games

pytestmark = pytest.mark.slow


def save_until_refused(
    store: Store, saved: SavedGame, games: list[Game]
) -> tuple[SavedGame, NotSaved | None]:
    for game in games:
        try:
            saved = store.games.save(saved, game)
        except NotSaved as problem:
            return saved, problem
    return saved, None


def finish_until_refused(
    store: Store, games: list[SavedGame], finished: list[SavedGame]
) -> NotSaved | None:
    """Finish one game after the other, and begin a new one for each."""
    for _ in range(1000):
        try:
            finished.append(store.games.finish(games[0]))
            del games[0]
            games.append(play(store, FIRST, SECOND))
        except NotSaved as problem:
            return problem
    return None


@pytest.mark.parametrize("size", [100_000, None], ids=["small file system", "size limit"])
def test_full_disk_refuses_an_entry_and_keeps_the_earlier_ones(
    tmp_path: Path, size: int | None
) -> None:
    games = growing_game(400)
    with full_disk(tmp_path, 10_000, size) as disk:
        with open_store(disk.folder) as store:
            saved = store.games.begin(setup(AFRICA))
            with disk.full():
                saved, problem = save_until_refused(store, saved, games)
            assert str(problem) == "Not saved: there is no space left on this device."
            assert 10 < len(saved.game.events) < 400
            assert records(*saved_games(store)) == records(saved)
        assert not list(disk.folder.rglob("*.new"))
        with open_store(disk.folder) as store:
            assert records(*saved_games(store)) == records(saved)
            assert notices(store) == []


def test_saving_works_again_once_there_is_space(tmp_path: Path) -> None:
    with full_disk(tmp_path, 10) as disk, open_store(disk.folder) as store:
        saved = play(store, FIRST)
        with disk.full(), pytest.raises(NotSaved):
            store.games.save(saved, saved.game.record(SECOND))
        saved = store.games.save(saved, saved.game.record(SECOND))
        assert records(*saved_games(store)) == records(saved)


@pytest.mark.parametrize("size", [100_000, None], ids=["small file system", "size limit"])
def test_game_that_cannot_be_finished_stays_in_progress(tmp_path: Path, size: int | None) -> None:
    with full_disk(tmp_path, 300, size) as disk, open_store(disk.folder) as store:
        games = [play(store, FIRST) for _ in range(3)]
        finished: list[SavedGame] = []
        with disk.full():
            problem = finish_until_refused(store, games, finished)
        assert "no space left" in str(problem)
        ids = {each.id for each in saved_games(store)} | {
            each.id for each in store.games.finished()
        }
        assert ids >= {each.id for each in games} | {each.id for each in finished}
        assert {each.id for each in store.games.finished()} == {each.id for each in finished}


def test_read_only_folder_can_be_read_and_refuses_every_write(shared_folder: Path) -> None:
    folder = shared_folder
    with open_store(folder) as store:
        saved, finished = play(store, FIRST), finish(store)
        store.settings.change(theme="dark")
    before = files_in(folder)
    with without_rights(folder), open_store(folder) as store:
        assert notices(store) == ["Nothing can be saved: this folder cannot be written to."]
        assert records(*saved_games(store)) == records(saved)
        assert store.games.finished() == [finished]
        assert store.settings.read() == Settings(theme="dark")
        for attempt in (
            lambda: store.games.save(saved, saved.game.record(SECOND)),
            lambda: store.games.begin(setup()),
            lambda: store.games.finish(saved),
            lambda: store.games.remove(saved.id),
            lambda: store.games.remove(finished.id),
            lambda: store.settings.change(theme="light"),
            lambda: store.players.forget("Ana"),
        ):
            with pytest.raises(NotSaved, match="cannot be written to"):
                attempt()
    assert files_in(folder) == before


def test_folder_that_cannot_be_listed_is_not_taken_for_empty(
    shared_folder: Path,
) -> None:
    folder = shared_folder
    with open_store(folder) as store:
        saved, finished, done = play(store, FIRST), finish(store), finish(store, SECOND)
    with open_store(folder) as store:
        with without_rights(folder, closed=folder / "games"):
            with pytest.raises(UnusableFile, match="games cannot be read"):
                store.games.finished()
            for attempt in (store.games.open, store.games.remove):
                with pytest.raises(Refused):
                    attempt(finished.id)
            with pytest.raises(NotSaved):
                write_archive(store)
            assert store.games.in_progress() == []
            with pytest.raises(Refused):
                store.games.finish(saved)
        assert [game.id for game in store.games.in_progress()] == [saved.id]
        assert {game.id for game in store.games.finished()} == {finished.id, done.id}


def test_damaged_game_in_a_read_only_folder_opens_from_its_copy(shared_folder: Path) -> None:
    folder = shared_folder
    with open_store(folder) as store:
        saved = play(store, FIRST, SECOND)
    (folder / "games" / f"{saved.id}.json").write_bytes(b"")
    with without_rights(folder), open_store(folder) as store:
        assert store.games.open(saved.id).game.events == (FIRST,)
        assert "The damaged file is left where it is." in notices(store)[1]


def test_folder_that_cannot_be_made_becomes_a_notice(shared_folder: Path) -> None:
    folder = shared_folder
    folder.mkdir()
    with without_rights(folder), open_store(folder / "inside") as store:
        assert notices(store) == ["Nothing can be saved: this folder cannot be written to."]
        assert (saved_games(store), store.games.finished()) == ([], [])
        with pytest.raises(NotSaved):
            store.games.begin(setup())
