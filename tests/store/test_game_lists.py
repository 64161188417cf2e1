"""Lists of games are built from the headers of the records."""

from __future__ import annotations

import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest

from companion.rules.events import Ticket, TurnPassed
from companion.rules.final_tally import tally
from companion.store.store import Store
from tests.support.boards import SIX_SPACES, claims
from tests.support.games import recorded_game
from tests.support.saved_games import (
    AFRICA,
    FIRST,
    SECOND,
    FakeClock,
    files_in,
    finish,
    listed,
    notices,
    play,
    tickets,
)
from tests.support.stores import edit, open_store, update

ROOT = Path(__file__).parents[2]
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
from tests.support.stores import open_store
with open_store(folder) as store:
    store.games.in_progress()
    store.last_location.read()
    store.settings.read()
    store.learned.players()
print("\\n".join(name for name in touched if ".finished.json" in name))
"""


def keep_only_headers(folder: Path) -> None:
    """Damage every record after its first line."""
    for path in folder.glob("games/*.json"):
        path.write_bytes(path.read_bytes().partition(b"\n")[0] + b"\n\xff")


def test_start_reads_no_finished_game(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        finish(store), finish(store, SECOND)
        play(store, FIRST)
    run = subprocess.run(
        [sys.executable, "-c", WATCH, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == ""


def test_games_in_progress_are_listed_without_reading_their_events(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, now=clock) as store:
        first = play(store, FIRST, SECOND)
        clock.advance(hours=1)
        second = play(store, board=AFRICA)
    keep_only_headers(tmp_path)
    with open_store(tmp_path) as store:
        games = store.games.in_progress()
        assert [game.id for game in games] == [second.id, first.id]
        assert [game.board for game in games] == ["heart-of-africa", "usa"]
        assert [game.entries for game in games] == [0, 2]
        assert games[1].scores == first.scores == {"Ana": 2, "Peter": 7}
        assert games[1].date == first.changed
        assert games[1].players == first.game.setup.players
        assert notices(store) == []


def test_finished_games_are_listed_without_reading_their_events(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, now=clock) as store:
        games = []
        for _ in range(7):
            clock.advance(days=1)
            games.append(finish(store))
    keep_only_headers(tmp_path)
    with open_store(tmp_path) as store:
        assert store.games.finished() == games[::-1]
        assert notices(store) == []


def test_listing_writes_nothing(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        finish(store), play(store, FIRST)
    with open_store(tmp_path) as store:
        before = files_in(tmp_path)
        store.games.in_progress()
        store.games.finished()
        store.games.unreadable_in_progress()
        store.games.unreadable_finished()
        assert files_in(tmp_path) == before


def test_game_in_progress_is_listed_with_the_running_score_until_it_is_over(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        play(store, FIRST)
        (game,) = store.games.in_progress()
        assert game.scores == {"Ana": 2, "Peter": 0}
        assert (game.final, game.open_turns) == (False, ())
        assert game.without_tickets == ("Ana", "Peter")
    with open_store(tmp_path / "tallied") as store:
        saved = play(store, FIRST, tickets("Ana", Ticket("boston", "montreal", 9)))
        (game,) = store.games.in_progress()
        assert game.scores == {"Ana": 2, "Peter": 0} == saved.scores
        assert game.without_tickets == ("Peter",)


def test_game_in_progress_is_listed_with_the_players_who_still_have_a_turn(
    store: Store,
) -> None:
    saved = play(store, *claims("Ana", *SIX_SPACES, "dallas--houston"), TurnPassed("Ana"))
    (game,) = store.games.in_progress()
    assert (game.final, game.open_turns) == (False, ("Peter",))
    store.players.rename("Peter", "Pit")
    assert store.games.in_progress()[0].open_turns == ("Pit",)
    store.players.rename("Pit", "Peter")
    store.games.save(saved, saved.game.record(TurnPassed("Peter")))
    (game,) = store.games.in_progress()
    assert (game.final, game.open_turns) == (True, ())
    assert game.scores["Ana"] == 106 + 10


def test_finished_games_of_other_time_zones_are_sorted_by_time(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        ids = [finish(store).id for _ in range(3)]
    times = ("2026-03-07T23:30:00+05:00", "2026-03-07T19:30:00+00:00", "2026-03-07T18:00:00-03:00")
    for id, time in zip(ids, times, strict=True):
        path = tmp_path / "games" / f"{id}.finished.json"
        edit(path, partial(update, finished=time), checked=True)
    with open_store(tmp_path) as store:
        assert [game.id for game in store.games.finished()] == ids[::-1]


def test_results_in_the_header_are_those_of_the_tally(store: Store) -> None:
    for name in ("heart-of-africa-full", "europe-full", "usa-mega"):
        saved = store.games.begin(recorded_game(name).setup)
        game = recorded_game(name)
        saved = store.games.finish(store.games.save(saved, game))
        found, result = listed(store, saved), tally(game.state)
        for player in result.players:
            row = found.results[player.name]
            assert row.rank == result.ranks[player.name]
            assert row.parts == {part.id: part.points for part in player.parts}
            assert (row.tickets, row.tickets_completed) == (
                len(player.tickets),
                player.tickets_completed,
            )
            lost = sum(each.ticket.penalty for each in player.tickets if not each.completed)
            assert row.ticket_points - lost == row.parts["tickets"]
            assert row.longest_route == player.longest_route.length
            doubled = [claim.points for claim in player.claims if claim.doubled]
            has_terrain = game.setup.board.terrain is not None
            assert row.doubled == (len(doubled) if has_terrain else None)
            assert row.doubled_points == (sum(doubled) if has_terrain else None)


def test_header_of_a_corrected_game_has_the_new_result(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = store.games.finish(play(store, FIRST))
        store.games.save(saved, saved.game.record(SECOND))
        (game,) = store.games.finished()
    with open_store(tmp_path) as store:
        assert store.games.finished() == [game]
        assert game.results["Peter"].parts["routes"] == 7
        reopened = store.games.reopen(store.games.open(game.id))
        assert store.games.finished() == []
        store.games.finish(store.games.save(reopened, reopened.game.undo()))
        assert store.games.finished()[0].results["Peter"].parts["routes"] == 0


def test_results_follow_a_renamed_player(store: Store) -> None:
    before = finish(store)
    store.players.rename("Ana", "Anna")
    (game,) = store.games.finished()
    assert game.results == {
        "Anna": before.results["Ana"],
        "Peter": before.results["Peter"],
    }
    assert game.winners == ("Anna",)


def test_headers_in_memory_follow_every_change(store: Store) -> None:
    first = finish(store)
    saved = store.games.finish(play(store, SECOND))
    assert len(store.games.finished()) == 2
    store.games.save(saved, saved.game.record(FIRST))
    assert listed(store, saved).scores["Ana"] == 2
    store.games.reopen(store.games.open(saved.id))
    assert store.games.finished() == [first]
    store.games.remove(first.id)
    assert store.games.finished() == []
    store.games.restore(first.id)
    assert store.games.finished() == [first]


def test_loading_reports_progress_and_reads_each_header_once(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        for events in ((FIRST,), (SECOND,), (FIRST, SECOND)):
            finish(store, *events)
    with open_store(tmp_path) as store:
        assert not store.games.is_finished_loaded
        progress: list[tuple[int, int]] = []
        assert store.games.load_finished_headers(lambda done, total: progress.append((done, total)))
        assert progress == [(0, 3), (1, 3), (2, 3)]
        assert store.games.is_finished_loaded
        progress.clear()
        assert store.games.load_finished_headers(lambda done, total: progress.append((done, total)))
        assert progress == []


def test_cancelled_loading_continues_later(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        games = [finish(store), finish(store, SECOND)]
    with open_store(tmp_path) as store:
        answers = iter((False, True))
        assert not store.games.load_finished_headers(cancelled=lambda: next(answers))
        assert not store.games.is_finished_loaded
        progress: list[tuple[int, int]] = []
        assert store.games.load_finished_headers(lambda done, total: progress.append((done, total)))
        assert progress == [(0, 1)]
        assert sorted(store.games.finished()) == sorted(games)


def test_changes_during_loading_in_another_thread_are_listed(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        games = [finish(store) for _ in range(20)]
    with open_store(tmp_path) as store:
        halfway = threading.Event()

        def progress(done: int, _: int) -> None:
            if done == 10:
                halfway.set()

        worker = threading.Thread(target=store.games.load_finished_headers, args=(progress,))
        worker.start()
        assert halfway.wait(10)
        added = store.games.finish(play(store, SECOND))
        changed = store.games.open(games[0].id)
        store.games.save(changed, changed.game.record(SECOND))
        store.games.reopen(store.games.open(games[1].id))
        worker.join(10)
        ids = {game.id for game in store.games.finished()}
        assert ids == {game.id for game in games} - {games[1].id} | {added.id}
        assert listed(store, changed).scores["Peter"] == 17


def test_last_location_is_there_after_a_kill(tmp_path: Path) -> None:
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
def test_malformed_last_location_is_ignored(tmp_path: Path, content: str) -> None:
    (tmp_path / "last_location.json").write_text(content)
    with open_store(tmp_path) as store:
        assert store.last_location.read() == ("", "")
        assert notices(store) == []
