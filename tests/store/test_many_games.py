"""However many games there are: lists read what they show, and a change costs one line."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.store.session import (
    AFRICA,
    FIRST,
    SECOND,
    Clock,
    everything,
    finished,
    listed,
    played,
    told,
)
from tests.support.stores import open_store

ROOT = Path(__file__).parents[2]
LIST = "history.2.jsonl"
WATCH = """
import sys
from pathlib import Path
folder = Path(sys.argv[1])
touched = []
def watch(event, details):
    if event in ("open", "os.listdir", "os.scandir", "os.stat"):
        touched.append(str(details[0]))
from tests.support.stores import open_store
sys.addaudithook(watch)
with open_store(folder) as store:
    store.games.waiting()
    store.last_location.read()
    store.settings.read()
    store.learned.players()
print("\\n".join(name for name in touched if "history" in name))
"""


def break_logs(folder: Path) -> None:
    """Leave of every record only its first line as it was."""
    for path in folder.glob("*.json"):
        path.write_bytes(path.read_bytes().partition(b"\n")[0] + b"\n\xff")


def test_the_start_looks_at_no_past_game_and_not_at_their_list(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        finished(store), finished(store, SECOND)
        played(store, FIRST)
        store.history.all()
    run = subprocess.run(
        [sys.executable, "-c", WATCH, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == ""


def test_what_waits_is_listed_without_reading_the_logs(tmp_path: Path) -> None:
    clock = Clock()
    with open_store(tmp_path, now=clock) as store:
        first = played(store, FIRST, SECOND)
        clock.turn(hours=1)
        second = played(store, board=AFRICA)
    break_logs(tmp_path / "games")
    with open_store(tmp_path) as store:
        waiting = store.games.waiting()
        assert [game.id for game in waiting] == [second.id, first.id]
        assert [game.board for game in waiting] == ["heart-of-africa", "usa"]
        assert [game.entries for game in waiting] == [0, 2]
        assert waiting[1].scores == first.scores == {"Ana": 2, "Peter": 7}
        assert waiting[1].changed == first.changed
        assert waiting[1].players == first.game.setup.players
        assert told(store) == []


def test_a_record_without_a_first_line_of_ours_is_listed_all_the_same(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = played(store, FIRST)
        expected = store.games.waiting()
    path = tmp_path / "games" / f"{saved.id}.json"
    value = json.loads(path.read_text())
    for text in (json.dumps(value), json.dumps(value, indent=1), json.dumps({**value, "map": 1})):
        path.write_text(text + "\n")
        with open_store(tmp_path) as store:
            assert store.games.waiting() == (expected if '"usa"' in text else [])


@pytest.mark.parametrize(
    "wrong", [{"summary": {}}, {"summary": 5}, {"changed": 5}, {"players": 7}, {"players": [[]]}]
)
def test_a_first_line_that_makes_no_sense_is_not_believed(tmp_path: Path, wrong: object) -> None:
    with open_store(tmp_path) as store:
        saved = played(store, FIRST)
        expected = store.games.waiting()
    path = tmp_path / "games" / f"{saved.id}.json"
    first, _, rest = path.read_text().partition(",\n")
    head = json.loads(first + "}") | wrong
    path.write_text(f"{json.dumps(head)[:-1]},\n{rest}")
    with open_store(tmp_path) as store:
        if "players" in head and head["players"] in (7, [[]]):
            assert len(store.games.unreadable()) == 1
        else:
            assert [game.scores for game in store.games.waiting()] == [expected[0].scores]


def test_the_list_is_read_from_the_latest_game_on_without_reading_a_record(tmp_path: Path) -> None:
    clock = Clock()
    with open_store(tmp_path, now=clock) as store:
        games = []
        for _ in range(7):
            clock.turn(days=1)
            games.append(finished(store))
    for path in (tmp_path / "history").iterdir():
        path.write_bytes(b"")
    with open_store(tmp_path) as store:
        assert [store.history.game(id) for id in store.history.order()] == games[::-1]
        assert len(store.history) == 7
        assert store.history.all() == games[::-1]


def test_games_finished_in_other_time_zones_are_in_the_order_in_which_they_were(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path) as store:
        ids = [finished(store).id for _ in range(3)]
    times = ("2026-03-07T23:30:00+05:00", "2026-03-07T19:30:00+00:00", "2026-03-07T18:00:00-03:00")
    for id, time in zip(ids, times, strict=True):
        path = tmp_path / "history" / f"{id}.json"
        value = json.loads(path.read_text()) | {"finished": time}
        path.write_text(json.dumps(value))
    (tmp_path / LIST).unlink()
    with open_store(tmp_path) as store:
        assert store.history.order() == ids[::-1]


def test_finishing_and_correcting_add_lines_and_write_nothing_else_of_the_list(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path) as store:
        for _ in range(5):
            finished(store)
        saved = played(store, FIRST)
        before = everything(tmp_path)
        saved = store.games.finish(saved)
        after = everything(tmp_path)
        assert after[LIST].startswith(before[LIST])
        assert after[LIST].count(b"\n") == before[LIST].count(b"\n") + 1
        changed = {name for name in after if after[name] != before.get(name)}
        assert changed == {LIST, f"history/{saved.id}.json", f"history/{saved.id}.json.before"}
        store.history.remove(saved.id)
        assert everything(tmp_path)[LIST] == after[LIST]


def test_lines_that_are_out_of_date_do_not_pile_up(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = store.games.finish(played(store, FIRST))
        for turned in range(300):
            saved = store.games.note(saved, turned=turned)
    grown = (tmp_path / LIST).stat().st_size
    with open_store(tmp_path) as store:
        past = store.history.all()
        assert [each.id for each in past] == [saved.id]
    assert (tmp_path / LIST).stat().st_size < grown / 100
    with open_store(tmp_path) as store:
        assert store.history.all() == past


def test_a_lost_list_is_made_again_from_first_lines_and_tells_how_far_it_is(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path) as store:
        for events in ((FIRST,), (SECOND,), (FIRST, SECOND)):
            finished(store, *events)
        games = store.history.all()
    (tmp_path / LIST).unlink()
    break_logs(tmp_path / "history")
    with open_store(tmp_path) as store:
        assert not store.history.is_loaded
        told_of: list[tuple[int, int]] = []
        assert store.history.load(lambda done, of: told_of.append((done, of)))
        assert told_of == [(0, 3), (1, 3), (2, 3)]
        assert store.history.is_loaded
        assert sorted(store.history.all()) == sorted(games)
    with open_store(tmp_path) as store:
        told_of.clear()
        assert store.history.load(lambda done, of: told_of.append((done, of)))
        assert told_of == []


def test_making_the_list_can_be_cancelled_and_done_later(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        games = [finished(store), finished(store, SECOND)]
    (tmp_path / LIST).unlink()
    with open_store(tmp_path) as store:
        answers = iter((False, True))
        assert not store.history.load(cancelled=lambda: next(answers))
        assert not store.history.is_loaded
        assert not (tmp_path / LIST).exists()
        assert {past.id for past in store.history.all()} == {past.id for past in games}


def test_what_happens_while_the_list_is_made_in_another_thread_is_not_overlooked(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path) as store:
        past = [finished(store) for _ in range(20)]
    (tmp_path / LIST).unlink()
    with open_store(tmp_path) as store:
        halfway, go_on = threading.Event(), threading.Event()

        def wait(done: int, _: int) -> None:
            if done == 10:
                halfway.set()
                go_on.wait(10)

        worker = threading.Thread(target=store.history.load, args=(wait,))
        worker.start()
        assert halfway.wait(10)
        saved = store.games.finish(played(store, SECOND))
        changed = store.history.open(past[0].id)
        store.history.change(changed, changed.game.record(SECOND))
        store.history.reopen(store.history.open(past[1].id))
        go_on.set()
        worker.join(10)
        assert store.history.is_loaded
        ids = {each.id for each in store.history.all()}
        assert ids == {each.id for each in past} - {past[1].id} | {saved.id}
        assert listed(store, changed).scores["Peter"] == 17
    with open_store(tmp_path) as store:
        assert {each.id for each in store.history.all()} == ids
        assert listed(store, changed).scores["Peter"] == 17


def test_the_place_of_the_keeper_is_there_after_a_kill(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        assert store.last_location.read() == ("", "")
        saved = played(store, FIRST)
        store.last_location.note(saved.id, "table")
        before = everything(tmp_path)
        store.last_location.note(saved.id, "table")
        assert everything(tmp_path) == before
    with open_store(tmp_path) as store:
        assert store.last_location.read() == (saved.id, "table")
        store.last_location.note()
    with open_store(tmp_path) as store:
        assert store.last_location.read() == ("", "")


@pytest.mark.parametrize(
    "content", ["", "[]", "null", "{}", '{"game": "../x", "page": "a b"}', '{"game": 1, "page": 2}']
)
def test_a_place_that_makes_no_sense_is_none(tmp_path: Path, content: str) -> None:
    (tmp_path / "place.json").write_text(content)
    with open_store(tmp_path) as store:
        assert store.last_location.read() == ("", "")
        assert told(store) == []
