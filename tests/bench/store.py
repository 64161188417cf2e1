"""What keeping costs with more and more games there, as ratios to an empty shelf in one run."""

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

from tinydb import TinyDB, where

from companion.report.statistics import statistics
from companion.rules.boards import bundled_boards
from companion.rules.record import read_record, record_to_json
from companion.store.heads import record_text
from companion.store.saved_game import SavedGame
from companion.store.store import Store
from tests.bench.measuring import FLAT, expected, format_time, seconds, title
from tests.support.stores import open_store

GAME = Path(__file__).parents[1] / "games" / "usa-full.json"
PAST, WAITING = (0, 100, 10_000), (1, 20)
MOST_MORE = 3
"""Milliseconds that nobody notices."""
ROUNDS = 30
IMPORTED, MANY = (500, 2_000), 20_000
"""How many games come in, to see that each costs as much as any other, and how many may."""
BEFORE = {
    "start with 10,000 past games": "365 ms more than with none",
    "the list of 10,000": "352 ms",
    "a lost list of 10,000": "66 s",
    "6 MB of empty objects": "42 s and 1 GB",
}
"""What the same cost in the first version, on another machine."""
_PLAIN_PAST = 200
NOON = datetime(2018, 5, 6, 12, tzinfo=timezone.utc)


class Ours:
    """A shelf with so many games in the history, and so many in progress."""

    def __init__(self, folder: Path, past: int, waiting: int = 1) -> None:
        self.folder = folder
        self.game = read_record(GAME.read_text(encoding="utf-8"), bundled_boards()).game
        with open_store(folder) as store:
            saved = store.games.finish(self._begun(store))
            for _ in range(waiting):
                self._begun(store)
        for path in (folder / "history").iterdir():
            path.unlink()
        for number in range(past):
            # No two look alike in a list.
            again = replace(saved, id=uuid4().hex, finished=NOON + number * timedelta(hours=7))
            (folder / "history" / f"{again.id}.json").write_text(record_text(again))
        self.store = open_store(folder)
        self.store.history.load()
        self.latest = next(iter(self.store.history.order()), "")
        self.saved = self._begun(self.store)

    def _begun(self, store: Store) -> SavedGame:
        saved = store.games.begin(self.game.setup)
        return store.games.save(saved, self.game)

    def save(self) -> None:
        """Make an entry."""
        self.saved = self.store.games.save(self.saved, self.game)

    def finish_and_reopen(self) -> None:
        """Finish a game and take it back."""
        self.saved = self.store.history.reopen(self.store.games.finish(self.saved))

    def remove(self) -> None:
        """Remove a past game and bring it back."""
        self.store.history.remove(self.latest)
        self.store.history.bring_back(self.latest)

    def start(self) -> None:
        """Open the shelf and see what waits."""
        self.store.close()
        self.store = open_store(self.folder)
        self.store.games.waiting()

    def first_page(self) -> None:
        """Show the latest past games, just after the start."""
        self.store.close()
        self.store = open_store(self.folder)
        self._page(0)

    def next_page(self) -> None:
        """Show others."""
        self._page(40)

    def _page(self, start: int) -> None:
        for id in self.store.history.order()[start : start + 20]:
            self.store.history.game(id)

    def figures(self) -> None:
        """Everybody's statistics."""
        statistics(self.store.history.each())

    def rebuild(self) -> None:
        """Make the list again from the records."""
        self.store.close()
        (self.folder / "history.2.jsonl").unlink(missing_ok=True)
        self.store = open_store(self.folder)
        self.store.history.load()


def by_turns(shelves: dict[int, Ours], work: Callable[[Ours], None]) -> dict[int, float]:
    """What some work costs on each shelf, by turns: whatever else the disk does slows all alike."""
    taken: dict[int, list[float]] = {count: [] for count in shelves}
    for _ in range(ROUNDS):
        for count, store in shelves.items():
            taken[count].append(seconds(lambda store=store: work(store)))  # type: ignore[misc]
    return {count: median(times) for count, times in taken.items()}


def row(name: str, times: dict[int, float]) -> tuple[str, float]:
    """Print what some work costs with more and more there; how many times as much at the end."""
    least = times[min(times)]
    cells = [f"{format_time(time):>11} {time / least:5.2f}x" for time in times.values()]
    print(f"{name:<28}" + "".join(cells))
    return name, times[max(times)] / least


def flatness(folder: Path) -> None:
    title("Keeping games: flat in what there is")
    print(f"Median of {ROUNDS}, by turns; x: times the first column.\n")
    past = {count: Ours(folder / f"past{count}", count) for count in PAST}
    print(" " * 28 + "".join(f"{f'{count:,} past games':>18}" for count in PAST))
    rows = [
        row("an entry", by_turns(past, Ours.save)),
        row("finish and reopen", by_turns(past, Ours.finish_and_reopen)),
        row("remove and bring back", by_turns({c: s for c, s in past.items() if c}, Ours.remove)),
        row("start", by_turns(past, Ours.start)),
    ]
    waiting = {count: Ours(folder / f"waiting{count}", 0, count) for count in WAITING}
    print("\n" + " " * 28 + "".join(f"{f'{count} in progress':>18}" for count in WAITING))
    starts = by_turns(waiting, Ours.start)
    row("start", starts)
    print()
    # So little beside the first frame that times as much would say nothing; see `start`.
    more = (starts[WAITING[-1]] - starts[WAITING[0]]) * 1000
    expected(f"start, {WAITING[-1]} in progress", more, MOST_MORE, "ms more")
    for name, times in rows:
        expected(f"{name}, {PAST[-1]:,} past games", times, FLAT, "times as much")
    many = past[PAST[-1]]
    print(f"\nWith {PAST[-1]:,} past games (before: {BEFORE['the list of 10,000']} for the list,")
    print(f"{BEFORE['a lost list of 10,000']} for a lost one), best of 5:")
    for name, work, most in (
        ("first page after the start", many.first_page, 50),
        ("another page", many.next_page, 50),
        ("statistics", many.figures, 300),
        ("a lost list made again", many.rebuild, 660),
    ):
        expected(name, seconds(work, 5) * 1000, most, "ms")


def plain(folder: Path) -> None:
    """Plain TinyDB with everything in one file, for comparison."""
    record = record_to_json(read_record(GAME.read_text(encoding="utf-8"), bundled_boards()))
    games = TinyDB(folder / "plain.json").table("games")
    games.insert_multiple({**record, "id": uuid4().hex} for _ in range(_PLAIN_PAST))
    games.insert({**record, "id": "going"})
    time = seconds(lambda: games.update(record, where("id") == "going"), 5)
    print(f"\nAn entry with plain TinyDB and {_PLAIN_PAST} games in its file: {format_time(time)}")


def exchange(folder: Path) -> None:
    title("Taking games along and bringing them in")
    for count in IMPORTED:
        taken = taken_in(folder / f"imported{count}", count)
    print(f"At that rate {MANY:,} games come in within {format_time(taken * MANY / count)}.")
    hostile = folder / "hostile.json"
    hostile.write_text('{"format": "railkeeper-archive/1"}\n' + "{}\n" * 2_000_000)
    with open_store(folder / "hostile") as store:
        time = seconds(lambda: refused(store, hostile))
    print(f"6 MB of empty objects: {format_time(time)} (before: {BEFORE['6 MB of empty objects']})")


def taken_in(folder: Path, count: int) -> float:
    """Take so many games out of one shelf and into another; what looking and taking in cost."""
    source = Ours(folder / "source", count).store
    pack = seconds(source.exchange.everything)
    archive = source.exchange.everything()
    size = archive.stat().st_size / 1e6
    with open_store(folder / "target") as target:
        look = seconds(lambda: target.exchange.look_at(archive))
        arrivals = target.exchange.look_at(archive)
        take = seconds(lambda: target.exchange.take_in(arrivals))
        again = seconds(lambda: target.exchange.look_at(archive))
    source.close()
    print(f"An archive of {count:,} games, {size:.1f} MB:")
    for name, time in (
        ("written", pack),
        ("looked at", look),
        ("taken in", take),
        ("looked at again", again),
    ):
        print(f"  {name:<18}{format_time(time):>10}  {count / time:>8,.0f} games a second")
    return look + take


def refused(store: Store, path: Path) -> None:
    try:
        store.exchange.look_at(path)
    except Exception as problem:
        sys.stdout.write(f"  {problem}\n")


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        entries = len(json.loads(GAME.read_text(encoding="utf-8"))["events"])
        print(f"A game has {entries} entries.")
        flatness(Path(name))
        plain(Path(name))
        exchange(Path(name))
        shutil.rmtree(name, ignore_errors=True)


if __name__ == "__main__":
    main()
