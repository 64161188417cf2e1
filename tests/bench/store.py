"""What keeping costs, with more and more games in the history, against plain TinyDB in one file."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from uuid import uuid4

from tinydb import TinyDB, where

from companion.rules import bundled_boards, read_record, written
from companion.store import KeptGame, Shelf
from companion.store.database import open_database
from companion.store.history import HISTORY
from companion.store.notices import Notices
from tests.bench.measuring import seconds, title, told

GAME = Path(__file__).parents[1] / "games" / "usa-full.json"
HISTORIES = (0, 100, 10_000)
SAVES, PLAIN_SAVES = 100, 3


class Ours:
    """The store of the app."""

    def __init__(self, folder: Path, history: int) -> None:
        self.folder = folder
        self.game = read_record(GAME.read_text(encoding="utf-8"), bundled_boards()).game
        with Shelf.open(folder) as shelf:
            past = shelf.games.finish(self._begun(shelf))
        record = (folder / "history" / f"{past.id}.json").read_text(encoding="utf-8")
        index = open_database(folder / "history.json", HISTORY, Notices())
        row = index.table("games").all()[0]
        ids = [uuid4().hex for _ in range(history)]
        for id in ids:
            (folder / "history" / f"{id}.json").write_text(record.replace(past.id, id))
        index.table("games").insert_multiple({**row, "id": id} for id in ids)
        self.shelf = Shelf.open(folder)
        self.shelf.history.remove(past.id)
        self.kept = self._begun(self.shelf)
        self.some = ids[0] if ids else ""

    def _begun(self, shelf: Shelf) -> KeptGame:
        kept = shelf.games.begin(self.game.setup)
        return shelf.games.save(kept, self.game)

    def save(self) -> None:
        self.kept = self.shelf.games.save(self.kept, self.game)

    def list(self) -> None:
        self.shelf.history.all()

    def open_one(self) -> None:
        self.shelf.history.open(self.some)

    def start(self) -> None:
        self.shelf.close()
        self.shelf = Shelf.open(self.folder)


class Plain:
    """TinyDB as it comes: every game, finished or not, in one file."""

    def __init__(self, folder: Path, history: int) -> None:
        record = json.loads(GAME.read_text(encoding="utf-8"))
        self.games = TinyDB(folder / "plain.json").table("games")
        self.games.insert_multiple({**record, "id": uuid4().hex} for _ in range(history))
        self.games.insert({**record, "id": "going"})
        game = read_record(GAME.read_text(encoding="utf-8"), bundled_boards())
        self.record = {**written(game), "id": "going"}

    def save(self) -> None:
        self.games.update(self.record, where("id") == "going")

    def list(self) -> None:
        self.games.all()


def save_by_turns(keepers: Mapping[int, Ours | Plain]) -> dict[int, float]:
    """What saving an entry costs each, by turns: whatever else the disk does slows all alike."""
    taken: dict[int, list[float]] = {count: [] for count in keepers}
    for number in range(SAVES):
        for count, keeper in keepers.items():
            if number < PLAIN_SAVES or count < HISTORIES[-1] or isinstance(keeper, Ours):
                taken[count].append(seconds(keeper.save))
    return {count: median(times) for count, times in taken.items()}


def main() -> None:
    title("Keeping games, against plain TinyDB with everything in one file")
    entries = len(json.loads(GAME.read_text(encoding="utf-8"))["events"])
    print(f"A game of {entries} entries. Saving: median of {SAVES}; the rest: best of 5.\n")
    with tempfile.TemporaryDirectory() as name:
        ours = {count: Ours(Path(name) / str(count), count) for count in HISTORIES}
        plain = {count: Plain(Path(name) / str(count), count) for count in HISTORIES}
        saves, plain_saves = save_by_turns(ours), save_by_turns(plain)
        heads = (
            "past games",
            "save",
            "plain",
            "ratio",
            "list",
            "plain",
            "ratio",
            "open one",
            "start",
        )
        print(" ".join(f"{head:>10}" for head in heads))
        for count in HISTORIES:
            save = plain_saves[count]
            listing, reading = seconds(ours[count].list, 5), seconds(plain[count].list, 5)
            cells = [f"{count:,}", told(saves[count]), told(save), f"{save / saves[count]:.1f}x"]
            cells += [told(listing), told(reading), f"{reading / listing:.1f}x"]
            cells.append(told(seconds(ours[count].open_one, 5)) if count else "-")
            cells.append(told(seconds(ours[count].start, 5)))
            print(" ".join(f"{cell:>10}" for cell in cells))
    flat = saves[HISTORIES[-1]] / saves[0]
    print(f"\nSaving with {HISTORIES[-1]:,} past games takes {flat:.2f} times that with none.")


if __name__ == "__main__":
    main()
