"""Every record there is, each a file in one of three folders: in progress, finished, removed.

What a record says is the truth; the folder only makes it quick to find. A record that says it is
finished is finished, wherever it lies: so finishing and reopening a game are the one write of its
file, and what a kill left in the wrong folder is put into the right one later. Removing and
bringing back are one change of place.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from companion.rules.errors import Refused
from companion.rules.format import RECORD
from companion.rules.json_reader import excerpt
from companion.rules.wording import Phrase, phrase
from companion.store.errors import (
    NoSuchGame,
    NotSaved,
    NotUnderstood,
    UnusableFile,
    unread_because,
)
from companion.store.files import copy_of, delete_file, files_in, move_file, read_file
from companion.store.heads import Head, read_head, record_text
from companion.store.renaming import Renaming, followed
from companion.store.saved_game import SavedGame, are_ids, is_id, moment, new_id
from companion.store.storage import KeptFile

if TYPE_CHECKING:
    from companion.rules.board import Board
    from companion.store.notices import Notices

FOLDERS = ("games", "history", "removed")
"""Where the games in progress lie, the finished and the removed ones."""

ON_THE_WAY = ("arriving", "arrived")
"""Where an import lies until it is decided on, and from then on until everything has its place."""
FIRST_VERSION = "arriving.jsonl"
"""Where the first version of the app put an import that was decided on."""

_Parsed = TypeVar("_Parsed")


class UnreadableGame(NamedTuple):
    """A game that is there but cannot be read by this version of the app."""

    id: str
    file: str
    """The name of its file."""
    problem: Phrase
    """Why, in a sentence."""

    @classmethod
    def left(cls, id: str, problem: UnusableFile) -> UnreadableGame:
        """The game of an id, which was left alone."""
        return cls(id, f"{id}.json", problem.phrase)


class Records:
    """The three folders."""

    def __init__(
        self,
        root: Path,
        boards: Mapping[str, Board],
        renamings: Callable[[], Sequence[Renaming]],
        notices: Notices,
    ) -> None:
        self.going, self.past, self.removed = (
            RecordFolder(root / name, boards, renamings, notices, self._is_elsewhere)
            for name in FOLDERS
        )
        self.boards = boards
        """The boards there are, by their ids."""
        self.catch_up: Callable[[], object] = nothing_to_do
        """Tried before anything is listed: what is decided on but could not be done yet."""

    def has(self, id: str) -> bool:
        """Whether a game is in progress or finished."""
        return self.past.has(id) or self.going.has(id)

    def where(self, id: str) -> RecordFolder:
        """The folder of a game that is in progress or finished."""
        for folder in (self.past, self.going):
            if folder.has(id):
                return folder
        raise gone()

    def remove(self, id: str) -> None:
        """Remove a game for the time being; what was removed before it under its id is gone."""
        folder = self.where(id)
        with suppress(OSError):
            delete_file(self.removed.file(id))
        folder.move(id, self.removed)

    def bring_back(self, id: str, folder: RecordFolder) -> None:
        """Undo `remove`, unless the game has come in again from elsewhere: one id, one game."""
        if not self.removed.has(id):
            raise gone()
        if self.has(id):
            raise there_already()
        self.removed.move(id, folder)

    def tidy(self) -> None:
        """Put what a kill left half moved where it belongs, and remove the removed for good."""
        for id in self.removed.ids():
            self.going.drop_lone_copy(id)
            self.past.drop_lone_copy(id)
        for id in self.going.lone_copies():
            if self._is_elsewhere(id):
                self.going.drop_lone_copy(id)
        with suppress(OSError):
            for path in files_in(self.removed.path):
                with suppress(OSError):
                    path.unlink()

    def put_all_away(self) -> set[str]:
        """Give the finished games a place among the finished; those that cannot have one now."""
        waiting = set()
        for id in self.going.ids():
            try:
                if self.going.is_finished(id):
                    self.put_away(id)
            except NotSaved:
                waiting.add(id)
            except Refused:
                pass
        return waiting

    def put_away(self, id: str) -> str:
        """Move a finished game to the finished ones; the id it has there."""
        # Two games of one id come from an earlier version: both are kept.
        name = new_id() if self.past.has(id) else id
        self.going.move(id, self.past, name)
        return name

    def _is_elsewhere(self, id: str) -> bool:
        """Whether the file itself lies in some folder."""
        folders = (self.going, self.past, self.removed)
        return any(os.path.lexists(folder.file(id)) for folder in folders)


class RecordFolder:
    """Games by their id."""

    def __init__(
        self,
        path: Path,
        boards: Mapping[str, Board],
        renamings: Callable[[], Sequence[Renaming]],
        notices: Notices,
        is_elsewhere: Callable[[str], bool],
    ) -> None:
        self.path = path
        """Where the files lie."""
        self._boards = boards
        self._renamings = renamings
        self._notices = notices
        self._is_elsewhere = is_elsewhere

    def ids(self) -> set[str]:
        """The games here, as far as can be seen, without reading any."""
        with suppress(OSError):
            return self.all_ids()
        return set()

    def all_ids(self) -> set[str]:
        """The same, all of them, or an `OSError`. A copy without its file is a game too."""
        files, copies = self._names()
        return files | {id for id in copies - files if not self._is_elsewhere(id)}

    def lone_copies(self) -> set[str]:
        """The games of which only the copy is here, as far as can be seen."""
        with suppress(OSError):
            files, copies = self._names()
            return copies - files
        return set()

    def drop_lone_copy(self, id: str) -> None:
        """Remove a copy whose file lies in another folder."""
        if not os.path.lexists(self.file(id)):
            with suppress(OSError):
                copy_of(self.file(id)).unlink()

    def has(self, id: str) -> bool:
        """Whether a game is here."""
        file = self.file(id)
        return os.path.lexists(file) or (
            os.path.lexists(copy_of(file)) and not self._is_elsewhere(id)
        )

    def file(self, id: str) -> Path:
        """Where a game lies."""
        if not is_id(id):
            raise NoSuchGame(phrase("There is no game “{id}”.", id=excerpt(id)))
        return self.path / f"{id}.json"

    def read(self, id: str) -> SavedGame:
        """A game; `NoSuchGame` if it is not here, `UnusableFile` if it cannot be read."""
        return self._read_as(id, lambda value: self._game(value, id))

    def read_value(self, id: str) -> Mapping[str, Any]:
        """A game as JSON holds it, without replaying it."""
        return self._read_as(id, lambda value: followed(value, self._renamings()))

    def head(self, id: str) -> Head | None:
        """The first line of a game that was written by this version and whose board is here."""
        try:
            head = read_head(self.path, id)
        except OSError:
            return None
        if head is None or head["map"] not in self._boards:
            return None
        return followed(head, self._renamings())

    def is_finished(self, id: str) -> bool:
        """Whether a game says that it is finished; wherever it lies, this is what counts."""
        value = self.head(id) or self._read_as(id, dict)
        return moment(value.get("finished")) is not None

    def write(self, saved: SavedGame) -> None:
        """Save a game: this file is all that is written."""
        self._kept_file(saved.id).write_text(record_text(saved))

    def move(self, id: str, folder: RecordFolder, name: str = "") -> None:
        """Move a game to another folder, under another id if one is named."""
        if not self.has(id):
            raise gone()
        if not os.path.lexists(self.file(id)):
            self._read_as(id, dict)
        target = folder.file(name or id)
        if os.path.lexists(target):
            raise there_already()
        move_file(self.file(id), target)

    def content(self, id: str) -> bytes:
        """The bytes of a game's file, whatever they mean."""
        for path in (self.file(id), copy_of(self.file(id))):
            try:
                return read_file(path)
            except FileNotFoundError:
                continue
            except OSError as error:
                raise unread(path, error) from error
        raise gone()

    def _names(self) -> tuple[set[str], set[str]]:
        """The games with a file here, and those with a copy."""
        names = []
        with suppress(FileNotFoundError):
            # Not as paths: there may be ten thousand.
            names = os.listdir(self.path)  # noqa: PTH208
        files = [name[:32] for name in names if name[32:] == ".json"]
        others = names if len(files) < len(names) else ()
        copies = [name[:32] for name in others if name[32:] == ".json.before"]
        return are_ids(files), are_ids(copies)

    def _read_as(self, id: str, parse: Callable[[dict[str, Any]], _Parsed]) -> _Parsed:
        value = self._kept_file(id).read_as(parse)
        if value is None:
            raise gone()
        return value

    def _kept_file(self, id: str) -> KeptFile:
        return KeptFile(self.file(id), RECORD, self._notices)

    def _game(self, value: dict[str, Any], id: str) -> SavedGame:
        from companion.rules.record import record_from_json

        check_board_known(value, self._boards)
        try:
            record = record_from_json(followed(value, self._renamings()), self._boards)
        except Refused as problem:
            raise NotUnderstood.because(problem.phrase) from problem
        return SavedGame.of(record, id)


def unread(path: Path, error: OSError) -> UnusableFile:
    """What is said of a file or a folder that cannot be read now."""
    return UnusableFile(
        phrase("{file} cannot be read: {reason}.", file=path.name, reason=unread_because(error))
    )


def nothing_to_do() -> None:
    """The usual case."""


def gone() -> NoSuchGame:
    """What is said of a game that is not there."""
    return NoSuchGame(phrase("This game is not there any more."))


def there_already() -> Refused:
    """What is said of a game whose place is taken."""
    return Refused(phrase("This game is there already."))


def check_board_known(value: Mapping[str, Any], boards: Mapping[str, Board]) -> None:
    """Leave a game alone whose board is not here: a later version of the app may bring it."""
    name = value.get("map")
    if isinstance(name, str) and name not in boards:
        raise UnusableFile(
            phrase(
                "A game on the board “{board}” is left as it is: this Railkeeper does not have it.",
                board=excerpt(name),
            )
        )
