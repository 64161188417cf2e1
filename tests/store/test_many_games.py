"""However many games there are: lists read what they show, and a change costs one line."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.support.games import (
    AFRICA,
    FIRST,
    SECOND,
    FakeClock,
    files_in,
    finish,
    listed,
    notices,
    play,
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
    store.games.in_progress()
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
        finish(store), finish(store, SECOND)
        play(store, FIRST)
        store.games.finished()
    run = subprocess.run(
        [sys.executable, "-c", WATCH, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == ""


def test_what_waits_is_listed_without_reading_the_logs(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, now=clock) as store:
        first = play(store, FIRST, SECOND)
        clock.advance(hours=1)
        second = play(store, board=AFRICA)
    break_logs(tmp_path / "games")
    with open_store(tmp_path) as store:
        waiting = store.games.in_progress()
        assert [game.id for game in waiting] == [second.id, first.id]
        assert [game.board for game in waiting] == ["heart-of-africa", "usa"]
        assert [game.entries for game in waiting] == [0, 2]
        assert waiting[1].scores == first.scores == {"Ana": 2, "Peter": 7}
        assert waiting[1].changed == first.changed
        assert waiting[1].players == first.game.setup.players
        assert notices(store) == []


def test_a_record_without_a_first_line_of_ours_is_listed_all_the_same(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
        expected = store.games.in_progress()
    path = tmp_path / "games" / f"{saved.id}.json"
    value = json.loads(path.read_text())
    for text in (json.dumps(value), json.dumps(value, indent=1), json.dumps({**value, "map": 1})):
        path.write_text(text + "\n")
        with open_store(tmp_path) as store:
            assert store.games.in_progress() == (expected if '"usa"' in text else [])


@pytest.mark.parametrize(
    "wrong", [{"summary": {}}, {"summary": 5}, {"changed": 5}, {"players": 7}, {"players": [[]]}]
)
def test_a_first_line_that_makes_no_sense_is_not_believed(tmp_path: Path, wrong: object) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
        expected = store.games.in_progress()
    path = tmp_path / "games" / f"{saved.id}.json"
    first, _, rest = path.read_text().partition(",\n")
    head = json.loads(first + "}") | wrong
    path.write_text(f"{json.dumps(head)[:-1]},\n{rest}")
    with open_store(tmp_path) as store:
        if "players" in head and head["players"] in (7, [[]]):
            assert len(store.games.unreadable_in_progress()) == 1
        else:
            assert [game.scores for game in store.games.in_progress()] == [expected[0].scores]


def test_the_list_is_read_from_the_latest_game_on_without_reading_a_record(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, now=clock) as store:
        games = []
        for _ in range(7):
            clock.advance(days=1)
            games.append(finish(store))
    for path in (tmp_path / "history").iterdir():
        path.write_bytes(b"")
    with open_store(tmp_path) as store:
        assert [
            store.history.game(id) for id in [game.id for game in store.games.finished()]
        ] == games[::-1]
        assert len(store.games.finished()) == 7
        assert store.games.finished() == games[::-1]


def test_games_finished_in_other_time_zones_are_in_the_order_in_which_they_were(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path) as store:
        ids = [finish(store).id for _ in range(3)]
    times = ("2026-03-07T23:30:00+05:00", "2026-03-07T19:30:00+00:00", "2026-03-07T18:00:00-03:00")
    for id, time in zip(ids, times, strict=True):
        path = tmp_path / "history" / f"{id}.json"
        value = json.loads(path.read_text()) | {"finished": time}
        path.write_text(json.dumps(value))
    (tmp_path / LIST).unlink()
    with open_store(tmp_path) as store:
        assert [game.id for game in store.games.finished()] == ids[::-1]


def test_finishing_and_correcting_add_lines_and_write_nothing_else_of_the_list(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path) as store:
        for _ in range(5):
            finish(store)
        saved = play(store, FIRST)
        before = files_in(tmp_path)
        saved = store.games.finish(saved)
        after = files_in(tmp_path)
        assert after[LIST].startswith(before[LIST])
        assert after[LIST].count(b"\n") == before[LIST].count(b"\n") + 1
        changed = {name for name in after if after[name] != before.get(name)}
        assert changed == {LIST, f"history/{saved.id}.json", f"history/{saved.id}.json.before"}
        store.games.remove(saved.id)
        assert files_in(tmp_path)[LIST] == after[LIST]


def test_lines_that_are_out_of_date_do_not_pile_up(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = store.games.finish(play(store, FIRST))
        for turned in range(300):
            saved = store.games.save_orientation(saved, turned)
    grown = (tmp_path / LIST).stat().st_size
    with open_store(tmp_path) as store:
        past = store.games.finished()
        assert [each.id for each in past] == [saved.id]
    assert (tmp_path / LIST).stat().st_size < grown / 100
    with open_store(tmp_path) as store:
        assert store.games.finished() == past


def test_a_lost_list_is_made_again_from_first_lines_and_tells_how_far_it_is(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path) as store:
        for events in ((FIRST,), (SECOND,), (FIRST, SECOND)):
            finish(store, *events)
        games = store.games.finished()
    (tmp_path / LIST).unlink()
    break_logs(tmp_path / "history")
    with open_store(tmp_path) as store:
        assert not store.games.is_finished_loaded
        told_of: list[tuple[int, int]] = []
        assert store.games.load_finished(lambda done, of: told_of.append((done, of)))
        assert told_of == [(0, 3), (1, 3), (2, 3)]
        assert store.games.is_finished_loaded
        assert sorted(store.games.finished()) == sorted(games)
    with open_store(tmp_path) as store:
        told_of.clear()
        assert store.games.load_finished(lambda done, of: told_of.append((done, of)))
        assert told_of == []


def test_making_the_list_can_be_cancelled_and_done_later(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        games = [finish(store), finish(store, SECOND)]
    (tmp_path / LIST).unlink()
    with open_store(tmp_path) as store:
        answers = iter((False, True))
        assert not store.games.load_finished(cancelled=lambda: next(answers))
        assert not store.games.is_finished_loaded
        assert not (tmp_path / LIST).exists()
        assert {past.id for past in store.games.finished()} == {past.id for past in games}


def test_what_happens_while_the_list_is_made_in_another_thread_is_not_overlooked(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path) as store:
        past = [finish(store) for _ in range(20)]
    (tmp_path / LIST).unlink()
    with open_store(tmp_path) as store:
        halfway, go_on = threading.Event(), threading.Event()

        def wait(done: int, _: int) -> None:
            if done == 10:
                halfway.set()
                go_on.wait(10)

        worker = threading.Thread(target=store.games.load_finished, args=(wait,))
        worker.start()
        assert halfway.wait(10)
        saved = store.games.finish(play(store, SECOND))
        changed = store.games.open(past[0].id)
        store.games.save(changed, changed.game.record(SECOND))
        store.games.reopen(store.games.open(past[1].id))
        go_on.set()
        worker.join(10)
        assert store.games.is_finished_loaded
        ids = {each.id for each in store.games.finished()}
        assert ids == {each.id for each in past} - {past[1].id} | {saved.id}
        assert listed(store, changed).scores["Peter"] == 17
    with open_store(tmp_path) as store:
        assert {each.id for each in store.games.finished()} == ids
        assert listed(store, changed).scores["Peter"] == 17


def test_the_place_of_the_keeper_is_there_after_a_kill(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        assert store.last_location.read() == ("", "")
        saved = play(store, FIRST)
        store.last_location.write(saved.id, "table")
        before = files_in(tmp_path)
        store.last_location.write(saved.id, "table")
        assert files_in(tmp_path) == before
    with open_store(tmp_path) as store:
        assert store.last_location.read() == (saved.id, "table")
        store.last_location.write()
    with open_store(tmp_path) as store:
        assert store.last_location.read() == ("", "")


@pytest.mark.parametrize(
    "content", ["", "[]", "null", "{}", '{"game": "../x", "page": "a b"}', '{"game": 1, "page": 2}']
)
def test_a_place_that_makes_no_sense_is_none(tmp_path: Path, content: str) -> None:
    (tmp_path / "place.json").write_text(content)
    with open_store(tmp_path) as store:
        assert store.last_location.read() == ("", "")
        assert notices(store) == []
