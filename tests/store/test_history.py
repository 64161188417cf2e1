"""Finished games: listed from the index, opened from their records, removed, corrected."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.report.statistics import statistics
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

LIST = "history.2.jsonl"


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
        before = (tmp_path / LIST).read_bytes()
        kept = shelf.history.open(past.id)
        now = listed(shelf, shelf.history.change(kept, kept.game.remove(1)))
        after = (tmp_path / LIST).read_bytes()
    # Every way in which the last lines of the list may be lost, down to its doubt.
    for length in range(len(before) + len(f"\n{past.id}"), len(after) + 1):
        (tmp_path / LIST).write_bytes(after[:length])
        with Shelf.open(tmp_path) as shelf:
            assert shelf.history.all() == [now]


def by_id(shelf: Shelf) -> dict[str, PastGame]:
    return {past.id: past for past in shelf.history.all()}


def test_a_lost_list_is_made_again_from_the_records(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        finished(shelf), finished(shelf, SECOND)
        games = by_id(shelf)
    (tmp_path / LIST).unlink()
    with Shelf.open(tmp_path) as shelf:
        assert by_id(shelf) == games
        assert told(shelf) == []
    assert all(id in (tmp_path / LIST).read_text() for id in games)


def test_whatever_byte_of_the_list_is_damaged_the_list_is_right(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        finished(shelf), finished(shelf, SECOND)
        games = by_id(shelf)
    content = (tmp_path / LIST).read_bytes()
    for at in range(0, len(content), 3):
        for wrong in (content[:at], content[:at] + b"\xff" + content[at + 1 :]):
            (tmp_path / LIST).write_bytes(wrong)
            with Shelf.open(tmp_path) as shelf:
                assert by_id(shelf).keys() == games.keys()
                assert all(past.scores == games[past.id].scores for past in shelf.history.all())


@pytest.mark.parametrize(
    "strange",
    [
        {"summary": {"entries": 1, "scores": ["many", None], "winners": ["Ana"]}},
        {"summary": {"entries": 1, "scores": [1], "winners": ["Ana"]}},
        {"summary": {"entries": 1, "scores": [10**400, 0], "winners": ["Ana"]}},
        {"summary": {"entries": 1, "scores": [1, 2], "winners": [["Ana"]]}},
        {"summary": {"entries": 1, "scores": [1, 2], "winners": ["Zoe"]}},
        {"summary": {"entries": 1, "scores": [1, 2], "winners": None}},
        {"summary": 7},
        {"players": [{"name": 7, "color": "blue"}, {"name": "Peter", "color": []}]},
        {"players": None},
        {"finished": 5},
        {"seconds_played": "many"},
        {"map": ["usa"]},
    ],
)
def test_wrong_types_in_the_list_are_asked_of_the_record(tmp_path: Path, strange: object) -> None:
    with Shelf.open(tmp_path) as shelf:
        past = finished(shelf)
    line = (tmp_path / LIST).read_text()
    head = json.loads(line[line.index("{") :]) | strange
    (tmp_path / LIST).write_text(line[: line.index("{")] + json.dumps(head))
    with Shelf.open(tmp_path) as shelf:
        assert [shelf.history.game(id) for id in shelf.history.order()] == [past]
        assert [player.overall.best for player in statistics(shelf.history.all())] == [12, 0]


@pytest.mark.parametrize("line", [b"", b"{}", b"\0" * 90, b"0" * 32, b"0" * 90, b"\xff" * 90])
def test_a_strange_line_in_the_list_is_dropped(tmp_path: Path, line: bytes) -> None:
    with Shelf.open(tmp_path) as shelf:
        past = finished(shelf)
    with (tmp_path / LIST).open("ab") as file:
        file.write(b"\n" + line)
    with Shelf.open(tmp_path) as shelf:
        assert shelf.history.all() == [past]
        finished(shelf)
        assert len(shelf.history) == 2


def test_finishing_remembers_the_tickets_of_a_deck_that_is_not_bundled(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        finished(shelf, tickets("Ana", SUDAN), board=AFRICA)
        assert shelf.learned.tickets(AFRICA) == [SUDAN]
