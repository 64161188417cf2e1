"""What a folder keeps, as the app sees it: the same before and after, or not."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from itertools import zip_longest
from pathlib import Path

from companion.rules.errors import Refused
from companion.rules.events import TurnPassed
from companion.rules.record import written
from companion.store.record_header import PastGame
from companion.store.saved_game import SavedGame
from companion.store.store import Store
from tests.support.stores import open_store, saved_games

Kept = dict[str, list[str]]
"""By kind, everything that is kept, as text that can be compared."""

_ID = re.compile(r"[0-9a-f]{32}")
EARLIER = datetime(2026, 3, 7, 19, 30, tzinfo=timezone(timedelta(hours=1)))
_NAME = re.compile(r"\S+-\d{6}\S*")
_HARMLESS = ("put back into the list",)
"""What may be told after a kill: that something was made good."""


class Place:
    """A folder with the app's own in it, and beside that what others may see."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.store: Store | None = None
        """What is open, or was last."""

    @property
    def folder(self) -> Path:
        """What the app keeps."""
        return self.root / "shelf"

    @property
    def outside(self) -> Path:
        """Files that were shared, or wait to come in."""
        return self.root / "outside"

    def open(self, hours: float = 1) -> Store:
        """The app's folder, some time after the evening that made it, open once at a time."""
        self.close()
        self.store = open_store(self.folder, now=lambda: EARLIER + timedelta(hours=hours))
        return self.store

    def close(self) -> None:
        """Let go of the folder."""
        if self.store is not None:
            self.store.close()

    def ids(self) -> frozenset[str]:
        """Every id that anything here speaks of."""
        files = (path for path in self.root.rglob("*") if path.is_file())
        return frozenset(
            id
            for path in files
            for id in _ID.findall(f"{path.name} {path.read_bytes().decode('latin-1')}")
        )


@dataclass(frozen=True)
class Seen:
    """What an opened folder shows."""

    saved: Kept
    told: list[str]


def harmless(told: str) -> bool:
    """Whether a sentence is no reason to worry, whenever it is told."""
    return any(part in told for part in _HARMLESS)


def says_more_is_to_come(seen: Seen) -> bool:
    """Whether the app has told that the rest of an import is still to come."""
    return any("the rest follows" in told for told in seen.told)


def seen_in(place: Place, store: Store, known: frozenset[str]) -> Seen:
    """Everything a shelf shows; ids that were not known go by one name, as each run has others."""

    def game(saved: SavedGame, more: str = "") -> str:
        text = json.dumps(written(saved.record), sort_keys=True) + more
        return text if saved.id in known else text.replace(saved.id, "new")

    def past_game(past: PastGame) -> str:
        try:
            return game(store.games.open(past.id), f" {past}")
        except Refused as problem:
            return f"{problem} {past}"

    going = saved_games(store)
    past = store.games.finished()
    ids = [each.id for each in going] + [each.id for each in past]
    assert len(ids) == len(set(ids)), f"a game in two places: {sorted(ids)}"
    saved = {
        "games": [game(each) for each in going],
        "history": [past_game(each) for each in past],
        **{kind: list(map(str, rows)) for kind, rows in store.learned.rows().items()},
        "settings": [str(store.settings.read())],
        "outside": [
            f"{path.name} {path.read_bytes().decode('latin-1')}"
            for path in sorted(place.outside.glob("*"))
            if path.is_file()
        ],
    }
    told = [_NAME.sub("…", str(notice)) for notice in store.notices]
    return Seen({kind: sorted(texts) for kind, texts in saved.items()}, told)


def look(place: Place, known: frozenset[str]) -> Seen:
    """What opening the folder shows, which must be the same when it is opened again."""
    seen = seen_in(place, place.open(), known)
    again = seen_in(place, place.open(), known)
    place.close()
    assert again.saved == seen.saved, (
        f"differs when opened again: {difference(seen.saved, again.saved)}"
    )
    return seen


def go_on(place: Place) -> None:
    """Play on as if nothing had happened: whatever is left of a crash must not get in the way."""
    events = {}
    store = place.open(hours=2)
    for saved in saved_games(store):
        turn = saved.game.state.turn
        if turn is not None:
            saved = store.games.save(saved, saved.game.record(TurnPassed(turn)))
        events[saved.id] = saved.game.events
    store = place.open(hours=2)
    assert {each.id: each.game.events for each in saved_games(store)} == events
    for saved in saved_games(store):
        store.games.finish(saved)
    store.settings.change(text_size=1.25)
    store = place.open(hours=2)
    assert saved_games(store) == []
    for id, expected in events.items():
        assert store.games.open(id).game.events == expected
        assert [each.id for each in store.games.finished()].count(id) == 1
    assert store.settings.read().text_size == 1.25
    place.close()


def difference(expected: Kept, seen: Kept) -> str:
    """Where two differ, in short."""
    return "; ".join(
        f"{kind}: {_first_difference(expected[kind], seen[kind])}"
        for kind in expected
        if expected[kind] != seen[kind]
    )


def _first_difference(expected: list[str], seen: list[str]) -> str:
    if len(expected) != len(seen):
        return f"{len(seen)} instead of {len(expected)}"
    one, other = next(pair for pair in zip(expected, seen, strict=True) if pair[0] != pair[1])
    pairs = zip_longest(one, other)
    start = max(next(at for at, pair in enumerate(pairs) if pair[0] != pair[1]) - 30, 0)
    return f"…{other[start : start + 90]}… instead of …{one[start : start + 90]}…"
