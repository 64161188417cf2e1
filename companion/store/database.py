"""TinyDB databases on the atomic storage, changed in one step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar

from tinydb import TinyDB

from companion.rules.errors import InvalidName, Malformed
from companion.store.errors import NewerVersion, UnusableFile
from companion.store.files import fsync_folder, read_file, write_new
from companion.store.storage import AtomicStorage

if TYPE_CHECKING:
    from companion.rules.format import Format
    from companion.store.notices import Notices

Row = dict[str, Any]
Tables = dict[str, dict[str, Row]]
"""Rows by their number, tables by their name."""

UNREADABLE = (
    InvalidName,
    Malformed,
    AttributeError,
    LookupError,
    OverflowError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What may be raised by reading a value that is not in order."""

_Parsed = TypeVar("_Parsed")


class Database(TinyDB):
    """The database in a file, which need not exist yet. Any thread may use it."""

    def __init__(self, path: Path, format: Format, notices: Notices) -> None:
        super().__init__(path, format, notices, storage=AtomicStorage)
        assert isinstance(self.storage, AtomicStorage)
        self._kept = self.storage
        self._path = path
        self._notices = notices
        self.one_at_a_time = RLock()
        """Held while the file is changed."""

    def rows(self, table: str, parse: Callable[[Any], _Parsed]) -> list[_Parsed]:
        """The rows of a table that can be read; none if the file must be left alone."""
        try:
            return list(parsed(self.table(table), parse))
        except NewerVersion:
            return []
        except UnusableFile as problem:
            # Not so when it was opened: whoever goes on without it should know.
            self._notices.tell(problem.phrase)
            return []

    @contextmanager
    def changing(self) -> Iterator[Tables]:
        """All tables: what is done to them is written at once, or refused as a whole.

        They are read afresh, so that nothing is written that was not just read.
        """
        with self.one_at_a_time:
            tables: Tables = self.storage.read() or {}
            yield tables
            self.storage.write(tables)

    def prepare(self, path: Path, change: Callable[[Tables], None]) -> str:
        """Write a changed file elsewhere, for `take_over`; a mark of it and of this file."""
        with self.one_at_a_time:
            tables = self.storage.read() or {}
            change(tables)
            write_new(path, self._kept.text(tables).encode("utf-8"), lasting=False)
            return self._mark(path)

    def take_over(self, path: Path, mark: str) -> bool:
        """Put a prepared file into the place, which needs no room.

        False if it is out of date, or not what was prepared.
        """
        with self.one_at_a_time:
            if self._mark(path) != mark:
                return False
            path.replace(self._path)
            fsync_folder(self._path.parent)
            return True

    def _mark(self, prepared: Path) -> str:
        return f"{_hash(self._path)} {_hash(prepared)}"


def _hash(path: Path) -> str:
    from hashlib import sha256

    try:
        return sha256(read_file(path)).hexdigest()
    except FileNotFoundError:
        return ""


def put(tables: Tables, table: str, row: Row, same: Callable[[Row], bool]) -> None:
    """Replace the rows that are the same as this one, or add it."""
    rows = tables.setdefault(table, {})
    numbers = [number for number, each in rows.items() if same(each)]
    for number in numbers[1:]:
        del rows[number]
    if numbers:
        rows[numbers[0]] = row
    else:
        add(tables, table, [row])


def add(tables: Tables, table: str, new: Iterable[Row]) -> None:
    """Add some rows, under the first numbers that are free."""
    rows = tables.setdefault(table, {})
    free = (number for number in map(str, count(1)) if number not in rows)
    rows.update(zip(free, new, strict=False))


def drop(tables: Tables, table: str, same: Callable[[Row], bool]) -> None:
    """Remove some rows."""
    rows = tables.get(table, {})
    for number in [number for number, each in rows.items() if same(each)]:
        del rows[number]


def parsed(rows: Iterable[Any], parse: Callable[[Any], _Parsed]) -> Iterator[_Parsed]:
    """The rows that `parse` does not refuse."""
    for row in rows:
        try:
            yield parse(row)
        except UNREADABLE:
            continue
