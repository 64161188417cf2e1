"""The content of a store as text that can be compared before and after a crash."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from itertools import zip_longest
from pathlib import Path

from companion.rules.errors import Refused
from companion.rules.events import TurnPassed
from companion.rules.record import record_to_json
from companion.store.saved_game import FinishedGame, SavedGame
from companion.store.store import Store
from tests.support.stores import open_store, saved_games

Content = dict[str, list[str]]
"""The content of a store as text, by kind."""

_ID = re.compile(r"[0-9a-f]{32}")
START = datetime(2026, 3, 7, 19, 30, tzinfo=timezone(timedelta(hours=1)))
_TIMESTAMPED_NAME = re.compile(r"\S+-\d{6}\S*")


class Sandbox:
    """A data folder and a second folder of exported and imported files."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.store: Store | None = None
        """The store that was opened last."""

    @property
    def folder(self) -> Path:
        """The data folder."""
        return self.root / "data"

    @property
    def outside(self) -> Path:
        """Exported files and files to import."""
        return self.root / "outside"

    def open(self, hours: float = 1) -> Store:
        """The store, a number of hours after `START`; the one opened before is closed."""
        self.close()
        self.store = open_store(self.folder, now=lambda: START + timedelta(hours=hours))
        return self.store

    def close(self) -> None:
        """Release the lock of the data folder."""
        if self.store is not None:
            self.store.close()

    def ids(self) -> frozenset[str]:
        """Every id in the names and contents of the files."""
        files = (path for path in self.root.rglob("*") if path.is_file())
        return frozenset(
            id
            for path in files
            for id in _ID.findall(f"{path.name} {path.read_bytes().decode('latin-1')}")
        )


@dataclass(frozen=True)
class Observation:
    """The content and notices of an opened store."""

    content: Content
    notices: list[str]


def observe(sandbox: Sandbox, store: Store, known: frozenset[str]) -> Observation:
    """The content of a store; unknown ids are random and all get the same name."""

    def game(saved: SavedGame, more: str = "") -> str:
        text = json.dumps(record_to_json(saved.record), sort_keys=True) + more
        return text if saved.id in known else text.replace(saved.id, "new")

    def finished_game(listed: FinishedGame) -> str:
        try:
            return game(store.games.open(listed.id), f" {listed}")
        except Refused as problem:
            return f"{problem} {listed}"

    in_progress = saved_games(store)
    finished = store.games.finished()
    ids = [each.id for each in in_progress] + [each.id for each in finished]
    assert len(ids) == len(set(ids)), f"a game in two lists: {sorted(ids)}"
    content = {
        "in progress": [game(each) for each in in_progress],
        "finished": [finished_game(each) for each in finished],
        **{table: list(map(str, rows)) for table, rows in store.learned.rows().items()},
        "imported boards": [
            json.dumps(dict(board.source or {}))
            for board in store.boards.readable(store.imported_boards.ids())
        ],
        "settings": [str(store.settings.read())],
        "guests": [str(store.guest_access.read())],
        "outside": [
            f"{path.name} {path.read_bytes().decode('latin-1')}"
            for path in sorted(sandbox.outside.glob("*"))
            if path.is_file()
        ],
    }
    notices = [_TIMESTAMPED_NAME.sub("…", str(notice)) for notice in store.notices]
    return Observation({kind: sorted(texts) for kind, texts in content.items()}, notices)


def reopen_and_observe(sandbox: Sandbox, known: frozenset[str]) -> Observation:
    """The content of a newly opened store, which must be the same when it is opened again."""
    first = observe(sandbox, sandbox.open(), known)
    second = observe(sandbox, sandbox.open(), known)
    sandbox.close()
    assert second.content == first.content, (
        f"differs when opened again: {difference(first.content, second.content)}"
    )
    return first


def continue_all_games(sandbox: Sandbox) -> None:
    """Continue and finish every game: leftovers of a crash must not interfere."""
    events = {}
    store = sandbox.open(hours=2)
    for saved in saved_games(store):
        turn = saved.game.state.turn
        if turn is not None:
            saved = store.games.save(saved, saved.game.record(TurnPassed(turn)))
        events[saved.id] = saved.game.events
    store = sandbox.open(hours=2)
    assert {each.id: each.game.events for each in saved_games(store)} == events
    for saved in saved_games(store):
        store.games.finish(saved)
    store.settings.change(text_size=1.25)
    store = sandbox.open(hours=2)
    assert store.games.in_progress() == []
    for id, expected in events.items():
        assert store.games.open(id).game.events == expected
        assert [each.id for each in store.games.finished()].count(id) == 1
    assert store.settings.read().text_size == 1.25
    sandbox.close()


def difference(expected: Content, actual: Content) -> str:
    """A short description of the first difference of each kind."""
    return "; ".join(
        f"{kind}: {_first_difference(expected[kind], actual[kind])}"
        for kind in expected
        if expected[kind] != actual[kind]
    )


def _first_difference(expected: list[str], actual: list[str]) -> str:
    if len(expected) != len(actual):
        return f"{len(actual)} instead of {len(expected)}"
    one, other = next(pair for pair in zip(expected, actual, strict=True) if pair[0] != pair[1])
    pairs = zip_longest(one, other)
    start = max(next(at for at, pair in enumerate(pairs) if pair[0] != pair[1]) - 30, 0)
    return f"…{other[start : start + 90]}… instead of …{one[start : start + 90]}…"
