"""The games in progress: begun, saved after every entry, left lying, put away, thrown away."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from companion.rules.boards import bundled_boards as boards
from companion.rules.events import TurnPassed
from companion.rules.format import FORMAT
from companion.rules.record import read_record
from companion.store.errors import NoSuchGame
from tests.support.games import (
    AFRICA,
    ANA,
    FIRST,
    PETER,
    SECOND,
    FakeClock,
    files_in,
    listed,
    notices,
    play,
    records,
    setup,
)
from tests.support.stores import open_store, saved_games


def test_an_entry_is_there_when_the_app_opens_again(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
    with open_store(tmp_path) as store:
        assert records(store.games.open(saved.id)) == records(saved)
        assert records(*saved_games(store)) == records(saved)
        assert saved.game.events == (FIRST, SECOND)
        assert notices(store) == []


def test_a_new_folder_holds_nothing_and_says_nothing(tmp_path: Path) -> None:
    with open_store(tmp_path / "deep" / "inside") as store:
        assert (saved_games(store), store.games.finished(), store.notices) == ([], [], [])


def test_undo_works_after_reopening(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        play(store, FIRST, SECOND)
    with open_store(tmp_path) as store:
        saved = saved_games(store)[0]
        store.games.save(saved, saved.game.undo())
    with open_store(tmp_path) as store:
        assert saved_games(store)[0].game.events == (FIRST,)


def test_the_file_of_a_game_is_a_record_anybody_can_read(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    text = (tmp_path / "games" / f"{saved.id}.json").read_text(encoding="utf-8")
    assert json.loads(text)["format"] == FORMAT
    assert read_record(text, boards()).game.events == saved.game.events


def test_saving_an_entry_writes_the_file_of_that_game_and_no_other(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        other, saved = play(store, FIRST), play(store)
        store.games.finish(other)
        before = files_in(tmp_path)
        store.games.save(saved, saved.game.record(FIRST))
        after = files_in(tmp_path)
    changed = {name for name in after if after[name] != before.get(name)}
    assert changed == {f"games/{saved.id}.json", f"games/{saved.id}.json.before"}


def test_several_games_wait_side_by_side_the_latest_first(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, now=clock) as store:
        first = play(store, FIRST)
        clock.advance(hours=1)
        second = play(store, board=AFRICA)
        assert records(*saved_games(store)) == records(second, first)
        clock.advance(days=1)
        first = store.games.save(first, first.game.record(SECOND))
        assert records(*saved_games(store)) == records(first, second)


def test_the_home_screen_learns_players_scores_and_times(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, now=clock) as store:
        begun = clock()
        saved = play(store)
        clock.advance(minutes=5)
        saved = store.games.save(saved, saved.game.record(FIRST))
        assert (saved.started, saved.changed) == (begun, clock())
        assert saved.scores == {"Ana": 2, "Peter": 0}
        assert saved.game.setup.players == (ANA, PETER)


def test_a_night_between_two_entries_is_not_time_at_the_table(tmp_path: Path) -> None:
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
        past = listed(store, store.games.finish(store.games.open(saved.id)))
        assert past.duration == timedelta(minutes=30)
        assert past.date == clock()


def test_a_clock_set_back_does_not_shorten_a_game(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, now=clock) as store:
        saved = play(store)
        clock.advance(hours=-2)
        assert store.games.save(saved, saved.game.record(FIRST)).played == timedelta()


def test_a_discarded_game_can_be_brought_back(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
        store.games.remove(saved.id)
        assert saved_games(store) == []
        store.games.restore(saved.id)
        assert records(*saved_games(store)) == records(saved)


def test_a_discarded_game_is_gone_once_the_app_was_closed(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
        store.games.remove(saved.id)
    with open_store(tmp_path) as store:
        assert saved_games(store) == []
        with pytest.raises(NoSuchGame, match="not there any more"):
            store.games.restore(saved.id)


@pytest.mark.parametrize("id", ["", "../../secret", "a" * 32, "A" * 32, "0" * 31, "0" * 32 + "\n"])
def test_what_is_not_a_game_cannot_be_opened(tmp_path: Path, id: str) -> None:
    with open_store(tmp_path) as store:
        for attempt in (store.games.open, store.games.remove, store.games.open):
            with pytest.raises(NoSuchGame):
                attempt(id)


def test_fields_nobody_knows_survive_saving(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    path = tmp_path / "games" / f"{saved.id}.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"title": "At Maya's"}))
    with open_store(tmp_path) as store:
        saved = store.games.open(saved.id)
        store.games.save(saved, saved.game.record(SECOND))
    assert json.loads(path.read_text())["title"] == "At Maya's"


def test_a_game_begins_even_if_its_players_cannot_be_remembered(tmp_path: Path) -> None:
    (tmp_path / "learned.json").write_text('{"format": "railkeeper-learned/99"}')
    with open_store(tmp_path) as store:
        saved = store.games.begin(setup())
        assert records(*saved_games(store)) == records(saved)
        assert any("newer Railkeeper" in notice for notice in notices(store))
