"""Finished games: listed from the index, opened from their records, removed, corrected."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.rules import Ticket, tally
from companion.store import NoSuchGame, PastGame, Shelf
from tests.store.evening import (
    AFRICA,
    ANA,
    FIRST,
    PETER,
    SECOND,
    SUDAN,
    Clock,
    finished,
    listed,
    noted,
    played,
    tickets,
    told,
)


def test_a_finished_game_is_listed_with_its_result(tmp_path: Path) -> None:
    clock = Clock()
    with Shelf.open(tmp_path, now=clock) as shelf:
        kept = played(shelf, FIRST, SECOND)
        past = listed(shelf, shelf.games.finish(kept))
        assert shelf.games.all() == []
    with Shelf.open(tmp_path) as shelf:
        assert shelf.history.all() == [past]
        assert told(shelf) == []
        result = tally(kept.game.state)
        assert past == PastGame(
            id=kept.id,
            board="usa",
            players=(ANA, PETER),
            date=clock(),
            duration=None,
            scores={player.name: player.total for player in result.players},
            winners=result.winners,
        )
        assert shelf.history.open(past.id).game.events == kept.game.events


def test_finishing_correcting_and_reopening_give_the_game_as_it_lies_on_disk(
    tmp_path: Path,
) -> None:
    with Shelf.open(tmp_path) as shelf:
        kept = shelf.games.finish(played(shelf, FIRST))
        assert noted(shelf.history.open(kept.id)) == noted(kept)
        kept = shelf.history.change(kept, kept.game.record(SECOND))
        assert noted(shelf.history.open(kept.id)) == noted(kept)
        kept = shelf.history.reopen(kept)
        assert noted(shelf.games.open(kept.id)) == noted(kept)
        assert kept.finished is None


def test_a_reopened_game_is_in_progress_and_nowhere_else(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        kept = shelf.history.reopen(shelf.games.finish(played(shelf, FIRST)))
        kept = shelf.games.save(kept, kept.game.record(SECOND))
        assert shelf.history.all() == []
    with Shelf.open(tmp_path) as shelf:
        assert noted(*shelf.games.all()) == noted(kept)
        assert shelf.history.all() == []
        assert told(shelf) == []


def test_the_latest_game_is_listed_first(tmp_path: Path) -> None:
    clock = Clock()
    with Shelf.open(tmp_path, now=clock) as shelf:
        first = finished(shelf)
        clock.turn(days=1)
        second = finished(shelf)
        assert shelf.history.all() == [second, first]


def test_the_list_opens_without_reading_the_games(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        past = finished(shelf)
        (tmp_path / "history" / f"{past.id}.json").write_text("nonsense")
        assert shelf.history.all() == [past]
    with Shelf.open(tmp_path) as shelf:
        assert shelf.history.all() == [past]
        assert told(shelf) == []


def test_a_removed_game_can_be_brought_back(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        stays, goes = finished(shelf), finished(shelf, SECOND)
        shelf.history.remove(goes.id)
        assert shelf.history.all() == [stays]
        with pytest.raises(NoSuchGame):
            shelf.history.open(goes.id)
        assert shelf.history.bring_back(goes.id) == goes
        assert shelf.history.open(goes.id).game.events == (SECOND,)
        assert {past.id for past in shelf.history.all()} == {stays.id, goes.id}


def test_a_removed_game_is_gone_once_the_app_was_closed(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        past = finished(shelf)
        shelf.history.remove(past.id)
    with Shelf.open(tmp_path) as shelf:
        assert shelf.history.all() == []
        with pytest.raises(NoSuchGame):
            shelf.history.bring_back(past.id)
    assert not list((tmp_path / "removed").iterdir())


def test_a_game_cannot_be_removed_twice(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        past = finished(shelf)
        shelf.history.remove(past.id)
        with pytest.raises(NoSuchGame):
            shelf.history.remove(past.id)
        shelf.history.bring_back(past.id)
        with pytest.raises(NoSuchGame):
            shelf.history.bring_back(past.id)


def test_a_ticket_corrected_afterwards_changes_the_listed_result(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        past = finished(shelf, FIRST, tickets("Peter", Ticket("boston", "montreal", 20)))
        kept = shelf.history.open(past.id)
        changed = kept.game.change(1, tickets("Peter", Ticket("boston", "montreal", 2)))
        now = listed(shelf, shelf.history.change(kept, changed))
        assert now.scores["Peter"] == past.scores["Peter"] + 18
        assert now.date == past.date
        assert shelf.history.all() == [now]
    with Shelf.open(tmp_path) as shelf:
        assert shelf.history.all() == [now]
        assert shelf.history.open(past.id).game.events == changed.events
        assert told(shelf) == []


def test_a_correction_cut_short_is_listed_rightly_after_reopening(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        past = finished(shelf, FIRST, tickets("Peter", Ticket("boston", "montreal", 20)))
        unsure = (tmp_path / "history.json").read_text().replace('"id"', '"unsure": true, "id"')
        kept = shelf.history.open(past.id)
        now = listed(shelf, shelf.history.change(kept, kept.game.remove(1)))
    (tmp_path / "history.json").write_text(unsure)
    with Shelf.open(tmp_path) as shelf:
        assert shelf.history.all() == [now]


@pytest.mark.parametrize("lost", ["the list", "the list and its copy", "one row"])
def test_what_the_list_lost_is_put_back_from_the_records(tmp_path: Path, lost: str) -> None:
    with Shelf.open(tmp_path) as shelf:
        games = [finished(shelf), finished(shelf, SECOND)]
    index = tmp_path / "history.json"
    if lost == "one row":
        rows = json.loads(index.read_text())
        rows["games"]["1"]["scores"] = ["many", None, 3]
        index.write_text(json.dumps(rows))
    else:
        index.unlink()
    if lost == "the list and its copy":
        (tmp_path / "history.json.before").unlink()
    with Shelf.open(tmp_path) as shelf:
        assert {past.id: past for past in shelf.history.all()} == {past.id: past for past in games}
        assert any("put back into the list" in notice for notice in told(shelf))
    with Shelf.open(tmp_path) as shelf:
        assert told(shelf) == []


@pytest.mark.parametrize("row", [{}, {"id": []}, {"id": "0" * 32, "players": [[1]]}, {"id": None}])
def test_a_strange_row_in_the_list_is_dropped(tmp_path: Path, row: object) -> None:
    with Shelf.open(tmp_path) as shelf:
        past = finished(shelf)
    index = tmp_path / "history.json"
    rows = json.loads(index.read_text())
    rows["games"]["7"] = row
    index.write_text(json.dumps(rows))
    with Shelf.open(tmp_path) as shelf:
        assert shelf.history.all() == [past]
        finished(shelf)
        assert len(shelf.history.all()) == 2


def test_finishing_remembers_the_tickets_of_a_deck_that_is_not_bundled(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        finished(shelf, tickets("Ana", SUDAN), board=AFRICA)
        assert shelf.learned.tickets(AFRICA) == [SUDAN]
