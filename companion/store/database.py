"""TinyDB databases on `AtomicStorage`, with transactions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar

from tinydb import TinyDB

from companion.rules.errors import NewerVersion, UnusableFile
from companion.store.errors import PARSE_ERRORS
from companion.store.storage import AtomicStorage

if TYPE_CHECKING:
    from companion.rules.format import Format
    from companion.store.lock import FolderLock
    from companion.store.notices import Notices

Row = dict[str, Any]
Tables = dict[str, dict[str, Row]]
"""Tables by name, rows by number."""

_Parsed = TypeVar("_Parsed")


class Database(TinyDB):
    """The database in a file, which need not exist yet. Any thread may use it."""

    def __init__(self, path: Path, format: Format, notices: Notices, lock: FolderLock) -> None:
        super().__init__(path, format, notices, lock, storage=AtomicStorage)
        self._notices = notices
        self.lock = RLock()
        """Held while the file is changed."""

    def rows(self, table: str, parse: Callable[[Any], _Parsed]) -> list[_Parsed]:
        """The rows of a table that can be parsed; none if the file cannot be read."""
        try:
            return list(parse_rows(self.table(table), parse))
        except NewerVersion:
            return []
        except UnusableFile as problem:
            # `NewerVersion` became a notice when the store was opened; this is a new problem.
            self._notices.add(problem.phrase)
            return []

    @contextmanager
    def transaction(self) -> Iterator[Tables]:
        """All tables, read from the file; changes are written in one step when the block ends."""
        with self.lock:
            tables: Tables = self.storage.read() or {}
            yield tables
            self.storage.write(tables)


def upsert(tables: Tables, table: str, row: Row, is_same: Callable[[Row], bool]) -> None:
    """Replace the rows for which `is_same` holds by one row, or insert it."""
    rows = tables.setdefault(table, {})
    numbers = [number for number, each in rows.items() if is_same(each)]
    for number in numbers[1:]:
        del rows[number]
    if numbers:
        rows[numbers[0]] = row
    else:
        insert(tables, table, [row])


def insert(tables: Tables, table: str, new: Iterable[Row]) -> None:
    """Insert rows under the first free numbers."""
    rows = tables.setdefault(table, {})
    free = (number for number in map(str, count(1)) if number not in rows)
    rows.update(zip(free, new, strict=False))


def delete(tables: Tables, table: str, is_same: Callable[[Row], bool]) -> None:
    """Delete the rows for which `is_same` holds."""
    rows = tables.get(table, {})
    for number in [number for number, each in rows.items() if is_same(each)]:
        del rows[number]


def parse_rows(rows: Iterable[Any], parse: Callable[[Any], _Parsed]) -> Iterator[_Parsed]:
    """The rows that can be parsed."""
    for row in rows:
        try:
            yield parse(row)
        except PARSE_ERRORS:
            continue
