"""Games in progress: begun, saved after every entry, listed, removed."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from companion.rules.boards import bundled_boards as boards
from companion.rules.events import TurnPassed
from companion.rules.json_reader import RECORD
from companion.rules.record import read_record
from companion.store.errors import NoSuchFile
from companion.store.store import Store
from tests.support.saved_games import (
    AFRICA,
    ANA,
    FIRST,
    PETER,
    SECOND,
    FakeClock,
    files_in,
    notices,
    play,
    records,
    setup,
)
from tests.support.stores import open_store, saved_games


def test_entries_are_there_after_reopening_the_store(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
    with open_store(tmp_path) as store:
        assert records(store.games.open(saved.id)) == records(saved)
        assert records(*saved_games(store)) == records(saved)
        assert saved.game.events == (FIRST, SECOND)
        assert notices(store) == []


def test_new_folder_is_empty_and_has_no_notices(tmp_path: Path) -> None:
    with open_store(tmp_path / "deep" / "inside") as store:
        assert (store.games.in_progress(), store.games.finished(), store.notices) == ([], [], [])


def test_undo_works_after_reopening_the_store(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        play(store, FIRST, SECOND)
    with open_store(tmp_path) as store:
        saved = saved_games(store)[0]
        store.games.save(saved, saved.game.undo())
    with open_store(tmp_path) as store:
        assert saved_games(store)[0].game.events == (FIRST,)


def test_file_of_a_game_is_a_valid_record(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    text = (tmp_path / "games" / f"{saved.id}.json").read_text(encoding="utf-8")
    assert json.loads(text)["format"] == RECORD.stamp
    assert read_record(text, boards()).game.events == saved.game.events


def test_games_are_listed_and_read_after_the_format_gets_a_new_number(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
        id = saved.content_id()
        (listed,) = store.games.in_progress()
    path = tmp_path / "games" / f"{saved.id}.json"
    whole = path.read_bytes()
    request.addfinalizer(partial(object.__setattr__, RECORD, "number", RECORD.number))
    object.__setattr__(RECORD, "number", RECORD.number + 1)
    # Lists read only the first line.
    path.write_bytes(whole[:-20])
    with open_store(tmp_path) as store:
        assert store.games.in_progress() == [listed]
        path.write_bytes(whole)
        again = store.games.open(saved.id)
        assert (again.game.events, again.content_id()) == ((FIRST,), id)
        store.games.save(again, again.game.record(SECOND))
        assert store.games.open(saved.id).game.events == (FIRST, SECOND)
    assert json.loads(path.read_bytes())["format"] == RECORD.stamp


def test_saving_an_entry_writes_only_the_file_of_its_game(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        other, saved = play(store, FIRST), play(store)
        store.games.finish(other)
        before = files_in(tmp_path)
        store.games.save(saved, saved.game.record(FIRST))
        after = files_in(tmp_path)
    changed = {name for name in after if after[name] != before.get(name)}
    assert changed == {f"games/{saved.id}.json", f"games/{saved.id}.before"}


def test_game_changed_last_is_listed_first(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, now=clock) as store:
        first = play(store, FIRST)
        clock.advance(hours=1)
        second = play(store, board=AFRICA)
        assert [game.id for game in store.games.in_progress()] == [second.id, first.id]
        clock.advance(days=1)
        first = store.games.save(first, first.game.record(SECOND))
        assert [game.id for game in store.games.in_progress()] == [first.id, second.id]


def test_saved_game_has_times_scores_and_players(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, now=clock) as store:
        begun = clock()
        saved = play(store)
        clock.advance(minutes=5)
        saved = store.games.save(saved, saved.game.record(FIRST))
        assert (saved.started, saved.changed) == (begun, clock())
        assert saved.scores == {"Ana": 2, "Peter": 0}
        assert saved.game.setup.players == (ANA, PETER)


def test_night_between_two_entries_is_not_playing_time(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, now=clock) as store:
        saved = play(store)
        clock.advance(minutes=20)
        saved = store.games.save(saved, saved.game.record(FIRST))
        clock.advance(hours=14)
        saved = store.games.save(saved, saved.game.record(SECOND))
        clock.advance(minutes=10)
        saved = store.games.save(saved, saved.game.record(TurnPassed("Ana")))
    with open_store(tmp_path, now=clock) as store:
        finished = store.games.finish(store.games.open(saved.id))
        assert finished.played == timedelta(minutes=30)
        assert finished.finished == clock()


def test_clock_set_back_does_not_shorten_the_playing_time(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, now=clock) as store:
        saved = play(store)
        clock.advance(hours=-2)
        assert store.games.save(saved, saved.game.record(FIRST)).played == timedelta()


@pytest.mark.parametrize("id", ["", "../../secret", "a" * 32, "A" * 32, "0" * 31, "0" * 32 + "\n"])
def test_unknown_id_is_refused(store: Store, id: str) -> None:
    for attempt in (store.games.open, store.games.remove, store.games.content):
        with pytest.raises(NoSuchFile):
            attempt(id)


def test_unknown_fields_survive_saving(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    path = tmp_path / "games" / f"{saved.id}.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"title": "At Maya's"}))
    with open_store(tmp_path) as store:
        saved = store.games.open(saved.id)
        store.games.save(saved, saved.game.record(SECOND))
    assert json.loads(path.read_text())["title"] == "At Maya's"


def test_game_begins_even_if_its_players_cannot_be_remembered(tmp_path: Path) -> None:
    (tmp_path / "learned.json").write_text('{"format": "railkeeper-learned/99"}')
    with open_store(tmp_path) as store:
        saved = store.games.begin(setup())
        assert records(*saved_games(store)) == records(saved)
        assert any("newer version of Railkeeper" in notice for notice in notices(store))


def test_orientation_of_the_board_is_saved_without_an_entry(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, now=clock) as store:
        saved = play(store, FIRST)
        clock.advance(minutes=5)
        turned = store.games.save_metadata(replace(saved, turned=3))
        assert (turned.turned, turned.changed, turned.game) == (3, saved.changed, saved.game)
    with open_store(tmp_path, now=clock) as store:
        saved = store.games.open(saved.id)
        assert saved.turned == 3
        saved = store.games.save(saved, saved.game.record(SECOND))
        assert saved.turned == 3
        saved = store.games.finish(saved)
        before = store.games.finished()
        assert store.games.save_metadata(replace(saved, turned=1)).finished == saved.finished
        assert store.games.finished() == before
    with open_store(tmp_path) as store:
        assert store.games.open(saved.id).turned == 1


@pytest.mark.parametrize("value", [7, -1, "1", None, True, 1.5])
def test_malformed_orientation_counts_as_none(tmp_path: Path, value: object) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    path = tmp_path / "games" / f"{saved.id}.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"turned": value}))
    with open_store(tmp_path) as store:
        assert store.games.open(saved.id).turned == 0
