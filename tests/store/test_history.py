"""Finished games: listed from the index, opened from their records, removed, corrected."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.report.statistics import statistics
from companion.rules.events import Ticket
from companion.rules.final_tally import tally
from companion.store.errors import NoSuchGame
from companion.store.record_header import PastGame
from companion.store.store import Store
from tests.support.games import (
    AFRICA,
    ANA,
    FIRST,
    PETER,
    SECOND,
    SUDAN,
    FakeClock,
    finish,
    listed,
    notices,
    play,
    records,
    tickets,
)
from tests.support.stores import open_store, saved_games

LIST = "history.2.jsonl"


def test_a_finished_game_is_listed_with_its_result(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, now=clock) as store:
        saved = play(store, FIRST, SECOND)
        past = listed(store, store.games.finish(saved))
        assert saved_games(store) == []
    with open_store(tmp_path) as store:
        assert store.games.finished() == [past]
        assert notices(store) == []
        result = tally(saved.game.state)
        assert past == PastGame(
            id=saved.id,
            board="usa",
            players=(ANA, PETER),
            date=clock(),
            duration=None,
            scores={player.name: player.total for player in result.players},
            winners=result.winners,
        )
        assert store.games.open(past.id).game.events == saved.game.events


def test_finishing_correcting_and_reopening_give_the_game_as_it_lies_on_disk(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path) as store:
        saved = store.games.finish(play(store, FIRST))
        assert records(store.games.open(saved.id)) == records(saved)
        saved = store.games.save(saved, saved.game.record(SECOND))
        assert records(store.games.open(saved.id)) == records(saved)
        saved = store.games.reopen(saved)
        assert records(store.games.open(saved.id)) == records(saved)
        assert saved.finished is None


def test_a_reopened_game_is_in_progress_and_nowhere_else(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = store.games.reopen(store.games.finish(play(store, FIRST)))
        saved = store.games.save(saved, saved.game.record(SECOND))
        assert store.games.finished() == []
    with open_store(tmp_path) as store:
        assert records(*saved_games(store)) == records(saved)
        assert store.games.finished() == []
        assert notices(store) == []


def test_the_latest_game_is_listed_first(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, now=clock) as store:
        first = finish(store)
        clock.advance(days=1)
        second = finish(store)
        assert store.games.finished() == [second, first]


def test_the_list_opens_without_reading_the_games(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        past = finish(store)
        (tmp_path / "history" / f"{past.id}.json").write_text("nonsense")
        assert store.games.finished() == [past]
    with open_store(tmp_path) as store:
        assert store.games.finished() == [past]
        assert notices(store) == []


def test_a_removed_game_can_be_brought_back(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        stays, goes = finish(store), finish(store, SECOND)
        store.games.remove(goes.id)
        assert store.games.finished() == [stays]
        with pytest.raises(NoSuchGame):
            store.games.open(goes.id)
        assert store.games.restore(goes.id) == goes
        assert store.games.open(goes.id).game.events == (SECOND,)
        assert {past.id for past in store.games.finished()} == {stays.id, goes.id}


def test_a_removed_game_is_gone_once_the_app_was_closed(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        past = finish(store)
        store.games.remove(past.id)
    with open_store(tmp_path) as store:
        assert store.games.finished() == []
        with pytest.raises(NoSuchGame):
            store.games.restore(past.id)
    assert not list((tmp_path / "removed").iterdir())


def test_a_game_cannot_be_removed_twice(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        past = finish(store)
        store.games.remove(past.id)
        with pytest.raises(NoSuchGame):
            store.games.remove(past.id)
        store.games.restore(past.id)
        with pytest.raises(NoSuchGame):
            store.games.restore(past.id)


def test_a_ticket_corrected_afterwards_changes_the_listed_result(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        past = finish(store, FIRST, tickets("Peter", Ticket("boston", "montreal", 20)))
        saved = store.games.open(past.id)
        changed = saved.game.change(1, tickets("Peter", Ticket("boston", "montreal", 2)))
        now = listed(store, store.games.save(saved, changed))
        assert now.scores["Peter"] == past.scores["Peter"] + 18
        assert now.date == past.date
        assert store.games.finished() == [now]
    with open_store(tmp_path) as store:
        assert store.games.finished() == [now]
        assert store.games.open(past.id).game.events == changed.events
        assert notices(store) == []


def test_a_correction_cut_short_is_listed_rightly_after_reopening(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        past = finish(store, FIRST, tickets("Peter", Ticket("boston", "montreal", 20)))
        before = (tmp_path / LIST).read_bytes()
        saved = store.games.open(past.id)
        now = listed(store, store.games.save(saved, saved.game.remove(1)))
        after = (tmp_path / LIST).read_bytes()
    # Every way in which the last lines of the list may be lost, down to its doubt.
    for length in range(len(before) + len(f"\n{past.id}"), len(after) + 1):
        (tmp_path / LIST).write_bytes(after[:length])
        with open_store(tmp_path) as store:
            assert store.games.finished() == [now]


def by_id(store: Store) -> dict[str, PastGame]:
    return {past.id: past for past in store.games.finished()}


def test_a_lost_list_is_made_again_from_the_records(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        finish(store), finish(store, SECOND)
        games = by_id(store)
    (tmp_path / LIST).unlink()
    with open_store(tmp_path) as store:
        assert by_id(store) == games
        assert notices(store) == []
    assert all(id in (tmp_path / LIST).read_text() for id in games)


def test_whatever_byte_of_the_list_is_damaged_the_list_is_right(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        finish(store), finish(store, SECOND)
        games = by_id(store)
    content = (tmp_path / LIST).read_bytes()
    for at in range(0, len(content), 3):
        for wrong in (content[:at], content[:at] + b"\xff" + content[at + 1 :]):
            (tmp_path / LIST).write_bytes(wrong)
            with open_store(tmp_path) as store:
                assert by_id(store).keys() == games.keys()
                assert all(past.scores == games[past.id].scores for past in store.games.finished())


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
    with open_store(tmp_path) as store:
        past = finish(store)
    line = (tmp_path / LIST).read_text()
    head = json.loads(line[line.index("{") :]) | strange
    (tmp_path / LIST).write_text(line[: line.index("{")] + json.dumps(head))
    with open_store(tmp_path) as store:
        assert [store.history.game(id) for id in [game.id for game in store.games.finished()]] == [
            past
        ]
        assert [player.overall.best for player in statistics(store.games.finished())] == [12, 0]


@pytest.mark.parametrize("line", [b"", b"{}", b"\0" * 90, b"0" * 32, b"0" * 90, b"\xff" * 90])
def test_a_strange_line_in_the_list_is_dropped(tmp_path: Path, line: bytes) -> None:
    with open_store(tmp_path) as store:
        past = finish(store)
    with (tmp_path / LIST).open("ab") as file:
        file.write(b"\n" + line)
    with open_store(tmp_path) as store:
        assert store.games.finished() == [past]
        finish(store)
        assert len(store.games.finished()) == 2


def test_finishing_remembers_the_tickets_of_a_deck_that_is_not_bundled(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        finish(store, tickets("Ana", SUDAN), board=AFRICA)
        assert store.learned.tickets(AFRICA) == [SUDAN]
