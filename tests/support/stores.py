"""Stores on the bundled boards."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.rules.boards import bundled_boards
from companion.rules.errors import UnusableFile
from companion.store.errors import NoSuchFile
from companion.store.json_folder import with_checksums
from companion.store.saved_game import SavedGame, local_time
from companion.store.store import Store

IN_PROGRESS_FILES = f"games/{'?' * 32}.json"
FINISHED_FILES = "games/*.finished.json"
"""Patterns of the files of games in progress and of finished games."""


def copy_of(path: Path) -> Path:
    """The backup copy of a file of the store."""
    return path.with_name(path.name.partition(".")[0] + ".before")


def edit(path: Path, change: Callable[[dict[str, Any]], object], *, checked: bool = False) -> None:
    """Change a file of the store by hand, or with right checksums as a later version would."""
    value = json.loads(path.read_bytes())
    value.pop("check", None)
    change(value)
    if not checked:
        path.write_text(json.dumps(value), encoding="utf-8")
        return
    rest = {name: value.pop(name) for name in ("events", "board", "routes") if name in value}
    path.write_bytes(with_checksums(value, rest or None))


def update(value: dict[str, Any], **fields: object) -> None:
    """Change fields of a file, see `edit`."""
    value.update(fields)


def open_store(folder: Path, now: Callable[[], datetime] = local_time) -> Store:
    """The store in a folder, which is made if it does not exist."""
    return Store.open(folder, bundled_boards(), now)


def saved_games(store: Store) -> list[SavedGame]:
    """Every readable game in progress, the one changed last first."""
    games = []
    for game in store.games.in_progress():
        with suppress(UnusableFile, NoSuchFile):
            games.append(store.games.open(game.id))
    return games
