"""The imported boards: one file per board, named by its id, each with a backup copy."""

from __future__ import annotations

from collections.abc import Container, Mapping
from contextlib import suppress
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.rules.boards import BoardSummary, summary_from_json, summary_of
from companion.rules.errors import NewerVersion, Refused, UnusableFile
from companion.rules.json_reader import BOARD_FORMAT
from companion.rules.wording import Phrase, phrase
from companion.store.errors import PARSE_ERRORS, Damaged, NoSuchGame
from companion.store.storage import IN_USE, REMOVED, JsonFolder, with_checksums
from companion.store.threads import one_at_a_time

if TYPE_CHECKING:
    from companion.rules.board import Board
    from companion.store.errors import Notices
    from companion.store.files import FolderLock

BOARDS = "boards"
"""The name of the folder."""
MOST_BOARDS = 200
"""Boards that can be imported."""


class UnreadableBoard(NamedTuple):
    """A board whose file exists but cannot be read by this version of the app."""

    id: str
    problem: Phrase
    """The reason, in a sentence."""


class ImportedBoardFolder:
    """Imported boards by id. Any thread may use it.

    A board is read and checked when it is first used. Lists need only the first line of its file.
    A file that has the id of a bundled board is not used; games on it contain their board.
    """

    def __init__(
        self, path: Path, bundled: Container[str], notices: Notices, lock: FolderLock
    ) -> None:
        self._folder = JsonFolder(path, "[a-z0-9-]{1,40}", BOARD_FORMAT, notices, lock)
        self.bundled = bundled
        """The ids of the bundled boards."""
        self._notices = notices
        self._ids: tuple[str, ...] | None = None
        self._boards: dict[str, Board] = {}
        self._summaries: dict[str, BoardSummary] = {}
        self._unusable: dict[str, UnusableFile] = {}
        """The boards that could not be read; the notices name each damaged one once."""
        self._removed: dict[str, BoardSummary] = {}
        self.lock = RLock()
        """Held during each operation."""

    def clean_up(self) -> None:
        """Delete temporary files and the boards that were removed in an earlier run."""
        self._folder.clean_up()

    def ids(self) -> tuple[str, ...]:
        """The ids of the boards in alphabetical order; none if the folder cannot be listed."""
        if self._ids is None:
            found: dict[str, str] = {}
            with suppress(OSError):
                found = self._folder.statuses()
            ids = (id for id, status in found.items() if status == IN_USE)
            self._ids = tuple(sorted(id for id in ids if id not in self.bundled))
        return self._ids

    @one_at_a_time
    def summary(self, id: str) -> BoardSummary:
        """The summary of a board; `UnusableFile` if its file cannot be read."""
        if id not in self._summaries:
            summary = None
            with suppress(OSError, *PARSE_ERRORS):
                value = self._folder.first_line(id, IN_USE)
                summary = summary_from_json(value, imported=True) if value else None
            # Without a good first line the whole file decides, and its backup copy.
            summary = summary or summary_of(self.read(id))
            self._summaries[id] = summary._replace(version=self._version(id))
        return self._summaries[id]

    @one_at_a_time
    def read(self, id: str) -> Board:
        """A board; `UnusableFile` if its file cannot be read."""
        if id in self._unusable:
            raise self._unusable[id]
        if id not in self._boards:
            from companion.rules.board_file import read_board_value

            def parse(value: dict[str, Any]) -> Board:
                board = read_board_value(value, self.bundled)
                if board.id != id:
                    raise Refused(phrase("the file has the name of another board"))
                return board

            try:
                self._boards[id] = self._folder.read_as(id, parse)
            except (UnusableFile, NoSuchGame) as problem:
                self._unusable[id] = refusal = _unusable(id, problem)
                if not isinstance(problem, NewerVersion):
                    self._notices.add(refusal.phrase)
                raise refusal from problem
        return self._boards[id]

    @one_at_a_time
    def unreadable(self) -> list[UnreadableBoard]:
        """The boards that cannot be read."""
        for id in self.ids():
            with suppress(UnusableFile):
                self.summary(id)
        problems = ((id, self._unusable.get(id)) for id in self.ids())
        return [UnreadableBoard(id, each.phrase) for id, each in problems if each is not None]

    @one_at_a_time
    def content(self, id: str) -> bytes:
        """The content of a board's file, readable or not, to be shared."""
        return self._folder.content(id)

    @one_at_a_time
    def add(self, value: Mapping[str, Any]) -> Board:
        """Save a board in place of the one with the same id; `Refused` if it is not valid."""
        from companion.rules.board_file import board_parts, read_board_value

        board = read_board_value(dict(value), self.bundled)
        if isinstance(self._unusable.get(board.id), NewerVersion):
            raise self._unusable[board.id]
        if board.id not in self.ids() and len(self.ids()) >= MOST_BOARDS:
            raise Refused(
                phrase(
                    "You already have {most} imported boards. Remove one first.", most=MOST_BOARDS
                )
            )
        removed = self._removed.pop(board.id, None)
        self._folder.write(board.id, IN_USE, with_checksums(*board_parts(value)))
        if removed is not None:
            self._folder.delete(board.id, IN_USE + REMOVED)
        self._forget(board.id)
        return board

    @one_at_a_time
    def remove(self, id: str) -> None:
        """Remove a board; `restore` brings it back until the app is closed.

        Games on it contain it.
        """
        summary = None
        with suppress(UnusableFile):
            summary = self.summary(id)
        if summary is None:
            # One that cannot be read has no name to offer it by.
            self._folder.delete(id, IN_USE)
        else:
            self._folder.set_status(id, IN_USE + REMOVED)
            self._removed[id] = summary
        self._forget(id)

    def removed(self) -> list[BoardSummary]:
        """The boards that were removed and can be restored."""
        return list(self._removed.values())

    @one_at_a_time
    def restore(self, id: str) -> None:
        """Undo `remove`."""
        self._folder.set_status(id, IN_USE)
        del self._removed[id]
        self._forget(id)

    def _forget(self, id: str) -> None:
        self._ids = None
        for known in (self._boards, self._summaries, self._unusable):
            known.pop(id, None)

    def _version(self, id: str) -> int:
        with suppress(OSError):
            return self._folder.file(id, IN_USE).stat().st_mtime_ns
        return 0


def _unusable(id: str, problem: Refused) -> UnusableFile:
    if isinstance(problem, Damaged | NoSuchGame):
        return UnusableFile(phrase("The imported board “{id}” is damaged. Import it again.", id=id))
    return problem if isinstance(problem, UnusableFile) else UnusableFile(problem.phrase)
