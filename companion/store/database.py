"""TinyDB databases on the atomic storage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from tinydb import TinyDB

from companion.rules import Malformed
from companion.rules.format import Format
from companion.store.errors import LeftAlone
from companion.store.notices import Notices
from companion.store.storage import AtomicStorage

_Row = TypeVar("_Row")


def open_database(path: Path, format: Format, notices: Notices) -> TinyDB:
    """The database in a file, which need not exist yet."""
    return TinyDB(path, format, notices, storage=AtomicStorage)


def read_rows(database: TinyDB, table: str, parse: Callable[[Any], _Row]) -> list[_Row]:
    """The rows of a table that can be read; none if the file must be left alone."""
    try:
        return list(parsed(database.table(table), parse))
    except LeftAlone:
        return []


def parsed(rows: Iterable[Any], parse: Callable[[Any], _Row]) -> Iterator[_Row]:
    """The rows that `parse` does not refuse."""
    for row in rows:
        try:
            yield parse(row)
        except (Malformed, AttributeError, LookupError, OverflowError, TypeError, ValueError):
            continue
