"""Kill a writing child process again and again, and check each time that nothing is lost.

    python -m tests.store.kills games 5000
    python -m tests.store.kills import 500

A child process writes as fast as it can and reports through a pipe what was confirmed as saved. It
is killed at a random moment; then all games it reported must be there.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from companion.rules.boards import bundled_boards
from companion.rules.events import RouteClaimed
from companion.rules.game import Game
from companion.rules.setup import Player, Setup
from companion.store.archive import write_archive
from companion.store.files import write_file
from companion.store.importing import Importer
from companion.store.store import Store
from tests.support.legal_events import legal_tracks
from tests.support.stores import open_store, saved_games

MOST_REPORTS = 8
"""Reports of a child, at most, before the kill."""

Report = Callable[[str], None]


def growing_game(entries: int) -> list[Game]:
    """A game after 0, 1, … entries."""
    chance = random.Random(1)
    board = bundled_boards()["usa"]
    games = [Game.begin(Setup(board, (Player("Ana", "blue"), Player("Peter", "red"))))]
    for _ in range(entries):
        turn = games[-1].state.turn
        assert turn is not None
        route, track = chance.choice(legal_tracks(games[-1].state, turn))
        games.append(games[-1].record(RouteClaimed(turn, route.id, track)))
    return games


GAME = growing_game(15)


def run_and_kill(work: Callable[[Report], None], after: int) -> list[str]:
    """Run a child, kill it some time after a number of reports, and return its reports."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            work(lambda line: _send(writing, line))
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        reports, usual = [], 0.0
        for _ in range(after):
            since = time.perf_counter()
            reports.append(pipe.readline())
            usual = time.perf_counter() - since
        # On any disk: somewhere within the next operation of the child.
        time.sleep(random.random() * usual)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status), "the child ended by itself"
        return b"".join([*reports, pipe.read()]).decode().splitlines()


def _send(pipe: int, line: str) -> None:
    os.write(pipe, line.encode() + b"\n")


def write_games(folder: Path, report: Report) -> None:
    """Continue or begin a game, save entries, finish it, remove the oldest, and repeat."""
    store = open_store(folder)
    report("open")
    while True:
        saved = next(iter(saved_games(store)), None) or store.games.begin(GAME[0].setup)
        report(f"saved {saved.id} {len(saved.game.events)}")
        for game in GAME[len(saved.game.events) + 1 :]:
            saved = store.games.save(saved, game)
            report(f"saved {saved.id} {len(game.events)}")
        store.games.finish(saved)
        report(f"finished {saved.id}")
        finished = store.games.finished()
        if len(finished) > 20:
            report(f"removing {finished[-1].id}")
            store.games.remove(finished[-1].id)


def lost_games(folder: Path, reports: list[str], finished: set[str]) -> list[str]:
    """Reported games that are missing or unreadable; updates the set of finished games."""
    saved: dict[str, int] = {}
    for line in reports:
        match line.split():
            case ["saved", id, count]:
                saved[id] = int(count)
            case ["finished", id]:
                finished.add(id)
            case ["removing", id]:
                finished.discard(id)
            case _:
                assert line == "open"
    lost = [f"{path.name} is not JSON" for path in _files(folder) if not _is_json(path)]
    with open_store(folder) as store:
        lost += map(str, store.notices)
        listed = [game.id for game in store.games.finished()]
        lost += [f"{id} is listed twice" for id in set(listed) if listed.count(id) > 1]
        lost += [f"{id} was finished" for id in finished - set(listed)]
        in_progress = [game.id for game in store.games.in_progress()]
        if len(in_progress) > 1:
            lost.append(f"{len(in_progress)} games are in progress instead of one")
        for id, entries in saved.items():
            if id in in_progress or id in listed:
                there = store.games.open(id).game.events
                if len(there) < entries or there != GAME[len(there)].events:
                    lost.append(f"{id} had {entries} entries, and has {len(there)}")
            elif f"removing {id}" not in reports:
                lost.append(f"{id} had {entries} entries")
    return lost


def _files(folder: Path) -> list[Path]:
    return [path for where in ("", "*/") for path in folder.glob(f"{where}*.json")]


def _is_json(path: Path) -> bool:
    try:
        json.loads(path.read_bytes())
    except ValueError:
        return False
    return True


def kill_games(count: int, folder: Path) -> tuple[int, list[str]]:
    """Kill a child that plays; the number of reports, and the losses."""
    finished: set[str] = set()
    made, lost = 0, []
    for _ in range(count):
        after = random.randint(1, MOST_REPORTS)
        reports = run_and_kill(lambda report: write_games(folder, report), after)
        made += len(reports)
        lost += lost_games(folder, reports, finished)
    return made, lost


def kill_imports(count: int, folder: Path) -> tuple[int, list[str]]:
    """Kill a child that imports; how often only a part was imported, and the losses."""
    with open_store(folder / "source") as source:
        for game in GAME[1:9]:
            source.games.finish(source.games.save(source.games.begin(game.setup), game))
        source.games.begin(GAME[0].setup)
        source.settings.change(theme="dark")
        archive = folder / "archive"
        write_file(archive, write_archive(source).read_bytes())
    partial, lost = 0, []
    for number in range(count):
        target = folder / str(number)
        with open_store(target) as store:
            store.settings.change(language="de")

        def work(report: Report, target: Path = target) -> None:
            store = open_store(target)
            rehearsal = open_store(target / "rehearsal")
            preview = Importer(store).preview(archive)
            report("previewed")
            # The same import elsewhere first, to know how long it takes.
            Importer(rehearsal).run(preview)
            report("rehearsed")
            Importer(store).run(preview)
            report("done")
            time.sleep(60)

        reports = run_and_kill(work, after=2)
        with open_store(target) as store:
            before = _imported(store)
            if "done" in reports and before != COMPLETE:
                lost.append(f"{before} is there of a confirmed import")
            Importer(store).run(Importer(store).preview(archive))
            if _imported(store) != COMPLETE:
                lost.append(f"{_imported(store)} is there after {before} and a second import")
            if store.settings.read().language != "de":
                lost.append("the language that was set before an import")
            lost += map(str, store.notices)
        partial += before != COMPLETE
    return partial, lost


COMPLETE = (8, 1, 2, "dark")
"""Finished games, games in progress, players and theme after an import."""


def _imported(store: Store) -> tuple[int, int, int, str]:
    """The numbers imported; every listed game must be readable."""
    finished = [store.games.open(game.id) for game in store.games.finished()]
    in_progress = [store.games.open(game.id) for game in store.games.in_progress()]
    theme = store.settings.read().theme
    return len(finished), len(in_progress), len(store.learned.players()), theme


def main(what: str, count: int, seed: int) -> int:
    """Print the losses and, in the last line, their number; whether there are any."""
    random.seed(seed)
    with tempfile.TemporaryDirectory() as name:
        if what == "import":
            partial, lost = kill_imports(count, Path(name))
            details = f"while importing, {partial} of them before the import was complete"
        else:
            made, lost = kill_games(count, Path(name))
            details = f"while playing, with {made} reports of saved entries"
    sys.stdout.writelines(f"lost: {each}\n" for each in lost)
    sys.stdout.write(f"{count} kills {details}: lost {len(lost)}\n")
    return bool(lost)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1))
