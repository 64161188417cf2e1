"""Finishing, reopening, removing, bringing back: each one step, done or not done."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.rules import TurnPassed
from companion.store import KeptGame, NoSuchGame, NotSaved, Shelf
from companion.store.heads import record_text
from tests.store.evening import FIRST, SECOND, Clock, finished, noted, played, told
from tests.store.scarcity import full_disk, without_rights

NOW = Clock()()


def where(shelf: Shelf, kept: KeptGame) -> str:
    """In progress, finished, or both, which must not be."""
    going = kept.id in {game.id for game in shelf.games.waiting()}
    past = kept.id in {game.id for game in shelf.history.all()}
    return " and ".join(name for name, there in (("going", going), ("past", past)) if there)


def test_a_finish_cut_short_after_its_one_write_is_done(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        kept = played(shelf, FIRST)
    done = replace(kept, finished=NOW)
    (tmp_path / "games" / f"{kept.id}.json").write_text(record_text(done))
    with Shelf.open(tmp_path) as shelf:
        assert where(shelf, kept) == "past"
        assert noted(shelf.history.open(kept.id)) == noted(done)
    with Shelf.open(tmp_path) as shelf:
        kept = shelf.history.change(shelf.history.open(kept.id), done.game.record(SECOND))
        assert where(shelf, kept) == "past"
        assert shelf.history.open(kept.id).game.events == (FIRST, SECOND)


@pytest.mark.parametrize("first", ["waiting", "history"])
def test_such_a_game_is_in_one_place_whoever_is_asked_first(tmp_path: Path, first: str) -> None:
    with Shelf.open(tmp_path) as shelf:
        kept = played(shelf, FIRST)
    (tmp_path / "games" / f"{kept.id}.json").write_text(record_text(replace(kept, finished=NOW)))
    with Shelf.open(tmp_path) as shelf:
        if first == "waiting":
            assert shelf.games.waiting() == []
        assert shelf.history.order() == [kept.id]
        assert shelf.games.waiting() == []


def test_a_game_that_an_earlier_version_split_in_two_is_kept_twice(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        old = shelf.games.finish(played(shelf, FIRST))
        shelf.history.change(old, old.game.record(SECOND))
    # The first version wrote "finished" before it moved the file, and went on in the other copy.
    (tmp_path / "games" / f"{old.id}.json").write_text(record_text(old))
    with Shelf.open(tmp_path) as shelf:
        assert shelf.games.waiting() == []
        games = [shelf.history.open(past.id).game.events for past in shelf.history.all()]
        assert sorted(games, key=len) == [(FIRST,), (FIRST, SECOND)]


def test_a_reopening_cut_short_before_its_one_write_has_not_happened(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        kept = shelf.games.finish(played(shelf, FIRST))
    (tmp_path / "history" / f"{kept.id}.json").rename(tmp_path / "games" / f"{kept.id}.json")
    with Shelf.open(tmp_path) as shelf:
        assert where(shelf, kept) == "past"
        assert noted(shelf.history.open(kept.id)) == noted(kept)


@pytest.mark.parametrize(("source", "target"), [("games", "history"), ("history", "games")])
def test_a_copy_that_moved_before_its_file_is_not_a_second_game(
    tmp_path: Path, source: str, target: str
) -> None:
    with Shelf.open(tmp_path) as shelf:
        kept = played(shelf, FIRST, SECOND)
        if source == "history":
            kept = shelf.games.finish(kept)
    copy = tmp_path / source / f"{kept.id}.json.before"
    copy.rename(tmp_path / target / copy.name)
    for _ in range(2):
        with Shelf.open(tmp_path) as shelf:
            assert where(shelf, kept) == ("going" if source == "games" else "past")
            assert told(shelf) == []


def test_a_game_half_thrown_away_is_not_thrown_away(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        kept = played(shelf, FIRST, SECOND)
    copy = tmp_path / "games" / f"{kept.id}.json.before"
    copy.rename(tmp_path / "removed" / copy.name)
    with Shelf.open(tmp_path) as shelf:
        assert noted(*shelf.games.all()) == noted(kept)


@pytest.mark.parametrize("folder", ["games", "history"])
def test_a_game_half_brought_back_stays_removed(tmp_path: Path, folder: str) -> None:
    with Shelf.open(tmp_path) as shelf:
        kept = played(shelf, FIRST, SECOND)
        if folder == "history":
            kept = shelf.games.finish(kept)
    path = tmp_path / folder / f"{kept.id}.json"
    path.rename(tmp_path / "removed" / path.name)
    for _ in range(2):
        with Shelf.open(tmp_path) as shelf:
            assert where(shelf, kept) == ""


def test_a_reopening_without_room_leaves_the_game_finished(tmp_path: Path) -> None:
    with full_disk(tmp_path, 3_000, mount=False) as disk:
        with Shelf.open(disk.folder) as shelf:
            kept = shelf.games.finish(played(shelf, FIRST))
            with disk.full(), pytest.raises(NotSaved):
                shelf.history.reopen(kept)
            assert where(shelf, kept) == "past"
        with Shelf.open(disk.folder) as shelf:
            assert where(shelf, kept) == "past"
            assert noted(shelf.history.open(kept.id)) == noted(kept)


def test_a_correction_without_room_in_the_list_is_refused_or_done_but_never_both(
    tmp_path: Path,
) -> None:
    with full_disk(tmp_path, 20_000, mount=False) as disk:
        with Shelf.open(disk.folder) as shelf:
            kept = shelf.games.finish(played(shelf, FIRST))
            for _ in range(9):
                finished(shelf)
            assert (disk.folder / "history.2.jsonl").stat().st_size > 2_000
            before = shelf.history.all()
            with disk.full(), pytest.raises(NotSaved):
                shelf.history.change(kept, kept.game.record(SECOND))
            assert shelf.history.all() == before
        with Shelf.open(disk.folder) as shelf:
            assert {past.id: past for past in shelf.history.all()} == {
                past.id: past for past in before
            }
            assert shelf.history.open(kept.id).game.events == (FIRST,)


def test_finishing_needs_no_room_in_the_list(tmp_path: Path) -> None:
    with full_disk(tmp_path, 20_000, mount=False) as disk:
        with Shelf.open(disk.folder) as shelf:
            for _ in range(6):
                finished(shelf)
            kept = played(shelf, FIRST, SECOND)
            with disk.full():
                kept = shelf.games.finish(kept)
            assert where(shelf, kept) == "past"
        with Shelf.open(disk.folder) as shelf:
            assert where(shelf, kept) == "past"
            assert len(shelf.history) == 7


def test_a_refused_removal_leaves_the_game_listed(open_to_others: Path) -> None:
    folder = open_to_others
    with Shelf.open(folder) as shelf:
        past = finished(shelf)
        with without_rights(folder), pytest.raises(NotSaved):
            shelf.history.remove(past.id)
        assert shelf.history.all() == [past]
        assert shelf.history.removed == ()
    with Shelf.open(folder) as shelf:
        assert shelf.history.all() == [past]


def test_a_finished_game_is_past_even_where_it_cannot_be_moved(open_to_others: Path) -> None:
    folder = open_to_others
    with Shelf.open(folder) as shelf:
        past = finished(shelf)
    name = f"{past.id}.json"
    (folder / "history" / name).rename(folder / "games" / name)
    (folder / "history.2.jsonl").unlink()
    with without_rights(folder), Shelf.open(folder) as shelf:
        assert shelf.history.all() == [past]
        assert shelf.history.open(past.id).id == past.id
        assert shelf.games.waiting() == []


def test_a_folder_that_cannot_be_synced_refuses_nothing_that_is_done(open_to_others: Path) -> None:
    folder = open_to_others
    with Shelf.open(folder) as shelf:
        kept = played(shelf, FIRST)
        # Files can be written and named here, but the folder itself cannot be opened.
        with without_rights(folder, files=0o666, folders=0o333):
            later = shelf.games.save(kept, kept.game.record(SECOND))
        assert noted(shelf.games.open(kept.id)) == noted(later)


def test_removed_games_can_be_asked_for_until_the_app_is_closed(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        past = [finished(shelf), finished(shelf, SECOND), finished(shelf)]
        for each in past:
            shelf.history.remove(each.id)
        assert shelf.history.removed == tuple(each.id for each in past)
        assert [shelf.history.game(each.id) for each in past] == past
        shelf.history.bring_back(past[1].id)
        assert shelf.history.removed == (past[0].id, past[2].id)
        assert set(shelf.history.order()) == {each.id for each in past}
        assert shelf.history.all() == [past[1]]
    with Shelf.open(tmp_path) as shelf:
        assert shelf.history.removed == ()
        assert shelf.history.all() == [past[1]]


def test_thrown_away_games_can_be_asked_for_until_the_app_is_closed(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        kept = played(shelf, FIRST)
        (waiting,) = shelf.games.waiting()
        shelf.games.discard(kept.id)
        assert (shelf.games.waiting(), shelf.games.discarded) == ([], (waiting,))
        shelf.games.bring_back(kept.id)
        assert (shelf.games.waiting(), shelf.games.discarded) == ([waiting], ())


def test_a_removed_game_that_came_in_again_is_not_overwritten_by_bringing_it_back(
    tmp_path: Path,
) -> None:
    with Shelf.open(tmp_path / "shelf") as shelf:
        past = finished(shelf)
        archive = tmp_path / "archive"
        archive.write_bytes(shelf.exchange.everything().read_bytes())
        shelf.history.remove(past.id)
        assert shelf.exchange.take_in(shelf.exchange.look_at(archive)).things.games == 1
        with pytest.raises(Exception, match="there already"):
            shelf.history.bring_back(past.id)
        assert shelf.history.all() == [past]


def test_the_quarter_a_board_is_turned_by_is_noted_and_is_no_entry(tmp_path: Path) -> None:
    clock = Clock()
    with Shelf.open(tmp_path, now=clock) as shelf:
        kept = played(shelf, FIRST)
        clock.turn(minutes=5)
        turned = shelf.games.note(kept, turned=3)
        assert (turned.turned, turned.changed, turned.game) == (3, kept.changed, kept.game)
        assert shelf.games.note(turned, turned=4).turned == 0
        shelf.games.note(turned, turned=3)
    with Shelf.open(tmp_path, now=clock) as shelf:
        kept = shelf.games.open(kept.id)
        assert kept.turned == 3
        kept = shelf.games.save(kept, kept.game.record(SECOND))
        assert kept.turned == 3
        kept = shelf.games.finish(kept)
        before = shelf.history.all()
        assert shelf.games.note(kept, turned=1).finished == kept.finished
        assert shelf.history.all() == before
    with Shelf.open(tmp_path) as shelf:
        assert shelf.history.open(kept.id).turned == 1


@pytest.mark.parametrize("strange", [7, -1, "1", None, True, 1.5])
def test_a_strange_turn_counts_as_none(tmp_path: Path, strange: object) -> None:
    with Shelf.open(tmp_path) as shelf:
        kept = played(shelf, FIRST)
    path = tmp_path / "games" / f"{kept.id}.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"turned": strange}))
    with Shelf.open(tmp_path) as shelf:
        assert shelf.games.open(kept.id).turned == 0


def test_a_past_game_that_is_gone_cannot_be_corrected(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        kept = shelf.games.finish(played(shelf, FIRST))
        shelf.history.remove(kept.id)
        with pytest.raises(NoSuchGame):
            shelf.history.change(kept, kept.game.record(TurnPassed("Peter")))
        with pytest.raises(NoSuchGame):
            shelf.history.reopen(kept)
        assert shelf.games.waiting() == []
