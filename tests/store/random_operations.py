"""Two threads use one store at random, and the folders stay consistent.

python -m tests.store.random_operations 60
"""

from __future__ import annotations

import random
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic

from companion.report.statistics.players import statistics
from companion.rules.errors import Refused
from companion.store.archive import write_archive
from companion.store.importing import Importer
from companion.store.saved_game import SavedGame
from companion.store.store import Store
from tests.store.crash.__main__ import scratch
from tests.support.saved_games import AFRICA, FIRST, SECOND, SUDAN, THIRD, setup
from tests.support.stores import FINISHED_FILES, IN_PROGRESS_FILES, open_store

THREADS = 2
MOST_GAMES = 25
"""More games would only make each operation slower."""
EVENTS = (FIRST, SECOND, THIRD)


class RandomOperations:
    """One store, used by threads that know nothing of each other."""

    def __init__(self, store: Store, archive: Path) -> None:
        self._store = store
        self._archive = archive
        self._begun: set[str] = set()
        self._deleted: set[str] = set()
        """Games that were removed at least once and may be gone."""
        self.wrong: list[str] = []
        self.count: Counter[str] = Counter()
        """Number of operations by name, and of refusals."""

    def run(self, seconds: float, seed: str) -> None:
        """Use the store in several threads for a time."""
        end = monotonic() + seconds
        threads = [
            threading.Thread(target=self._use, args=(random.Random(f"{seed} {number}"), end))
            for number in range(THREADS)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _use(self, chance: random.Random, end: float) -> None:
        operations: tuple[Callable[[random.Random], object], ...] = (
            *(self._begin, self._save, self._save, self._finish, self._finish),
            *(self._reopen, self._remove, self._restore, self._list, self._list),
            *(self._load, self._learn, self._clear, self._rename, self._set, self._export),
            self._import,
        )
        while monotonic() < end and not self.wrong:
            operation = chance.choice(operations)
            self.count[operation.__name__] += 1
            try:
                operation(chance)
            except Refused:
                self.count["refused"] += 1
            except Exception:
                self.wrong.append(traceback.format_exc())

    def _any(self, chance: random.Random, *, finished: bool) -> SavedGame:
        games = self._store.games
        listed = [game.id for game in (games.finished() if finished else games.in_progress())]
        return games.open(chance.choice(listed or ["0" * 32]))

    def _begin(self, _: random.Random) -> None:
        games = self._store.games
        if len(games.in_progress()) + len(games.finished()) < MOST_GAMES:
            self._begun.add(games.begin(setup()).id)

    def _save(self, chance: random.Random) -> None:
        saved = self._any(chance, finished=chance.random() < 0.2)
        self._store.games.save(saved, saved.game.record(chance.choice(EVENTS)))

    def _finish(self, chance: random.Random) -> None:
        self._store.games.finish(self._any(chance, finished=False))

    def _reopen(self, chance: random.Random) -> None:
        self._store.games.reopen(self._any(chance, finished=True))

    def _remove(self, chance: random.Random) -> None:
        id = self._any(chance, finished=chance.random() < 0.5).id
        self._deleted.add(id)
        self._store.games.remove(id)

    def _restore(self, chance: random.Random) -> None:
        games = self._store.games
        removed = [
            *(game.id for game in games.removed_in_progress()),
            *(game.id for game in games.removed_finished()),
        ]
        if removed:
            games.restore(chance.choice(removed))

    def _list(self, _: random.Random) -> None:
        games = self._store.games
        with games.lock:
            in_progress = {game.id for game in games.in_progress()}
            finished = {game.id for game in games.finished()}
            problems = [*games.unreadable_in_progress(), *games.unreadable_finished()]
        if in_progress & finished:
            self.wrong.append(f"in two lists: {in_progress & finished}")
        if problems:
            self.wrong.append(f"unreadable: {problems}")
        missing = self._begun - self._deleted - in_progress - finished
        # A game begun since the lists were read is not in them.
        if any(not games.has(id) for id in missing):
            self.wrong.append(f"not listed: {missing}")

    def _load(self, chance: random.Random) -> None:
        games = self._store.games
        games.load_finished_headers(cancelled=lambda: chance.random() < 0.02)
        statistics(games.finished())

    def _learn(self, chance: random.Random) -> None:
        learned = self._store.learned
        learned.remember_ticket(AFRICA, SUDAN.with_points(chance.randrange(1, 50)))
        learned.players()

    def _clear(self, chance: random.Random) -> None:
        table = chance.choice(("players", "tickets"))
        self._store.learned.merge({table: self._store.learned.clear(table)})

    def _rename(self, chance: random.Random) -> None:
        name = chance.choice(("Ana", "Anna", "Peter"))
        self._store.players.rename(name, chance.choice(("Ana", "Anna", "Peter")))

    def _set(self, chance: random.Random) -> None:
        self._store.settings.change(theme=chance.choice(("light", "dark")))

    def _export(self, _: random.Random) -> None:
        write_archive(self._store)

    def _import(self, _: random.Random) -> None:
        result = Importer(self._store).run(Importer(self._store).preview(self._archive))
        self._begun.update(each.game.id for each in result.rest.games if each.game)


def inconsistencies(folder: Path) -> list[str]:
    """What is wrong in the folders after all threads have ended."""
    ids = {
        name: {path.name[:32] for path in folder.glob(pattern)}
        for name, pattern in (("in_progress", IN_PROGRESS_FILES), ("finished", FINISHED_FILES))
    }
    found = [f"with two files: {id}" for id in ids["in_progress"] & ids["finished"]]
    found += [f"left over: {path}" for path in folder.glob("*/*.new")]
    found += [f"damaged: {path}" for path in folder.rglob("aside/*")]
    for _ in range(2):
        with open_store(folder) as store:
            lists = {
                "in_progress": {game.id for game in store.games.in_progress()},
                "finished": {game.id for game in store.games.finished()},
            }
            if lists != ids:
                found.append(f"listed {lists} instead of {ids}")
            for id in (*lists["in_progress"], *lists["finished"]):
                store.games.open(id)
            found += [str(notice) for notice in store.notices]
    return found


def run(root: Path, seconds: float, seed: str = "1") -> tuple[int, list[str]]:
    """Use a store for a time; the number of operations and what was wrong."""
    archive = root / "archive.json"
    with open_store(root / "other") as other:
        for event in EVENTS[:1]:
            saved = other.games.begin(setup())
            other.games.finish(other.games.save(saved, saved.game.record(event)))
        archive.write_bytes(write_archive(other).read_bytes())
    with open_store(root / "data") as store:
        operations = RandomOperations(store, archive)
        operations.run(seconds, seed)
        with suppress(OSError):
            (root / "data" / "everything.json.new").unlink()
    wrong = operations.wrong or inconsistencies(root / "data")
    return sum(operations.count.values()) - operations.count["refused"], wrong


def main() -> None:
    seconds = float(sys.argv[1])
    with scratch() as name:
        count, wrong = run(Path(name).resolve(), seconds)
    for each in wrong:
        sys.stdout.write(f"{each}\n")
    sys.stdout.write(f"{count} store operations in {THREADS} threads: lost {len(wrong)}\n")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
