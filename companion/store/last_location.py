"""Where the keeper was: which game lay on the table and which page was open.

After a kill the app goes on there. Nothing else depends on it, so nothing is ever refused for it.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.rules.errors import Refused
from companion.store.files import read_file, write_file
from companion.store.saved_game import is_id


class LastLocation(NamedTuple):
    """A game and a page; empty where there is none."""

    game: str = ""
    """The game's id."""
    page: str = ""


class LastLocationFile:
    """The place on disk."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._noted: LastLocation | None = None

    def read(self) -> LastLocation:
        """Where the keeper was last."""
        if self._noted is None:
            self._noted = self._read()
        return self._noted

    def note(self, game: str = "", page: str = "") -> None:
        """Note where the keeper is now; writes only what has changed.

        Away from the table it is all one where: whoever goes through the pages waits for no disk.
        """
        place = LastLocation(game, page) if game else LastLocation()
        if place != self.read():
            self._noted = place
            with suppress(Refused):
                write_file(self._path, json.dumps(place._asdict()) + "\n")

    def _read(self) -> LastLocation:
        try:
            value = json.loads(read_file(self._path))
            game, page = value["game"], value["page"]
        except (OSError, ValueError, RecursionError, LookupError, TypeError):
            return LastLocation()
        known = isinstance(page, str) and page.isidentifier()
        return LastLocation(game if is_id(game) else "", page if known else "")
