"""The imported boards: one file per board, named by its id, each with a backup copy."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Container, Mapping
from contextlib import suppress
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

from companion.rules.board_summary import BoardSummary, summary_from_json, summary_of
from companion.rules.errors import Refused, UnusableFile
from companion.rules.wording import phrase
from companion.store.errors import PARSE_ERRORS, BeyondRepair, NotSaved, unreadable_file
from companion.store.files import backup_path, fsync_folder, read_file, read_first_line
from companion.store.one_at_a_time import one_at_a_time

if TYPE_CHECKING:
    from companion.rules.board import Board
    from companion.store.lock import FolderLock
    from companion.store.notices import Notices
    from companion.store.storage import BackedUpFile

BOARDS = "boards"
"""The name of the folder."""
MOST_BOARDS = 200
"""Boards that can be imported."""
_LONGEST_FIRST_LINE = 64 * 1024
_FILE, _BACKUP = ".json", ".json.before"
_ID = re.compile("[a-z0-9-]{1,40}")


class ImportedBoardFolder:
    """Imported boards by id. Any thread may use it.

    A board is read and checked when it is first used. Lists need only the first line of its file,
    see `board_text`. A file that has the id of a bundled board is not used.
    """

    def __init__(
        self, path: Path, bundled: Container[str], notices: Notices, lock: FolderLock
    ) -> None:
        self._path = path
        self.bundled = bundled
        """The ids of the bundled boards."""
        self._notices = notices
        self._folder_lock = lock
        self._ids: tuple[str, ...] | None = None
        self._boards: dict[str, Board] = {}
        self._summaries: dict[str, BoardSummary] = {}
        self._unusable: dict[str, UnusableFile] = {}
        """The boards that could not be read; the notices name each once."""
        self.lock = RLock()
        """Held during each operation."""

    def ids(self) -> tuple[str, ...]:
        """The ids of the boards in alphabetical order; none if the folder cannot be listed."""
        if self._ids is None:
            names: list[str] = []
            with suppress(OSError):
                names = os.listdir(self._path)  # noqa: PTH208  (faster than `Path.iterdir`)
            stems = {name.removesuffix(end) for name in names for end in (_FILE, _BACKUP)}
            ids = filter(_ID.fullmatch, stems)
            self._ids = tuple(sorted(id for id in ids if id not in self.bundled))
        return self._ids

    @one_at_a_time
    def summary(self, id: str) -> BoardSummary:
        """The summary of a board; `UnusableFile` if its file cannot be read."""
        if id not in self._summaries:
            try:
                value = self._first_line(id)
                summary = summary_from_json(value, imported=True, version=self._version(id))
                if summary.id != id:
                    raise ValueError("not the board of the file name")
            except (OSError, *PARSE_ERRORS):
                # The whole file decides, and its backup copy.
                summary = summary_of(self.read(id))._replace(version=self._version(id))
            self._summaries[id] = summary
        return self._summaries[id]

    @one_at_a_time
    def read(self, id: str) -> Board:
        """A board; `UnusableFile` if its file cannot be read."""
        if id in self._unusable:
            raise self._unusable[id]
        if id not in self._boards:
            try:
                board = self._file(id).read_as(lambda value: self._board(value, id))
                if board is None:
                    raise _damaged(id)
            except BeyondRepair as problem:
                self._unusable[id] = damaged = _damaged(id)
                self._notices.add(damaged.phrase)
                raise damaged from problem
            except UnusableFile as problem:
                self._unusable[id] = problem
                self._notices.add(problem.phrase)
                raise
            self._boards[id] = board
        return self._boards[id]

    @one_at_a_time
    def content(self, id: str) -> bytes:
        """The bytes of a board's file, readable or not; `UnusableFile` if there is none."""
        try:
            return read_file(self._file_path(id))
        except OSError as error:
            raise unreadable_file(self._file_path(id), error) from error

    @one_at_a_time
    def add(self, value: Mapping[str, Any]) -> Board:
        """Save a board in place of the one with the same id; `Refused` if it is not valid."""
        from companion.rules.board_file import board_text, read_board_value

        board = read_board_value(dict(value), self.bundled)
        if board.id not in self.ids() and len(self.ids()) >= MOST_BOARDS:
            raise Refused(
                phrase(
                    "You already have {most} imported boards. Remove one first.", most=MOST_BOARDS
                )
            )
        self._file(board.id).write_text(board_text(value))
        self._forget(board.id)
        return board

    @one_at_a_time
    def remove(self, id: str) -> None:
        """Delete a board; games on it contain it."""
        self._folder_lock.acquire()
        try:
            # The copy first: alone it would count as the board.
            for path in (backup_path(self._file_path(id)), self._file_path(id)):
                path.unlink(missing_ok=True)
                fsync_folder(self._path)
        except OSError as error:
            raise NotSaved.because(error) from error
        finally:
            self._forget(id)

    def _forget(self, id: str) -> None:
        self._ids = None
        for known in (self._boards, self._summaries, self._unusable):
            known.pop(id, None)

    def _first_line(self, id: str) -> Any:
        line = read_first_line(str(self._file_path(id)), _LONGEST_FIRST_LINE)
        return json.loads(line.removesuffix(b",").decode("utf-8") + "}")

    def _version(self, id: str) -> int:
        with suppress(OSError):
            return self._file_path(id).stat().st_mtime_ns
        return 0

    def _board(self, value: dict[str, Any], id: str) -> Board:
        from companion.rules.board_file import read_board_value

        try:
            board = read_board_value(value, self.bundled)
        except Refused as problem:
            raise UnusableFile(
                phrase(
                    "The imported board “{id}” cannot be used: {problem}.",
                    id=id,
                    problem=problem.phrase,
                )
            ) from problem
        if board.id != id:
            raise _damaged(id)
        return board

    def _file_path(self, id: str) -> Path:
        return self._path / f"{id}{_FILE}"

    def _file(self, id: str) -> BackedUpFile:
        from companion.rules.board_fields import BOARD_FORMAT
        from companion.store.storage import BackedUpFile

        return BackedUpFile(self._file_path(id), BOARD_FORMAT, self._notices, self._folder_lock)


def _damaged(id: str) -> UnusableFile:
    return UnusableFile(phrase("The imported board “{id}” is damaged. Import it again.", id=id))
