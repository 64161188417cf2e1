"""The imported boards: one file per board, named by its id, each with a backup copy."""

from __future__ import annotations

from collections.abc import Container, Mapping
from contextlib import suppress
from threading import RLock
from typing import TYPE_CHECKING, Any, Literal

from companion.rules.boards import BoardSummary, summary_from_json, summary_of
from companion.rules.errors import Malformed, NewerVersion, Refused, UnusableFile
from companion.rules.json_reader import BOARD_FORMAT
from companion.rules.wording import Phrase, phrase
from companion.store.errors import PARSE_ERRORS, Damaged, NoSuchFile
from companion.store.files import BOARDS, DataFolder, one_at_a_time
from companion.store.json_folder import IN_USE, JsonFolder, with_checksums

if TYPE_CHECKING:
    from companion.rules.board import Board

MOST_BOARDS = 200
"""Boards that can be imported."""

BoardStatus = Literal["new", "replaces", "there"]
"""New; replaces the board with the same id; already here."""


@one_at_a_time()
class ImportedBoardFolder:
    """Imported boards by id. Any thread may use it.

    A board is read and checked when it is first used. Lists need only the first line of its file.
    A file that has the id of a bundled board is not used; games on it contain their board.
    """

    def __init__(self, folder: DataFolder, bundled: Container[str]) -> None:
        self._folder = JsonFolder(folder, BOARDS, "[a-z0-9-]{1,40}", BOARD_FORMAT)
        self.bundled = bundled
        """The ids of the bundled boards."""
        self._notices = folder.notices
        self._ids: tuple[str, ...] | None = None
        self._boards: dict[str, Board | UnusableFile] = {}
        """The boards that were read, or why they cannot be used."""
        self._summaries: dict[str, BoardSummary] = {}
        self._removed: dict[str, BoardSummary] = {}
        self.lock = RLock()
        """Held during each operation."""
        self.clean_up = self._folder.clean_up
        self.content = self._folder.content

    def ids(self) -> tuple[str, ...]:
        """The ids of the boards in alphabetical order; none if the folder cannot be listed."""
        if self._ids is None:
            found: dict[str, str] = {}
            with suppress(OSError):
                found = self._folder.statuses()
            ids = (id for id, status in found.items() if status == IN_USE)
            self._ids = tuple(sorted(id for id in ids if id not in self.bundled))
        return self._ids

    def summary(self, id: str) -> BoardSummary:
        """The summary of a board; `UnusableFile` if its file cannot be read."""
        if id not in self._summaries:
            summary, version = None, 0
            with suppress(OSError, *PARSE_ERRORS):
                version = self._folder.file(id, IN_USE).stat().st_mtime_ns
                value = self._folder.first_line(id, IN_USE)
                summary = summary_from_json(value, imported=True) if value else None
            # Without a good first line the whole file decides, and its backup copy.
            summary = summary or summary_of(self.read(id))
            self._summaries[id] = summary._replace(version=version)
        return self._summaries[id]

    def read(self, id: str) -> Board:
        """A board; `UnusableFile` if its file cannot be read."""
        from companion.rules.board_file import read_board_value

        def parse(value: dict[str, Any]) -> Board:
            board = read_board_value(value, self.bundled)
            if board.id != id:
                raise Refused(phrase("the file has the name of another board"))
            return board

        if id not in self._boards:
            try:
                self._boards[id] = self._folder.read_as(id, parse)
            except (Damaged, NoSuchFile):
                damaged = phrase("The imported board “{id}” is damaged. Import it again.", id=id)
                self._boards[id] = UnusableFile(damaged)
                self._notices.add(damaged)
            except UnusableFile as problem:
                self._boards[id] = problem
                if not isinstance(problem, NewerVersion):
                    self._notices.add(problem.phrase)
        found = self._boards[id]
        if isinstance(found, UnusableFile):
            raise found
        return found

    def source(self, id: str) -> Mapping[str, Any]:
        """The content of a board's file; `UnusableFile` if it cannot be read."""
        return self.read(id).source or {}

    def unreadable(self) -> dict[str, Phrase]:
        """Why boards cannot be read, in a sentence each, by id."""
        for id in self.ids():
            with suppress(UnusableFile):
                self.summary(id)
        found = ((id, self._boards.get(id)) for id in self.ids())
        return {id: each.phrase for id, each in found if isinstance(each, UnusableFile)}

    def status(self, board: Board, *, archived: bool = False) -> BoardStatus:
        """What adding a board does. One from an archive, which may be old, replaces none."""
        if board.id not in self.ids():
            return "new"
        try:
            here = self.read(board.id)
        except NewerVersion:
            return "there"
        except UnusableFile:
            return "replaces"
        return "there" if archived or _is_same(board, here) else "replaces"

    def add_drawn(self, board: Board, drawing: Mapping[str, Any]) -> None:
        """Save a board that was read from a file, with a drawing computed for it."""
        value = board.source or {}
        # A drawing that makes the file too large is no reason to refuse the board.
        with suppress(Malformed):
            self.add({**value, "drawing": {**drawing, **value.get("drawing", {})}})
            return
        self.add(value)

    def add(self, value: Mapping[str, Any]) -> Board:
        """Save a board in place of the one with the same id; `Refused` if it is not valid."""
        from companion.rules.board_file import board_parts, read_board_value

        board = read_board_value(dict(value), self.bundled)
        known = self._boards.get(board.id)
        if isinstance(known, NewerVersion):
            raise known
        if board.id not in self.ids() and len(self.ids()) >= MOST_BOARDS:
            raise Refused(
                phrase(
                    "You already have {most} imported boards. Remove one first.", most=MOST_BOARDS
                )
            )
        self._folder.add(board.id, IN_USE, with_checksums(*board_parts(value)))
        self._forget(board.id)
        return board

    def remove(self, id: str) -> None:
        """Remove a board; `restore` brings it back until the app is closed.

        Games on it contain it. One that cannot be read has no name to offer it by.
        """
        summary = None
        with suppress(UnusableFile):
            summary = self.summary(id)
        self._folder.remove(id)
        self._forget(id)
        if summary is not None:
            self._removed[id] = summary

    def removed(self) -> list[BoardSummary]:
        """The boards that were removed and can be restored."""
        return list(self._removed.values())

    def restore(self, id: str) -> None:
        """Undo `remove`."""
        self._folder.restore(id)
        self._forget(id)

    def _forget(self, id: str) -> None:
        """Read a changed board again when it is needed."""
        self._ids = None
        for known in (self._boards, self._summaries, self._removed):
            known.pop(id, None)


def _is_same(new: Board, here: Board) -> bool:
    """Whether a file has the same content as a board that is here, whose drawing was computed."""
    given, stored = dict(new.source or {}), dict(here.source or {})
    drawing, drawn = given.pop("drawing", {}), stored.pop("drawing", {})
    if "routes" not in drawing:
        drawing, drawn = (
            {name: each[name] for name in ("land", "water") if each.get(name)}
            for each in (drawing, drawn)
        )
        match drawn:
            case {"land": [_], **others} if not drawing and not others:
                # It may be the coast that a board without outlines gets.
                drawn = {}
    return drawing == drawn and given == stored
