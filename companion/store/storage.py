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

from companion.rules.errors import Malformed, Refused
from companion.rules.wording import Phrase, phrase
from companion.store.errors import (
    BeyondRepair,
    NotUnderstood,
    UnusableFile,
    unreadable_reason,
)
from companion.store.files import (
    backup_path,
    fsync_folder,
    make_folder,
    read_file,
    write_file,
)

if TYPE_CHECKING:
    from companion.rules.format import Format
    from companion.store.notices import Notices

_Parsed = TypeVar("_Parsed")


class BackedUpFile:
    """A JSON file that is replaced atomically and whose previous content stays as a backup copy.

    If the file is damaged, reading uses the copy, moves the damaged file into the folder
    `damaged` and adds a sentence to the notices. A valid file of a newer or unknown format is not
    damaged: it is refused with `UnusableFile` and not touched.
    """

    def __init__(self, path: Path, format: Format, notices: Notices) -> None:
        self._path = path
        self._format = format
        self._notices = notices

    def write_text(self, text: str) -> None:
        """Replace the file; `NotSaved` leaves it unchanged."""
        write_file(self._path, text, backup=True)

    def read_as(self, parse: Callable[[dict[str, Any]], _Parsed]) -> _Parsed | None:
        """The parsed content of the file or, if that is damaged, of its copy; None without both.

        `parse` raises `Malformed` for damage and `UnusableFile` for content it does not understand.
        """
        copy = backup_path(self._path)
        try:
            return self._parse(self._path, parse)
        except FileNotFoundError:
            if not os.path.lexists(copy):
                return None
            missing = True
        except Malformed:
            missing = False
        try:
            parsed = self._parse(copy, parse)
        except (FileNotFoundError, Malformed):
            self._handle_loss()
            return None
        # After a kill between these two steps the copy is alone, and the next read restores it.
        aside = None if missing else self._move_aside(self._path)
        with suppress(OSError):
            if not self._path.exists():
                copy.replace(self._path)
        # Before the next write makes another copy: until then this is the only good file.
        fsync_folder(self._path.parent)
        self._notify(
            phrase(
                "{title} could not be read; its copy from before the last change is used.",
                title=self._format.title,
            ),
            aside,
        )
        return parsed

    def _handle_loss(self) -> None:
        """Refuse: the file and its copy are damaged, and stay for a manual repair."""
        raise BeyondRepair(self._no_good_copy)

    @property
    def _no_good_copy(self) -> Phrase:
        return phrase(
            "{title} could not be read, and there is no usable copy.", title=self._format.title
        )

    def _parse(self, path: Path, parse: Callable[[dict[str, Any]], _Parsed]) -> _Parsed:
        try:
            # utf-8-sig: some editors write a byte order mark.
            value = json.loads(read_file(path).decode("utf-8-sig"))
        except (ValueError, RecursionError):
            raise Malformed(phrase("not JSON")) from None
        except FileNotFoundError:
            raise
        except OSError as error:
            raise UnusableFile(
                phrase(
                    "{title} cannot be read now: {reason}.",
                    title=self._format.title,
                    reason=unreadable_reason(error),
                )
            ) from error
        try:
            checked = self._format.check(value)
        except Malformed as problem:
            raise self._wrong_format(value, problem) from problem
        return parse(checked)

    def _wrong_format(self, value: object, problem: Malformed) -> Refused:
        """A JSON object of another format is not damaged: damage leaves no valid JSON object."""
        return NotUnderstood.because(problem.phrase) if isinstance(value, dict) else problem

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

    def _wrong_format(self, value: object, problem: Malformed) -> Refused:  # noqa: ARG002
        """Treat it as damage: a database that cannot be read would block every later write."""
        return problem

    def _handle_loss(self) -> None:
        """Move the damaged file and its copy aside, so that the app continues without them."""
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
