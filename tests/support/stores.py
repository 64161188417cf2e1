"""Stores on the bundled boards."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from companion.rules.boards import bundled_boards
from companion.rules.errors import UnusableFile
from companion.store.errors import NoSuchGame
from companion.store.saved_game import SavedGame, local_time
from companion.store.store import Store


def open_store(folder: Path, now: Callable[[], datetime] = local_time) -> Store:
    """The store in a folder, which is made if it does not exist."""
    return Store.open(folder, bundled_boards(), now)


def saved_games(store: Store) -> list[SavedGame]:
    """Every readable game in progress, the one changed last first."""
    games = []
    for game in store.games.in_progress():
        with suppress(UnusableFile, NoSuchGame):
            games.append(store.games.open(game.id))
    return games
