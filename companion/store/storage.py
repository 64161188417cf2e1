"""A JSON file with a backup copy, and the TinyDB storage built on it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tinydb.storages import Storage

from companion.rules.errors import Malformed, NewerVersion, Refused, UnusableFile
from companion.rules.json_reader import read_json
from companion.rules.wording import Phrase, phrase
from companion.store.errors import (
    BeyondRepair,
    NotUnderstood,
    TooLarge,
    Unavailable,
    unreadable_reason,
)
from companion.store.files import (
    LARGEST_FILE,
    backup_path,
    fsync_folder,
    make_folder,
    read_file,
    write_file,
)

if TYPE_CHECKING:
    from companion.rules.format import Format
    from companion.store.lock import FolderLock
    from companion.store.notices import Notices

_Parsed = TypeVar("_Parsed")

_MOST_CONTAINERS, _MOST_VALUES = 15_000, 40_000
"""Objects and values in a file from elsewhere; a small file of brackets parses for seconds."""


def parse_json(content: bytes, limit: int, *, is_own: bool = False) -> object:
    """Parse a file, or a line of one; `Malformed` if it is too large or not JSON.

    An imported record grows when it is written and continued, so own files may have twice as many
    values as files from elsewhere.
    """
    factor = 2 if is_own else 1
    if len(content) > limit:
        raise Malformed(phrase("larger than {limit} MB", limit=limit // 1024**2))
    if (
        content.count(b"{") + content.count(b"[") > _MOST_CONTAINERS * factor
        or content.count(b",") > _MOST_VALUES * factor
    ):
        raise Malformed(phrase("it contains too many values"))
    try:
        # utf-8-sig: some editors write a byte order mark.
        return read_json(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Malformed(phrase("not text")) from None


class BackedUpFile:
    """A JSON file that is replaced atomically and whose previous content stays as a backup copy.

    If the content cannot be used, reading uses the copy, moves the damaged file into the folder
    `damaged` and adds a sentence to the notices. Without a good copy both files stay. A file of a
    newer version is not damaged: it is refused and not touched.
    """

    def __init__(self, path: Path, format: Format, notices: Notices, lock: FolderLock) -> None:
        self._path = path
        self._format = format
        self._notices = notices
        self._lock = lock

    def write_text(self, text: str) -> None:
        """Replace the file; `NotSaved` leaves it unchanged."""
        self._lock.acquire()
        write_file(self._path, text, backup=True)

    def read_as(self, parse: Callable[[dict[str, Any]], _Parsed]) -> _Parsed | None:
        """The parsed content of the file or, if that cannot be used, of its copy; None if neither.

        `UnusableFile` if both cannot be used. `parse` raises `Refused` for content it refuses.
        """
        copy = backup_path(self._path)
        problem: UnusableFile | None = None
        try:
            return self._parse(self._path, parse)
        except FileNotFoundError:
            if not os.path.lexists(copy):
                return None
        except (NewerVersion, Unavailable):
            raise
        except UnusableFile as refusal:
            problem = refusal
        try:
            parsed = self._parse(copy, parse)
        except (NewerVersion, Unavailable):
            raise
        except (FileNotFoundError, UnusableFile) as refusal:
            self._handle_loss(problem or refusal)
            return None
        self._restore_copy(is_missing=problem is None)
        return parsed

    def _restore_copy(self, *, is_missing: bool) -> None:
        """Replace the file by its copy, and keep the damaged file in another place."""
        aside = None if is_missing else phrase("The damaged file is left where it is.")
        with suppress(Refused, OSError):
            self._lock.acquire()
            # After a kill between these steps the copy is alone, and the next read restores it.
            if not is_missing:
                aside = self._move_aside(self._path)
            try:
                self._path.lstat()
            except FileNotFoundError:
                backup_path(self._path).replace(self._path)
        # Before the next write makes another copy: until then this is the only good file.
        fsync_folder(self._path.parent)
        self._notify(
            phrase(
                "{title} could not be read; its copy from before the last change is used.",
                title=self._format.title,
            ),
            aside,
        )

    def _handle_loss(self, problem: Exception) -> None:
        """Refuse: the file and its copy cannot be used, and stay for a manual repair."""
        raise problem

    @property
    def _no_good_copy(self) -> Phrase:
        return phrase(
            "{title} could not be read, and there is no usable copy.", title=self._format.title
        )

    def _parse(self, path: Path, parse: Callable[[dict[str, Any]], _Parsed]) -> _Parsed:
        try:
            value = parse_json(read_file(path), LARGEST_FILE, is_own=True)
        except (Malformed, TooLarge):
            raise BeyondRepair(self._no_good_copy) from None
        except FileNotFoundError:
            raise
        except OSError as error:
            raise Unavailable(
                phrase(
                    "{title} cannot be read now: {reason}.",
                    title=self._format.title,
                    reason=unreadable_reason(error),
                )
            ) from error
        try:
            return parse(self._format.check(value))
        except UnusableFile:
            raise
        except Refused as problem:
            raise NotUnderstood.because(problem.phrase) from problem

    def _move_aside(self, path: Path) -> Phrase:
        """Move a damaged file to the folder `damaged`; the sentence that names its place."""
        name = f"{path.stem}-{datetime.now():%Y-%m-%d-%H%M%S-%f}{path.suffix}"
        folder = path.parent / "damaged"
        try:
            with suppress(OSError):
                make_folder(folder)
            # It must not stay: the next write would make it the backup copy.
            aside = folder / name if folder.is_dir() else path.with_name(f"{name}.damaged")
            path.replace(aside)
            fsync_folder(aside.parent)
        except OSError:
            return phrase("The damaged file is left where it is.")
        return phrase("The damaged file is kept as {file}.", file=aside.name)

    def _notify(self, outcome: Phrase, aside: Phrase | None) -> None:
        self._notices.add(
            phrase("{outcome} {kept}", outcome=outcome, kept=aside) if aside else outcome
        )


class AtomicStorage(BackedUpFile, Storage):
    """The storage of a TinyDB database: tables of numbered rows in one file."""

    def read(self) -> dict[str, dict[str, Any]] | None:
        """The tables in the file; None if there is no file."""
        return self.read_as(_tables)

    def write(self, tables: Mapping[str, Any]) -> None:
        """Replace the tables; `NotSaved` leaves the file unchanged."""
        self.write_text(json.dumps({"format": self._format.stamp, **tables}) + "\n")

    def _handle_loss(self, problem: Exception) -> None:  # noqa: ARG002
        """Move the damaged file and its copy aside: they would block every later write."""
        aside: list[Phrase] = []
        with suppress(Refused):
            self._lock.acquire()
            aside = [
                self._move_aside(path)
                for path in (self._path, backup_path(self._path))
                if os.path.lexists(path)
            ]
        self._notify(self._no_good_copy, aside[0] if aside else None)


def _tables(value: dict[str, Any]) -> dict[str, dict[str, Any]]:
    tables = {name: table for name, table in value.items() if name != "format"}
    if not all(_is_table(table) for table in tables.values()):
        raise Malformed(phrase("not a database"))
    return tables


def _is_table(value: object) -> bool:
    return isinstance(value, dict) and all(
        number.isascii() and number.isdecimal() and len(number) < 10 and isinstance(row, dict)
        for number, row in value.items()
    )
