"""Costs of the store with more and more games, as ratios to an empty store in the same run."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from statistics import median
from uuid import uuid4

from companion.report.statistics.players import statistics
from companion.rules.boards import bundled_boards
from companion.rules.record import read_record
from companion.store.archive import write_archive
from companion.store.games import record_content
from companion.store.importing import Importer
from companion.store.saved_game import SavedGame
from companion.store.store import Store
from tests.bench.measuring import FLAT, expected, format_time, seconds, title
from tests.support.stores import open_store

GAME = Path(__file__).parents[1] / "games" / "usa-full.json"
FINISHED, IN_PROGRESS = (0, 100, 1_000), (1, 20)
MANY_FINISHED = 10_000
MOST_MORE = 3
"""Milliseconds that no keeper notices."""
ROUNDS = 30
IMPORTED, MANY_IMPORTED = (200, 1_000), 10_000
"""Sizes of archives, to see that the cost per game does not grow."""
NOON = datetime(2018, 5, 6, 12, tzinfo=timezone.utc)


class FilledStore:
    """A store with a number of finished games and of games in progress."""

    def __init__(self, folder: Path, finished: int, in_progress: int = 1) -> None:
        self.folder = folder
        self.game = read_record(GAME.read_text(encoding="utf-8"), bundled_boards()).game
        with open_store(folder) as store:
            saved = store.games.finish(self._begin(store))
            for _ in range(in_progress):
                self._begin(store)
        for path in folder.glob(f"games/{saved.id}.*"):
            path.unlink()
        for number in range(finished):
            # Different dates, so that every row of a list looks different.
            copy = replace(saved, id=uuid4().hex, finished=NOON + number * timedelta(hours=7))
            path = folder / "games" / f"{copy.id}.finished.json"
            path.write_bytes(record_content(copy))
        self.store = open_store(folder)
        self.latest = next((game.id for game in self.store.games.finished()), "")
        self.saved = self._begin(self.store)

    def _begin(self, store: Store) -> SavedGame:
        saved = store.games.begin(self.game.setup)
        return store.games.save(saved, self.game)

    def save(self) -> None:
        """Save an entry."""
        self.saved = self.store.games.save(self.saved, self.game)

    def finish_and_reopen(self) -> None:
        """Finish a game and reopen it."""
        self.saved = self.store.games.reopen(self.store.games.finish(self.saved))

    def remove_and_restore(self) -> None:
        """Remove a finished game and restore it."""
        self.store.games.remove(self.latest)
        self.store.games.restore(self.latest)

    def start(self) -> None:
        """Open the store and list the games in progress."""
        self.store.close()
        self.store = open_store(self.folder)
        self.store.games.in_progress()

    def first_list(self) -> None:
        """List the finished games after a start."""
        self.store.close()
        self.store = open_store(self.folder)
        self.store.games.finished()

    def list_again(self) -> None:
        """List the finished games with their headers in memory."""
        self.store.games.finished()

    def statistics(self) -> None:
        """Compute the statistics of all players."""
        statistics(self.store.games.finished())


def by_turns(
    stores: dict[int, FilledStore], work: Callable[[FilledStore], None]
) -> dict[int, float]:
    """Median seconds for each store, measured by turns so that other disk load slows all alike."""
    taken: dict[int, list[float]] = {count: [] for count in stores}
    for _ in range(ROUNDS):
        for count, store in stores.items():
            taken[count].append(seconds(lambda store=store: work(store)))  # type: ignore[misc]
    return {count: median(times) for count, times in taken.items()}


def row(name: str, times: dict[int, float]) -> tuple[str, float]:
    """Print a row of the table; the ratio of the last column to the first."""
    least = times[min(times)]
    cells = [f"{format_time(time):>11} {time / least:5.2f}x" for time in times.values()]
    print(f"{name:<28}" + "".join(cells))
    return name, times[max(times)] / least


def flatness(folder: Path) -> None:
    title("Saving games: independent of the number of games")
    print(f"Median of {ROUNDS}, by turns; x: times the first column.\n")
    stores = {count: FilledStore(folder / f"finished{count}", count) for count in FINISHED}
    some = {count: store for count, store in stores.items() if count}
    print(" " * 28 + "".join(f"{f'{count:,} finished':>18}" for count in FINISHED))
    rows = [
        row("an entry", by_turns(stores, FilledStore.save)),
        row("finish and reopen", by_turns(stores, FilledStore.finish_and_reopen)),
        row("remove and restore", by_turns(some, FilledStore.remove_and_restore)),
    ]
    # A start lists the names of all files in the one folder of games, and reads none.
    by_finished = by_turns(stores, FilledStore.start)
    row("start", by_finished)
    in_progress = {
        count: FilledStore(folder / f"in_progress{count}", 0, count) for count in IN_PROGRESS
    }
    print("\n" + " " * 28 + "".join(f"{f'{count} in progress':>18}" for count in IN_PROGRESS))
    starts = by_turns(in_progress, FilledStore.start)
    row("start", starts)
    print()
    more = (by_finished[FINISHED[-1]] - by_finished[FINISHED[0]]) * 1000
    expected(f"start, {FINISHED[-1]:,} finished games", more, MOST_MORE, "ms more")
    more = (starts[IN_PROGRESS[-1]] - starts[IN_PROGRESS[0]]) * 1000
    expected(f"start, {IN_PROGRESS[-1]} in progress", more, MOST_MORE, "ms more")
    for name, ratio in rows:
        expected(f"{name}, {FINISHED[-1]:,} finished games", ratio, FLAT, "times as much")
    lists(stores[FINISHED[-1]], FINISHED[-1], most=50)
    lists(FilledStore(folder / "many", MANY_FINISHED), MANY_FINISHED, most=1_000)


def lists(store: FilledStore, count: int, most: int) -> None:
    """The time that reading the headers takes."""
    print(f"\nWith {count:,} finished games, best of 5:")
    for name, work in (
        ("list after the start", store.first_list),
        ("list again", store.list_again),
        ("statistics", store.statistics),
    ):
        expected(name, seconds(work, 5) * 1000, most, "ms")


def exchange(folder: Path) -> None:
    title("Export and import")
    for count in IMPORTED:
        taken = export_and_import(folder / f"imported{count}", count)
    print(
        f"At that rate {MANY_IMPORTED:,} games take {format_time(taken * MANY_IMPORTED / count)}."
    )
    hostile = folder / "hostile.json"
    hostile.write_text('{"format": "railkeeper-archive/1"}\n' + "{}\n" * 2_000_000)
    with open_store(folder / "hostile") as store:
        time = seconds(lambda: refused(store, hostile))
    print(f"6 MB of empty objects: {format_time(time)}")


def export_and_import(folder: Path, count: int) -> float:
    """Export a number of games and import them elsewhere; seconds for preview and import."""
    source = FilledStore(folder / "source", count).store
    export = seconds(lambda: write_archive(source))
    archive = write_archive(source)
    size = archive.stat().st_size / 1e6
    with open_store(folder / "target") as target:
        preview = seconds(lambda: Importer(target).preview(archive))
        found = Importer(target).preview(archive)
        run = seconds(lambda: Importer(target).run(found))
        again = seconds(lambda: Importer(target).preview(archive))
    source.close()
    print(f"An archive of {count:,} games, {size:.1f} MB:")
    for name, time in (
        ("exported", export),
        ("previewed", preview),
        ("imported", run),
        ("previewed again", again),
    ):
        print(f"  {name:<18}{format_time(time):>10}  {count / time:>8,.0f} games a second")
    return preview + run


def refused(store: Store, path: Path) -> None:
    try:
        Importer(store).preview(path)
    except Exception as problem:
        sys.stdout.write(f"  {problem}\n")


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        entries = len(json.loads(GAME.read_text(encoding="utf-8"))["events"])
        print(f"A game has {entries} entries.")
        flatness(Path(name))
        exchange(Path(name))
        shutil.rmtree(name, ignore_errors=True)


if __name__ == "__main__":
    main()
