"""No room and no right to write: what was saved stays, and the keeper is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules import Game
from companion.store import KeptGame, LeftAlone, NoSuchGame, NotSaved, Settings, Shelf
from tests.store.evening import (
    AFRICA,
    FIRST,
    SECOND,
    everything,
    finished,
    many_entries,
    noted,
    played,
    setup,
    told,
)
from tests.store.scarcity import full_disk, without_rights


def saved_until_refused(
    shelf: Shelf, kept: KeptGame, games: list[Game]
) -> tuple[KeptGame, NotSaved | None]:
    for game in games:
        try:
            kept = shelf.games.save(kept, game)
        except NotSaved as problem:
            return kept, problem
    return kept, None


def put_away_until_refused(
    shelf: Shelf, games: list[KeptGame], past: list[KeptGame]
) -> NotSaved | None:
    """Put one game away after the other, and begin a new one for each."""
    for _ in range(1000):
        try:
            past.append(shelf.games.finish(games[0]))
            del games[0]
            games.append(played(shelf, FIRST, SECOND))
        except NotSaved as problem:
            return problem
    return None


@pytest.mark.parametrize("mount", [True, False], ids=["small file system", "size limit"])
def test_a_full_disk_refuses_the_entry_and_keeps_those_before(tmp_path: Path, mount: bool) -> None:
    games = many_entries(400)
    with full_disk(tmp_path, 100_000, mount=mount) as disk:
        with Shelf.open(disk.folder) as shelf:
            kept = shelf.games.begin(setup(AFRICA))
            with disk.full():
                kept, problem = saved_until_refused(shelf, kept, games)
            assert str(problem) == "Not saved: there is no room left on this device."
            assert 10 < len(kept.game.events) < 400
            assert noted(*shelf.games.all()) == noted(kept)
        assert not list(disk.folder.rglob("*.new"))
        with Shelf.open(disk.folder) as shelf:
            assert noted(*shelf.games.all()) == noted(kept)
            assert told(shelf) == []


def test_saving_works_again_once_there_is_room(tmp_path: Path) -> None:
    with full_disk(tmp_path, 100, mount=False) as disk, Shelf.open(disk.folder) as shelf:
        kept = played(shelf, FIRST)
        with disk.full(), pytest.raises(NotSaved):
            shelf.games.save(kept, kept.game.record(SECOND))
        kept = shelf.games.save(kept, kept.game.record(SECOND))
        assert noted(*shelf.games.all()) == noted(kept)


@pytest.mark.parametrize("mount", [True, False], ids=["small file system", "size limit"])
def test_a_game_that_cannot_be_put_away_stays_in_progress(tmp_path: Path, mount: bool) -> None:
    size = 100_000 if mount else 3_000
    with full_disk(tmp_path, size, mount=mount) as disk, Shelf.open(disk.folder) as shelf:
        games = [played(shelf, FIRST) for _ in range(3)]
        past: list[KeptGame] = []
        with disk.full():
            problem = put_away_until_refused(shelf, games, past)
        assert "no room left" in str(problem)
        ids = {each.id for each in shelf.games.all()} | {each.id for each in shelf.history.all()}
        assert ids >= {each.id for each in games} | {each.id for each in past}
        assert {each.id for each in shelf.history.all()} == {each.id for each in past}


def test_a_read_only_folder_is_read_and_every_save_refused(open_to_others: Path) -> None:
    folder = open_to_others
    with Shelf.open(folder) as shelf:
        kept, past = played(shelf, FIRST), finished(shelf)
        shelf.settings.change(theme="dark")
    before = everything(folder)
    with without_rights(folder), Shelf.open(folder) as shelf:
        assert told(shelf) == ["Nothing can be saved: this folder cannot be written to."]
        assert noted(*shelf.games.all()) == noted(kept)
        assert shelf.history.all() == [past]
        assert shelf.settings.read() == Settings(theme="dark")
        for attempt in (
            lambda: shelf.games.save(kept, kept.game.record(SECOND)),
            lambda: shelf.games.begin(setup()),
            lambda: shelf.games.finish(kept),
            lambda: shelf.games.discard(kept.id),
            lambda: shelf.history.remove(past.id),
            lambda: shelf.settings.change(theme="light"),
            lambda: shelf.learned.forget_player("Ana"),
        ):
            with pytest.raises(NotSaved, match="cannot be written to"):
                attempt()
    assert everything(folder) == before


def test_a_folder_that_may_not_be_looked_into_is_told_and_not_taken_for_empty(
    open_to_others: Path,
) -> None:
    folder = open_to_others
    with Shelf.open(folder) as shelf:
        kept, past, done = played(shelf, FIRST), finished(shelf), finished(shelf, SECOND)
    # A finished game that could not be given its place yet.
    (folder / "history" / f"{done.id}.json").rename(folder / "games" / f"{done.id}.json")
    with Shelf.open(folder) as shelf:
        with without_rights(folder, closed=folder / "history"):
            for attempt in (shelf.history.all, lambda: shelf.history.remove(past.id)):
                with pytest.raises(LeftAlone, match="history cannot be read"):
                    attempt()
            with pytest.raises(NoSuchGame):
                shelf.history.open(past.id)
            with pytest.raises(NotSaved):
                shelf.exchange.everything()
            assert [game.id for game in shelf.games.waiting()] == [kept.id]
            with pytest.raises(NotSaved):
                shelf.games.finish(kept)
        assert {game.id for game in shelf.history.all()} == {past.id, done.id}


def test_damage_in_a_read_only_folder_is_told_and_the_copy_used(open_to_others: Path) -> None:
    folder = open_to_others
    with Shelf.open(folder) as shelf:
        kept = played(shelf, FIRST, SECOND)
    (folder / "games" / f"{kept.id}.json").write_bytes(b"")
    with without_rights(folder), Shelf.open(folder) as shelf:
        assert shelf.games.open(kept.id).game.events == (FIRST,)
        assert "The damaged file is left where it is." in told(shelf)[1]


def test_a_folder_that_cannot_be_made_is_told(open_to_others: Path) -> None:
    folder = open_to_others
    folder.mkdir()
    with without_rights(folder), Shelf.open(folder / "inside") as shelf:
        assert told(shelf) == ["Nothing can be saved: this folder cannot be written to."]
        assert (shelf.games.all(), shelf.history.all()) == ([], [])
        with pytest.raises(NotSaved):
            shelf.games.begin(setup())
