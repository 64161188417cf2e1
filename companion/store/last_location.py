"""The game and the page that were open last, so that the app restarts there after a kill.

Nothing else depends on it: a file that cannot be read or written is ignored.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.rules.errors import Refused
from companion.store.files import read_file, write_file
from companion.store.lock import FolderLock
from companion.store.saved_game import is_id


class LastLocation(NamedTuple):
    """A game and a page; empty if no game was open."""

    game: str = ""
    """The game's id."""
    page: str = ""


class LastLocationFile:
    """The last location in its file."""

    def __init__(self, path: Path, lock: FolderLock) -> None:
        self._path = path
        self._lock = lock
        self._written: LastLocation | None = None

    def read(self) -> LastLocation:
        """The last location."""
        if self._written is None:
            self._written = self._read()
        return self._written

    def write(self, game: str = "", page: str = "") -> None:
        """Save the current location if it has changed.

        Without a game the page does not matter, so that paging through the app writes nothing.
        """
        location = LastLocation(game, page) if game else LastLocation()
        if location != self.read():
            self._written = location
            with suppress(Refused):
                self._lock.acquire()
                write_file(self._path, json.dumps(location._asdict()) + "\n")

    def _read(self) -> LastLocation:
        try:
            value = json.loads(read_file(self._path))
            game, page = value["game"], value["page"]
        except (OSError, ValueError, RecursionError, LookupError, TypeError):
            return LastLocation()
        is_page = isinstance(page, str) and page.isidentifier()
        return LastLocation(game if is_id(game) else "", page if is_page else "")
