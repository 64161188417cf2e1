"""Opening a store on the bundled boards."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from companion.rules.boards import bundled_boards
from companion.store.saved_game import local_time
from companion.store.store import Store


def open_store(folder: Path, now: Callable[[], datetime] = local_time) -> Store:
    """The store in a folder, which is made if it does not exist."""
    return Store.open(folder, bundled_boards(), now)
