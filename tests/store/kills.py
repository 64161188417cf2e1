"""Kill a writing child process again and again, and look each time whether anything is lost.

    python -m tests.store.kills games 5000
    python -m tests.store.kills import 500

A child writes as fast as it can and reports through a pipe what it has been told is saved. It is
killed at a random moment; then everything it reported must be there.
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
from companion.store.files import write_file
from tests.rules.offering import legal_tracks
from tests.support.stores import open_store, saved_games

MOST_REPORTS = 8
"""How many reports a child may make, at most, before the one that is cut short."""

Report = Callable[[str], None]


def a_game(entries: int) -> list[Game]:
    """A game as it grows, one entry at a time."""
    chance = random.Random(1)
    board = bundled_boards()["usa"]
    games = [Game.begin(Setup(board, (Player("Ana", "blue"), Player("Peter", "red"))))]
    for _ in range(entries):
        turn = games[-1].state.turn
        assert turn is not None
        route, track = chance.choice(legal_tracks(games[-1].state, turn))
        games.append(games[-1].record(RouteClaimed(turn, route.id, track)))
    return games


GAME = a_game(15)


def killed(work: Callable[[Report], None], after: int) -> list[str]:
    """Let a child work, kill it some time after so many reports, and return what it reported."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            work(lambda line: void(os.write(writing, line.encode() + b"\n")))
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        reports, usual = [], 0.0
        for _ in range(after):
            since = time.perf_counter()
            reports.append(pipe.readline())
            usual = time.perf_counter() - since
        # However slow the disk is: somewhere within what the child does next.
        time.sleep(random.random() * usual)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status), "the child ended by itself"
        return b"".join([*reports, pipe.read()]).decode().splitlines()


def void(_: object) -> None:
    """Nothing to see."""


def write_games(folder: Path, report: Report) -> None:
    """Continue or begin a game, save entry after entry, put it away, remove some, and again."""
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
        past = store.games.finished()
        if len(past) > 20:
            report(f"removing {past[-1].id}")
            store.games.remove(past[-1].id)


def lost_games(folder: Path, reports: list[str], finished: set[str]) -> list[str]:
    """What was reported and is not there, and what cannot be read; brings `finished` up to date."""
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
    lost = [f"{path.name} is no JSON" for path in _files(folder) if not _is_json(path)]
    with open_store(folder) as store:
        lost += [str(told) for told in store.notices if "put back into the list" not in str(told)]
        listed = [past.id for past in store.games.finished()]
        lost += [f"{id} is listed twice" for id in set(listed) if listed.count(id) > 1]
        lost += [f"{id} was finished" for id in finished - set(listed)]
        going = {game.id: game for game in saved_games(store)}
        if len(going) > 1:
            lost.append(f"{len(going)} games were begun, and one was")
        for id, entries in saved.items():
            if id in going or id in listed:
                found = going[id] if id in going else store.games.open(id)
                there = found.game.events
                if len(there) < entries or there != GAME[len(there)].events:
                    lost.append(f"{id} had {entries} entries, and has {len(there)}")
            elif f"removing {id}" not in reports:
                lost.append(f"{id} had {entries} entries")
    return lost


def _files(folder: Path) -> list[Path]:
    return [path for where in ("", "games/", "history/") for path in folder.glob(f"{where}*.json")]


def _is_json(path: Path) -> bool:
    try:
        json.loads(path.read_bytes())
    except ValueError:
        return False
    return True


def kill_games(count: int, folder: Path) -> tuple[int, list[str]]:
    """Kill a child that plays; how many reports it made in all, and what was lost."""
    finished: set[str] = set()
    made, lost = 0, []
    for _ in range(count):
        after = random.randint(1, MOST_REPORTS)
        reports = killed(lambda report: write_games(folder, report), after)
        made += len(reports)
        lost += lost_games(folder, reports, finished)
    return made, lost


def kill_imports(count: int, folder: Path) -> tuple[int, list[str]]:
    """Kill a child that imports; how often everything had come in, and where it was neither."""
    with open_store(folder / "source") as source:
        for game in GAME[1:9]:
            source.games.finish(source.games.save(source.games.begin(game.setup), game))
        source.games.begin(GAME[0].setup)
        source.settings.change(theme="dark")
        archive = folder / "archive"
        write_file(archive, source.exporter.archive().read_bytes())
    came_in, lost = 0, []
    for number in range(count):
        target = folder / str(number)
        with open_store(target) as store:
            store.settings.change(language="de")

        def work(report: Report, target: Path = target) -> None:
            store = open_store(target)
            arrivals = store.importer.preview(archive)
            rehearsal = open_store(target / "rehearsal")
            report("looked")
            # The same once elsewhere, so that it is known how long it takes.
            rehearsal.importer.run(arrivals)
            report("rehearsed")
            store.importer.run(arrivals)
            report("done")
            time.sleep(60)

        reports = killed(work, after=2)
        with open_store(target) as store:
            there = len(store.games.finished()), len(saved_games(store)), len(store.learned.players())
            everything = there == (8, 1, 2) and store.settings.read().theme == "dark"
            nothing = there == (0, 0, 0) and store.settings.read().theme == "system"
            if not everything and (not nothing or "done" in reports):
                lost.append(f"{there} of an import came in after {reports}")
            if store.settings.read().language != "de":
                lost.append("the language that was set before an import")
        came_in += everything
    return came_in, lost


def main(what: str, count: int, seed: int) -> int:
    """Print what was lost, and in the last line how much; whether anything was."""
    random.seed(seed)
    with tempfile.TemporaryDirectory() as name:
        if what == "import":
            came_in, lost = kill_imports(count, Path(name))
            told = f"while importing, which came in {came_in} times and else not at all"
        else:
            made, lost = kill_games(count, Path(name))
            told = f"while playing, with {made} reports of what is saved"
    sys.stdout.writelines(f"lost: {each}\n" for each in lost)
    sys.stdout.write(f"{count} kills {told}: lost {len(lost)}\n")
    return bool(lost)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1))
