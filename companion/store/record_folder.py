"""A folder of records: one file per game, named by the game's id, each with a backup copy."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from companion.rules.errors import UnusableFile
from companion.rules.format import RECORD
from companion.rules.json_reader import excerpt
from companion.rules.wording import phrase
from companion.store.errors import (
    PARSE_ERRORS,
    NoSuchGame,
    already_there,
    no_such_game,
    unreadable_file,
)
from companion.store.files import backup_path, delete_file, move_file, read_file
from companion.store.record_header import (
    FinishedGame,
    GameInProgress,
    listed_game,
    read_header,
    record_text,
)
from companion.store.renaming import Renaming, apply_renamings
from companion.store.saved_game import SavedGame, is_id, parse_time
from companion.store.storage import BackedUpFile

if TYPE_CHECKING:
    from companion.rules.boards import Boards
    from companion.store.lock import FolderLock
    from companion.store.notices import Notices

_Parsed = TypeVar("_Parsed")

_FILE, _BACKUP = ".json", ".json.before"


class RecordFolder:
    """The games in a folder by id.

    A backup copy without its file counts as a game, unless another folder has the file: moving a
    game moves the copy first, and a kill may come in between.
    """

    def __init__(
        self,
        path: Path,
        boards: Boards,
        renamings: Callable[[], Sequence[Renaming]],
        notices: Notices,
        lock: FolderLock,
        has_file: Callable[[str], bool],
    ) -> None:
        self.path = path
        self._boards = boards
        self._renamings = renamings
        self._notices = notices
        self._lock = lock
        self._has_file = has_file
        """Whether any folder of the repository has the file of an id."""

    def ids(self) -> set[str]:
        """The ids of the games; `OSError` if the folder cannot be listed."""
        files, copies = self._names()
        return files | {id for id in copies - files if not self._has_file(id)}

    def visible_ids(self) -> set[str]:
        """The ids of the games; none if the folder cannot be listed."""
        with suppress(OSError):
            return self.ids()
        return set()

    def has(self, id: str) -> bool:
        """Whether a game is in this folder."""
        file = self.file(id)
        return os.path.lexists(file) or (
            os.path.lexists(backup_path(file)) and not self._has_file(id)
        )

    def file(self, id: str) -> Path:
        """The file of a game; `NoSuchGame` if the id is malformed."""
        if not is_id(id):
            raise NoSuchGame(phrase("There is no game “{id}”.", id=excerpt(id)))
        return self.path / f"{id}{_FILE}"

    def read(self, id: str) -> SavedGame:
        """A game; `NoSuchGame` if it is not here, `UnusableFile` if it cannot be read."""
        return self._read_as(id, lambda value: self._saved_game(value, id))

    def read_value(self, id: str) -> Mapping[str, Any]:
        """The record of a game as JSON holds it, without replaying its events."""
        return self._read_as(id, lambda value: apply_renamings(value, self._renamings()))

    def listed(self, id: str) -> GameInProgress | FinishedGame | None:
        """A game as lists show it, from its header; None if that cannot be used."""
        try:
            header = read_header(self.path, id)
            if header is None:
                return None
            return listed_game(apply_renamings(header, self._renamings()), id, self._boards)
        except (OSError, *PARSE_ERRORS):
            return None

    def is_finished(self, id: str) -> bool:
        """Whether the record of a game is marked as finished."""
        game = self.listed(id)
        if game is not None:
            return isinstance(game, FinishedGame)
        return parse_time(self._read_as(id, dict).get("finished")) is not None

    def write(self, saved: SavedGame) -> None:
        """Save a game."""
        self.write_text(saved.id, record_text(saved))

    def write_text(self, id: str, text: str) -> None:
        """Save the text of a game's file."""
        self._backed_up_file(id).write_text(text)

    def move(self, id: str, folder: RecordFolder) -> None:
        """Move a game to another folder; `Refused` if that folder has one of the same id."""
        if not os.path.lexists(self.file(id)):
            # Only the backup copy is left: reading restores the file from it.
            self._read_as(id, dict)
        target = folder.file(id)
        if os.path.lexists(target):
            raise already_there()
        self._lock.acquire()
        move_file(self.file(id), target)

    def delete(self, id: str) -> None:
        """Delete the file of a game and its backup copy, if they exist."""
        self._lock.acquire()
        with suppress(OSError):
            delete_file(self.file(id))

    def content(self, id: str) -> bytes:
        """The bytes of a game's file, readable or not."""
        for path in (self.file(id), backup_path(self.file(id))):
            try:
                return read_file(path)
            except FileNotFoundError:
                continue
            except OSError as error:
                raise unreadable_file(path, error) from error
        raise no_such_game()

    def stray_copies(self) -> set[str]:
        """The ids with a backup copy here whose file another folder has: a move was cut short."""
        with suppress(OSError):
            files, copies = self._names()
            return {id for id in copies - files if self._has_file(id)}
        return set()

    def delete_stray_copy(self, id: str) -> None:
        """Delete the backup copy of a game whose file another folder has."""
        if not os.path.lexists(self.file(id)):
            with suppress(OSError):
                backup_path(self.file(id)).unlink()

    def _names(self) -> tuple[set[str], set[str]]:
        """The ids that have a file here, and the ids that have a backup copy."""
        names: list[str] = []
        with suppress(FileNotFoundError):
            # Not `Path.iterdir`: it makes a `Path` of each of thousands of names.
            names = os.listdir(self.path)  # noqa: PTH208
        files = {name[:32] for name in names if name[32:] == _FILE}
        copies = {name[:32] for name in names if name[32:] == _BACKUP}
        return set(filter(is_id, files)), set(filter(is_id, copies))

    def _read_as(self, id: str, parse: Callable[[dict[str, Any]], _Parsed]) -> _Parsed:
        value = self._backed_up_file(id).read_as(parse)
        if value is None:
            raise no_such_game()
        return value

    def _backed_up_file(self, id: str) -> BackedUpFile:
        return BackedUpFile(self.file(id), RECORD, self._notices, self._lock)

    def _saved_game(self, value: dict[str, Any], id: str) -> SavedGame:
        from companion.rules.record import record_from_json

        check_board_is_known(value, self._boards)
        record = record_from_json(apply_renamings(value, self._renamings()), self._boards)
        return SavedGame.from_record(record, id)


def check_board_is_known(value: Mapping[str, Any], boards: Boards) -> None:
    """`UnusableFile` for a record on an unknown board, which a later version may have."""
    name = value.get("map")
    if isinstance(name, str) and "board" not in value and name not in boards:
        raise UnusableFile(
            phrase(
                "A game on the board “{board}” is left unchanged: this version of Railkeeper does "
                "not have that board.",
                board=excerpt(name),
            )
        )
