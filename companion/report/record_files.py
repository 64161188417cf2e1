"""Reads the files that the command line is given: game records and archives of the app."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from companion.rules.boards import Boards
from companion.rules.errors import Malformed, Refused
from companion.rules.json_reader import read_json
from companion.rules.record import MAX_RECORD_BYTES, Record, read_record
from companion.rules.wording import phrase, untranslated
from companion.store.board_import import is_board
from companion.store.errors import unreadable_reason
from companion.store.exporting import ARCHIVE

STANDARD_INPUT = "-"
"""The file name that means standard input."""
EMPTY_NAME = '""'
"""An empty file name in a sentence."""


@dataclass(frozen=True, slots=True)
class GameInFile:
    """A game of a file, or why it cannot be read."""

    file: str
    number: int | None
    """Its position in an archive, counted from 1; None for a file with one record."""
    content: Record | Refused

    @property
    def title(self) -> str:
        """The file's name, with the number of the game in an archive."""
        name = self.file or EMPTY_NAME
        return name if self.number is None else f"{name}, game {self.number}"


def games_in_file(name: str, boards: Boards) -> Iterator[GameInFile]:
    """The games of a record file or an archive, one at a time."""
    try:
        with ExitStack() as stack:
            file = _open(stack, name)
            first = file.readline(MAX_RECORD_BYTES + 1)
            if not _begins_archive(first):
                rest = file.read(max(0, MAX_RECORD_BYTES + 1 - len(first)))
                yield GameInFile(name, None, _record(first + rest, boards))
                return
            games = (line for line in _lines(file) if not is_board(line))
            for number, line in enumerate(games, start=1):
                yield GameInFile(name, number, _record(line, boards))
    except OSError as error:
        yield GameInFile(name, None, _unreadable(error))
    except Refused as problem:
        yield GameInFile(name, None, problem)


def file_content(name: str, limit: int) -> bytes:
    """A file's content, cut off after `limit` + 1 bytes; `Malformed` if it cannot be read."""
    try:
        with ExitStack() as stack:
            return _open(stack, name).read(limit + 1)
    except OSError as error:
        raise _unreadable(error) from None


def _unreadable(error: OSError) -> Malformed:
    return Malformed(phrase("cannot be read: {reason}", reason=unreadable_reason(error)))


def _open(stack: ExitStack, name: str) -> IO[bytes]:
    return stack.enter_context(Path(name).open("rb")) if _is_path(name) else _stdin()


def _is_path(name: str) -> bool:
    if not name:
        raise Malformed(untranslated("the file name is empty"))
    return name != STANDARD_INPUT


def _stdin() -> IO[bytes]:
    if sys.stdin is None:
        raise Malformed(untranslated("cannot be read: standard input is closed"))
    return sys.stdin.buffer


def _begins_archive(line: bytes) -> bool:
    """Whether a file's first line is the header of an archive; refused if it is of a newer one."""
    if ARCHIVE.name.encode() not in line:
        return False
    try:
        value = read_json(_text(line))
    except Refused:
        return False
    stamp = value.get("format") if isinstance(value, dict) else None
    if not isinstance(stamp, str) or stamp.partition("/")[0] != ARCHIVE.name:
        return False
    ARCHIVE.check(value)
    return True


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines that are not blank; of a line that is too long only the beginning."""
    while line := file.readline(MAX_RECORD_BYTES + 1):
        part = line
        while not part.endswith(b"\n") and (part := file.readline(MAX_RECORD_BYTES)):
            pass
        if line.strip():
            yield line


def _record(content: bytes, boards: Boards) -> Record | Refused:
    try:
        if len(content) > MAX_RECORD_BYTES:
            size = MAX_RECORD_BYTES // 1024 // 1024
            raise Malformed(phrase("larger than the {size} MB limit for a game file", size=size))
        return read_record(_text(content), boards)
    except Refused as problem:
        return problem


def _text(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Malformed(phrase("not UTF-8 text")) from None
