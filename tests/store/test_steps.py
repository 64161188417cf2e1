"""Finishing, reopening, removing, bringing back: each one step, done or not done."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.rules.events import TurnPassed
from companion.store.errors import NoSuchGame, NotSaved
from companion.store.record_header import record_text
from companion.store.saved_game import SavedGame
from companion.store.store import Store
from tests.support.disks import full_disk, without_rights
from tests.support.games import FIRST, SECOND, FakeClock, finish, notices, play, records
from tests.support.stores import open_store, saved_games

NOW = FakeClock()()


def where(store: Store, saved: SavedGame) -> str:
    """In progress, finished, or both, which must not be."""
    going = saved.id in {game.id for game in store.games.in_progress()}
    past = saved.id in {game.id for game in store.games.finished()}
    return " and ".join(name for name, there in (("going", going), ("past", past)) if there)


def test_a_finish_cut_short_after_its_one_write_is_done(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    done = replace(saved, finished=NOW)
    (tmp_path / "games" / f"{saved.id}.json").write_text(record_text(done))
    with open_store(tmp_path) as store:
        assert where(store, saved) == "past"
        assert records(store.games.open(saved.id)) == records(done)
    with open_store(tmp_path) as store:
        saved = store.games.save(store.games.open(saved.id), done.game.record(SECOND))
        assert where(store, saved) == "past"
        assert store.games.open(saved.id).game.events == (FIRST, SECOND)


@pytest.mark.parametrize("first", ["waiting", "history"])
def test_such_a_game_is_in_one_place_whoever_is_asked_first(tmp_path: Path, first: str) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    (tmp_path / "games" / f"{saved.id}.json").write_text(record_text(replace(saved, finished=NOW)))
    with open_store(tmp_path) as store:
        if first == "waiting":
            assert store.games.in_progress() == []
        assert [game.id for game in store.games.finished()] == [saved.id]
        assert store.games.in_progress() == []


def test_a_game_that_an_earlier_version_split_in_two_is_kept_twice(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        old = store.games.finish(play(store, FIRST))
        store.games.save(old, old.game.record(SECOND))
    # The first version wrote "finished" before it moved the file, and went on in the other copy.
    (tmp_path / "games" / f"{old.id}.json").write_text(record_text(old))
    with open_store(tmp_path) as store:
        assert store.games.in_progress() == []
        games = [store.games.open(past.id).game.events for past in store.games.finished()]
        assert sorted(games, key=len) == [(FIRST,), (FIRST, SECOND)]


def test_a_reopening_cut_short_before_its_one_write_has_not_happened(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = store.games.finish(play(store, FIRST))
    (tmp_path / "history" / f"{saved.id}.json").rename(tmp_path / "games" / f"{saved.id}.json")
    with open_store(tmp_path) as store:
        assert where(store, saved) == "past"
        assert records(store.games.open(saved.id)) == records(saved)


@pytest.mark.parametrize(("source", "target"), [("games", "history"), ("history", "games")])
def test_a_copy_that_moved_before_its_file_is_not_a_second_game(
    tmp_path: Path, source: str, target: str
) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
        if source == "history":
            saved = store.games.finish(saved)
    copy = tmp_path / source / f"{saved.id}.json.before"
    copy.rename(tmp_path / target / copy.name)
    for _ in range(2):
        with open_store(tmp_path) as store:
            assert where(store, saved) == ("going" if source == "games" else "past")
            assert notices(store) == []


def test_a_game_half_thrown_away_is_not_thrown_away(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
    copy = tmp_path / "games" / f"{saved.id}.json.before"
    copy.rename(tmp_path / "removed" / copy.name)
    with open_store(tmp_path) as store:
        assert records(*saved_games(store)) == records(saved)


@pytest.mark.parametrize("folder", ["games", "history"])
def test_a_game_half_brought_back_stays_removed(tmp_path: Path, folder: str) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
        if folder == "history":
            saved = store.games.finish(saved)
    path = tmp_path / folder / f"{saved.id}.json"
    path.rename(tmp_path / "removed" / path.name)
    for _ in range(2):
        with open_store(tmp_path) as store:
            assert where(store, saved) == ""


def test_a_reopening_without_room_leaves_the_game_finished(tmp_path: Path) -> None:
    with full_disk(tmp_path, 3_000, mount=False) as disk:
        with open_store(disk.folder) as store:
            saved = store.games.finish(play(store, FIRST))
            with disk.full(), pytest.raises(NotSaved):
                store.games.reopen(saved)
            assert where(store, saved) == "past"
        with open_store(disk.folder) as store:
            assert where(store, saved) == "past"
            assert records(store.games.open(saved.id)) == records(saved)


def test_a_correction_without_room_in_the_list_is_refused_or_done_but_never_both(
    tmp_path: Path,
) -> None:
    with full_disk(tmp_path, 20_000, mount=False) as disk:
        with open_store(disk.folder) as store:
            saved = store.games.finish(play(store, FIRST))
            for _ in range(9):
                finish(store)
            assert (disk.folder / "history.2.jsonl").stat().st_size > 2_000
            before = store.games.finished()
            with disk.full(), pytest.raises(NotSaved):
                store.games.save(saved, saved.game.record(SECOND))
            assert store.games.finished() == before
        with open_store(disk.folder) as store:
            assert {past.id: past for past in store.games.finished()} == {
                past.id: past for past in before
            }
            assert store.games.open(saved.id).game.events == (FIRST,)


def test_finishing_needs_no_room_in_the_list(tmp_path: Path) -> None:
    with full_disk(tmp_path, 20_000, mount=False) as disk:
        with open_store(disk.folder) as store:
            for _ in range(6):
                finish(store)
            saved = play(store, FIRST, SECOND)
            with disk.full():
                saved = store.games.finish(saved)
            assert where(store, saved) == "past"
        with open_store(disk.folder) as store:
            assert where(store, saved) == "past"
            assert len(store.games.finished()) == 7


def test_a_refused_removal_leaves_the_game_listed(open_to_others: Path) -> None:
    folder = open_to_others
    with open_store(folder) as store:
        past = finish(store)
        with without_rights(folder), pytest.raises(NotSaved):
            store.games.remove(past.id)
        assert store.games.finished() == [past]
        assert [game.id for game in store.games.removed_finished()] == ()
    with open_store(folder) as store:
        assert store.games.finished() == [past]


def test_a_finished_game_is_past_even_where_it_cannot_be_moved(open_to_others: Path) -> None:
    folder = open_to_others
    with open_store(folder) as store:
        past = finish(store)
    name = f"{past.id}.json"
    (folder / "history" / name).rename(folder / "games" / name)
    (folder / "history.2.jsonl").unlink()
    with without_rights(folder), open_store(folder) as store:
        assert store.games.finished() == [past]
        assert store.games.open(past.id).id == past.id
        assert store.games.in_progress() == []


def test_a_folder_that_cannot_be_synced_refuses_nothing_that_is_done(open_to_others: Path) -> None:
    folder = open_to_others
    with open_store(folder) as store:
        saved = play(store, FIRST)
        # Files can be written and named here, but the folder itself cannot be opened.
        with without_rights(folder, files=0o666, folders=0o333):
            later = store.games.save(saved, saved.game.record(SECOND))
        assert records(store.games.open(saved.id)) == records(later)


def test_removed_games_can_be_asked_for_until_the_app_is_closed(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        past = [finish(store), finish(store, SECOND), finish(store)]
        for each in past:
            store.games.remove(each.id)
        assert [game.id for game in store.games.removed_finished()] == tuple(
            each.id for each in past
        )
        assert [store.history.game(each.id) for each in past] == past
        store.games.restore(past[1].id)
        assert [game.id for game in store.games.removed_finished()] == (past[0].id, past[2].id)
        assert set([game.id for game in store.games.finished()]) == {each.id for each in past}
        assert store.games.finished() == [past[1]]
    with open_store(tmp_path) as store:
        assert [game.id for game in store.games.removed_finished()] == ()
        assert store.games.finished() == [past[1]]


def test_thrown_away_games_can_be_asked_for_until_the_app_is_closed(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
        (waiting,) = store.games.in_progress()
        store.games.remove(saved.id)
        assert (store.games.in_progress(), store.games.removed_in_progress()) == ([], (waiting,))
        store.games.restore(saved.id)
        assert (store.games.in_progress(), store.games.removed_in_progress()) == ([waiting], ())


def test_a_removed_game_that_came_in_again_is_not_overwritten_by_bringing_it_back(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path / "shelf") as store:
        past = finish(store)
        archive = tmp_path / "archive"
        archive.write_bytes(store.exporter.archive().read_bytes())
        store.games.remove(past.id)
        assert store.importer.run(store.importer.preview(archive)).things.games == 1
        with pytest.raises(Exception, match="there already"):
            store.games.restore(past.id)
        assert store.games.finished() == [past]


def test_the_quarter_a_board_is_turned_by_is_noted_and_is_no_entry(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, now=clock) as store:
        saved = play(store, FIRST)
        clock.advance(minutes=5)
        turned = store.games.save_orientation(saved, 3)
        assert (turned.turned, turned.changed, turned.game) == (3, saved.changed, saved.game)
        assert store.games.save_orientation(turned, 4).turned == 0
        store.games.save_orientation(turned, 3)
    with open_store(tmp_path, now=clock) as store:
        saved = store.games.open(saved.id)
        assert saved.turned == 3
        saved = store.games.save(saved, saved.game.record(SECOND))
        assert saved.turned == 3
        saved = store.games.finish(saved)
        before = store.games.finished()
        assert store.games.save_orientation(saved, 1).finished == saved.finished
        assert store.games.finished() == before
    with open_store(tmp_path) as store:
        assert store.games.open(saved.id).turned == 1


@pytest.mark.parametrize("strange", [7, -1, "1", None, True, 1.5])
def test_a_strange_turn_counts_as_none(tmp_path: Path, strange: object) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    path = tmp_path / "games" / f"{saved.id}.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"turned": strange}))
    with open_store(tmp_path) as store:
        assert store.games.open(saved.id).turned == 0


def test_a_past_game_that_is_gone_cannot_be_corrected(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = store.games.finish(play(store, FIRST))
        store.games.remove(saved.id)
        with pytest.raises(NoSuchGame):
            store.games.save(saved, saved.game.record(TurnPassed("Peter")))
        with pytest.raises(NoSuchGame):
            store.games.reopen(saved)
        assert store.games.in_progress() == []
