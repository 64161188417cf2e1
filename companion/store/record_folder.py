"""A folder of game records, one file each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.rules import Board, record_from, written
from companion.rules.format import RECORD
from companion.rules.reading import shown
from companion.rules.wording import say
from companion.store.errors import LeftAlone, NoSuchGame
from companion.store.files import move_file
from companion.store.kept_game import KeptGame, is_id
from companion.store.notices import Notices
from companion.store.storage import AtomicStorage


class RecordFolder:
    """Games by their id."""

    def __init__(self, path: Path, boards: Mapping[str, Board], notices: Notices) -> None:
        self.path = path
        """Where the files lie."""
        self._boards = boards
        self._notices = notices

    def ids(self) -> set[str]:
        """The games here, without reading any."""
        return {path.stem for path in self.path.glob("*.json") if is_id(path.stem)}

    def file(self, id: str) -> Path:
        """Where a game lies."""
        if not is_id(id):
            raise NoSuchGame(say("There is no game “{id}”.", id=shown(id)))
        return self.path / f"{id}.json"

    def read(self, id: str) -> KeptGame:
        """A game; `NoSuchGame` if it is not there or damaged beyond its copy."""
        kept = self._storage(id).read_as(self._parse(id))
        if kept is None:
            raise _gone()
        return kept

    def read_value(self, id: str) -> dict[str, Any]:
        """A game as JSON holds it, without replaying it."""
        value = self._storage(id).read_as(dict)
        if value is None:
            raise _gone()
        return value

    def write(self, kept: KeptGame) -> None:
        """Save a game: this file is all that is written."""
        self.write_value(kept.id, written(kept.record))

    def write_value(self, id: str, value: Mapping[str, Any]) -> None:
        """Save a game that is in the form of a record already."""
        self._storage(id).write(value)

    def move(self, id: str, folder: RecordFolder) -> None:
        """Move a game to another folder."""
        if not self.file(id).exists():
            raise _gone()
        move_file(self.file(id), folder.path)

    def _storage(self, id: str) -> AtomicStorage:
        return AtomicStorage(self.file(id), RECORD, self._notices)

    def _parse(self, id: str) -> Callable[[dict[str, Any]], KeptGame]:
        def parse(value: dict[str, Any]) -> KeptGame:
            check_board_known(value, self._boards)
            return KeptGame.of(record_from(value, self._boards), id)

        return parse


def _gone() -> NoSuchGame:
    return NoSuchGame(say("This game is not there any more."))


def check_board_known(value: Mapping[str, Any], boards: Mapping[str, Board]) -> None:
    """Leave a game alone whose board is not here: a later version of the app may bring it."""
    name = value.get("map")
    if isinstance(name, str) and name not in boards:
        raise LeftAlone(
            say(
                "A game on the board “{board}” is left as it is: this Railkeeper does not have it.",
                board=shown(name),
            )
        )
