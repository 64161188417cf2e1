"""The games in progress: begun, saved after every entry, left lying, put away, thrown away."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from companion.rules import FORMAT, TurnPassed, read_record
from companion.rules import bundled_boards as boards
from companion.store import NoSuchGame, Shelf
from tests.store.evening import (
    AFRICA,
    ANA,
    FIRST,
    PETER,
    SECOND,
    Clock,
    everything,
    listed,
    noted,
    played,
    setup,
    told,
)


def test_an_entry_is_there_when_the_app_opens_again(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        kept = played(shelf, FIRST, SECOND)
    with Shelf.open(tmp_path) as shelf:
        assert noted(shelf.games.open(kept.id)) == noted(kept)
        assert noted(*shelf.games.all()) == noted(kept)
        assert kept.game.events == (FIRST, SECOND)
        assert told(shelf) == []


def test_a_new_folder_holds_nothing_and_says_nothing(tmp_path: Path) -> None:
    with Shelf.open(tmp_path / "deep" / "inside") as shelf:
        assert (shelf.games.all(), shelf.history.all(), shelf.notices) == ([], [], [])


def test_undo_works_after_reopening(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        played(shelf, FIRST, SECOND)
    with Shelf.open(tmp_path) as shelf:
        kept = shelf.games.all()[0]
        shelf.games.save(kept, kept.game.undo())
    with Shelf.open(tmp_path) as shelf:
        assert shelf.games.all()[0].game.events == (FIRST,)


def test_the_file_of_a_game_is_a_record_anybody_can_read(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        kept = played(shelf, FIRST)
    text = (tmp_path / "games" / f"{kept.id}.json").read_text(encoding="utf-8")
    assert json.loads(text)["format"] == FORMAT
    assert read_record(text, boards()).game.events == kept.game.events


def test_saving_an_entry_writes_the_file_of_that_game_and_no_other(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        other, kept = played(shelf, FIRST), played(shelf)
        shelf.games.finish(other)
        before = everything(tmp_path)
        shelf.games.save(kept, kept.game.record(FIRST))
        after = everything(tmp_path)
    changed = {name for name in after if after[name] != before.get(name)}
    assert changed == {f"games/{kept.id}.json", f"games/{kept.id}.json.before"}


def test_several_games_wait_side_by_side_the_latest_first(tmp_path: Path) -> None:
    clock = Clock()
    with Shelf.open(tmp_path, now=clock) as shelf:
        first = played(shelf, FIRST)
        clock.turn(hours=1)
        second = played(shelf, board=AFRICA)
        assert noted(*shelf.games.all()) == noted(second, first)
        clock.turn(days=1)
        first = shelf.games.save(first, first.game.record(SECOND))
        assert noted(*shelf.games.all()) == noted(first, second)


def test_the_home_screen_learns_players_scores_and_times(tmp_path: Path) -> None:
    clock = Clock()
    with Shelf.open(tmp_path, now=clock) as shelf:
        begun = clock()
        kept = played(shelf)
        clock.turn(minutes=5)
        kept = shelf.games.save(kept, kept.game.record(FIRST))
        assert (kept.started, kept.changed) == (begun, clock())
        assert kept.scores == {"Ana": 2, "Peter": 0}
        assert kept.game.setup.players == (ANA, PETER)


def test_a_night_between_two_entries_is_not_time_at_the_table(tmp_path: Path) -> None:
    clock = Clock()
    with Shelf.open(tmp_path, now=clock) as shelf:
        kept = played(shelf)
        clock.turn(minutes=20)
        kept = shelf.games.save(kept, kept.game.record(FIRST))
        clock.turn(hours=14)
        kept = shelf.games.save(kept, kept.game.record(SECOND))
        clock.turn(minutes=10)
        kept = shelf.games.save(kept, kept.game.record(TurnPassed("Ana")))
    with Shelf.open(tmp_path, now=clock) as shelf:
        past = listed(shelf, shelf.games.finish(shelf.games.open(kept.id)))
        assert past.duration == timedelta(minutes=30)
        assert past.date == clock()


def test_a_clock_set_back_does_not_shorten_a_game(tmp_path: Path) -> None:
    clock = Clock()
    with Shelf.open(tmp_path, now=clock) as shelf:
        kept = played(shelf)
        clock.turn(hours=-2)
        assert shelf.games.save(kept, kept.game.record(FIRST)).played == timedelta()


def test_a_discarded_game_can_be_brought_back(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        kept = played(shelf, FIRST)
        shelf.games.discard(kept.id)
        assert shelf.games.all() == []
        shelf.games.bring_back(kept.id)
        assert noted(*shelf.games.all()) == noted(kept)


def test_a_discarded_game_is_gone_once_the_app_was_closed(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        kept = played(shelf, FIRST)
        shelf.games.discard(kept.id)
    with Shelf.open(tmp_path) as shelf:
        assert shelf.games.all() == []
        with pytest.raises(NoSuchGame, match="not there any more"):
            shelf.games.bring_back(kept.id)


@pytest.mark.parametrize("id", ["", "../../secret", "a" * 32, "A" * 32, "0" * 31, "0" * 32 + "\n"])
def test_what_is_not_a_game_cannot_be_opened(tmp_path: Path, id: str) -> None:
    with Shelf.open(tmp_path) as shelf:
        for attempt in (shelf.games.open, shelf.games.discard, shelf.history.open):
            with pytest.raises(NoSuchGame):
                attempt(id)


def test_fields_nobody_knows_survive_saving(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        kept = played(shelf, FIRST)
    path = tmp_path / "games" / f"{kept.id}.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"title": "At Maya's"}))
    with Shelf.open(tmp_path) as shelf:
        kept = shelf.games.open(kept.id)
        shelf.games.save(kept, kept.game.record(SECOND))
    assert json.loads(path.read_text())["title"] == "At Maya's"


def test_a_game_begins_even_if_its_players_cannot_be_remembered(tmp_path: Path) -> None:
    (tmp_path / "learned.json").write_text('{"format": "railkeeper-learned/99"}')
    with Shelf.open(tmp_path) as shelf:
        kept = shelf.games.begin(setup())
        assert noted(*shelf.games.all()) == noted(kept)
        assert any("newer Railkeeper" in notice for notice in told(shelf))
