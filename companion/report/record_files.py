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
from companion.rules.record import Record, read_record
from companion.rules.wording import phrase, untranslated
from companion.store.archive import is_board, read_lines
from companion.store.errors import unreadable_reason

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
            header, lines = read_lines(_open(stack, name))
            if header is None:
                ((_, content),) = lines
                yield GameInFile(name, None, _game(content, boards))
                return
            games = (line for _, line in lines if not is_board(line))
            for number, line in enumerate(games, start=1):
                yield GameInFile(name, number, _game(line, boards))
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


def _game(content: bytes, boards: Boards) -> Record | Refused:
    try:
        return read_record(content, boards)
    except Refused as problem:
        return problem
