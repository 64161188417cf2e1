"""TinyDB databases in files with checksums and backup copies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any, TypeVar

from tinydb import TinyDB
from tinydb.storages import Storage
from tinydb.table import Table

from companion.rules.errors import Malformed, NewerVersion, UnusableFile
from companion.rules.json_reader import Format
from companion.rules.wording import phrase
from companion.store.errors import PARSE_ERRORS, Damaged, NoSuchFile
from companion.store.files import DataFolder
from companion.store.json_folder import IN_USE, JsonFolder, with_checksums

# Cached answers would outlive a transaction that was not written.
Table.default_query_cache_capacity = 0

_Parsed = TypeVar("_Parsed")


class AtomicStorage(Storage):
    """The storage of a TinyDB database: its tables in one file."""

    def __init__(self, folder: DataFolder, name: str, format: Format) -> None:
        self._file = JsonFolder(folder, "", name, format)
        self._name = name
        self._format = format
        self.changes: dict[str, Any] | None = None
        """The tables during a transaction, which writes them once."""

    def read(self) -> dict[str, Any] | None:
        """The tables; None if there is no file."""
        if self.changes is not None:
            return self.changes
        try:
            return self._file.read_as(self._name, _tables)
        except NoSuchFile:
            return None
        except Damaged:
            self._file.start_again(self._name)
            return None

    def write(self, tables: dict[str, Any]) -> None:
        """Replace the tables, or keep them for the end of the transaction."""
        if self.changes is not None:
            self.changes = tables
        else:
            content = with_checksums({"format": self._format.stamp, **tables})
            self._file.write(self._name, IN_USE, content)


class Database(TinyDB):
    """A TinyDB database in a file, which need not exist yet. Any thread may use it.

    Unknown tables, rows and fields, which a later version may have added, are kept.
    """

    def __init__(self, folder: DataFolder, name: str, format: Format) -> None:
        super().__init__(folder, name, format, storage=AtomicStorage)
        self._notices = folder.notices
        self.lock = RLock()
        """Held while the file is read or changed."""

    def rows(self, table: str, parse: Callable[[Any], _Parsed]) -> list[_Parsed]:
        """The rows of a table that this version understands; none if the file cannot be read."""
        try:
            with self.lock:
                return list(parse_rows(self.table(table), parse))
        except NewerVersion:
            return []
        except UnusableFile as problem:
            # `NewerVersion` became a notice when the store was opened; this is a new problem.
            self._notices.add(problem.phrase)
            return []

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Changes of tables in the block are written once, at its end; none if it raises."""
        storage = self.storage
        assert isinstance(storage, AtomicStorage)
        with self.lock:
            storage.changes = storage.read() or {}
            try:
                yield
                tables = storage.changes
            finally:
                storage.changes = None
            storage.write(tables)


def _tables(value: dict[str, Any]) -> dict[str, Any]:
    """The tables in a file; `Malformed` if one of them is not a table of TinyDB."""
    del value["format"]
    try:
        for table in value.values():
            for number, row in table.items():
                int(number), row.keys()
    except PARSE_ERRORS:
        raise Malformed(phrase("not a database")) from None
    return value


def parse_rows(rows: Iterable[Any], parse: Callable[[Any], _Parsed]) -> Iterator[_Parsed]:
    """The rows that can be parsed."""
    for row in rows:
        try:
            yield parse(row)
        except PARSE_ERRORS:
            continue
