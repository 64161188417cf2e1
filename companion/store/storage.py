"""A file with its copy from before the last change: whole or not at all, never silently empty."""

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
    NotSaved,
    NotUnderstood,
    UnusableFile,
    unread_because,
)
from companion.store.files import copy_of, fsync_folder, make_folder, read_file, write_file

if TYPE_CHECKING:
    from companion.rules.format import Format
    from companion.store.notices import Notices

_Parsed = TypeVar("_Parsed")


class KeptFile:
    """One file.

    A write replaces it as a whole and keeps the previous content as a copy. A read that finds
    damage takes the copy, moves the damaged file aside and leaves a sentence in `notices`. A file
    that is whole but cannot be used is not damaged: `UnusableFile`, and nobody touches it.
    """

    def __init__(self, path: Path, format: Format, notices: Notices) -> None:
        self._path = path
        self._format = format
        self._notices = notices

    def write_text(self, text: str) -> None:
        """Replace the file; `NotSaved` if that cannot be done, and then nothing has changed."""
        write_file(self._path, text, keep_copy=True)

    def read_as(self, parse: Callable[[dict[str, Any]], _Parsed]) -> _Parsed | None:
        """What `parse` makes of the file, or of its copy if the file is damaged; None without one.

        `parse` raises `Malformed` for damage and `UnusableFile` for what it does not understand.
        """
        try:
            return self._parsed(self._path, parse)
        except FileNotFoundError:
            if not os.path.lexists(copy_of(self._path)):
                return None
            missing = True
        except Malformed:
            missing = False
        try:
            parsed = self._parsed(copy_of(self._path), parse)
        except (FileNotFoundError, Malformed):
            self._give_up()
            return None
        # Killed before the copy has taken the place, it lies there alone: that is enough.
        aside = None if missing else self._moved_aside(self._path)
        with suppress(OSError):
            if not self._path.exists():
                copy_of(self._path).replace(self._path)
        # Before the next write makes another copy: until then there is this one only.
        fsync_folder(self._path.parent)
        self._tell(
            phrase(
                "{title} could not be read; its copy from before the last change is used.",
                title=self._format.title,
            ),
            aside,
        )
        return parsed

    def _give_up(self) -> None:
        """Nothing good is left; what there is stays for somebody who can make something of it."""
        raise BeyondRepair(self._no_good_copy)

    @property
    def _no_good_copy(self) -> Phrase:
        return phrase(
            "{title} could not be read, and there is no good copy of it.", title=self._format.title
        )

    def _parsed(self, path: Path, parse: Callable[[dict[str, Any]], _Parsed]) -> _Parsed:
        try:
            # Whoever opened it in an editor may have left a mark in front.
            text = read_file(path).decode("utf-8-sig")
            value = json.loads(text)
        except (ValueError, RecursionError):
            raise Malformed(phrase("not JSON")) from None
        except FileNotFoundError:
            raise
        except OSError as error:
            raise UnusableFile(
                phrase(
                    "{title} cannot be read now: {reason}.",
                    title=self._format.title,
                    reason=unread_because(error),
                )
            ) from error
        try:
            number = self._format.number_of(value)
            upgraded = self._format.upgraded(value)
        except Malformed as problem:
            raise self._strange(value, problem) from problem
        parsed = parse(upgraded)
        if number < self._format.number:
            # Where nothing can be written, the older file does as well.
            with suppress(OSError, NotSaved):
                self._replace_older(text, number, upgraded)
        return parsed

    def _strange(self, value: object, problem: Malformed) -> Refused:
        """How JSON is refused that is not of the format; no damage leaves an object whole."""
        return NotUnderstood.because(problem.phrase) if isinstance(value, dict) else problem

    def _replace_older(self, text: str, number: int, upgraded: Mapping[str, Any]) -> None:
        older = self._path.parent / "older"
        make_folder(older)
        write_file(older / f"{self._path.stem}.{number}.json", text)
        self.write_text(json.dumps(upgraded) + "\n")

    def _moved_aside(self, path: Path) -> Phrase:
        """Move a damaged file out of the way, and say where it is now."""
        name = f"{path.stem}-{datetime.now():%Y-%m-%d-%H%M%S-%f}{path.suffix}"
        folder = path.parent / "damaged"
        try:
            with suppress(OSError):
                make_folder(folder)
            # Out of the way in any case: the next write would take it for a good copy.
            aside = folder / name if folder.is_dir() else path.with_name(f"{name}.damaged")
            path.replace(aside)
            fsync_folder(aside.parent)
        except OSError:
            return phrase("The damaged file is left where it is.")
        return phrase("The damaged file is kept as {file}.", file=aside.name)

    def _tell(self, outcome: Phrase, aside: Phrase | None) -> None:
        told = phrase("{outcome} {kept}", outcome=outcome, kept=aside) if aside else outcome
        self._notices.tell(told)


class AtomicStorage(KeptFile, Storage):
    """A file as TinyDB wants one: tables of numbered rows."""

    def read(self) -> dict[str, dict[str, Any]] | None:
        """The tables in the file; None if there is no file."""
        return self.read_as(_tables)

    def write(self, tables: Mapping[str, Any]) -> None:
        """Replace the tables; `NotSaved` if that cannot be done, and then nothing has changed."""
        self.write_text(self.text(tables))

    def text(self, tables: Mapping[str, Any]) -> str:
        """The file that holds these tables."""
        return json.dumps({"format": self._format.stamp, **tables}) + "\n"

    def _strange(self, value: object, problem: Malformed) -> Refused:  # noqa: ARG002
        """As damage: something must take the place for the app to go on."""
        return problem

    def _give_up(self) -> None:
        """Something must take the place for the app to go on: the remains are moved aside."""
        aside = [
            self._moved_aside(path)
            for path in (self._path, copy_of(self._path))
            if os.path.lexists(path)
        ]
        self._tell(self._no_good_copy, aside[0] if aside else None)


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
