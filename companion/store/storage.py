"""The storage under every file of the app: whole or not at all, and never silently empty."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from tinydb.storages import Storage

from companion.rules import Malformed, Refused
from companion.rules.format import Format
from companion.rules.wording import Phrase, say
from companion.store.errors import LeftAlone, NotSaved, reason_of
from companion.store.files import copy_of, write_file
from companion.store.notices import Notices

_Parsed = TypeVar("_Parsed")


class AtomicStorage(Storage):
    """One file: a TinyDB database or a game record.

    A write replaces the file as a whole and keeps the previous one as a copy. A read that finds
    damage moves the file aside, takes the copy and leaves a sentence in `notices`.
    """

    def __init__(self, path: Path, format: Format, notices: Notices) -> None:
        self._path = path
        self._format = format
        self._notices = notices

    def read(self) -> dict[str, dict[str, Any]] | None:
        """The tables in the file; None if there is no file."""
        return self.read_as(_tables)

    def write(self, tables: Mapping[str, Any]) -> None:
        """Replace the file; `NotSaved` if that cannot be done, and then nothing has changed."""
        stamped = {"format": self._format.stamp, **tables}
        write_file(self._path, json.dumps(stamped) + "\n", keep_copy=True)

    def read_as(self, parse: Callable[[dict[str, Any]], _Parsed]) -> _Parsed | None:
        """What `parse` makes of the file, or of its copy if the file is damaged."""
        try:
            return self._parsed(self._path, parse)
        except LeftAlone:
            raise
        except FileNotFoundError:
            if not copy_of(self._path).exists():
                return None
            kept = None
        except Refused:
            kept = _moved_aside(self._path)
        parsed, title = self._copy_parsed(parse), self._format.title
        if parsed is None:
            outcome = say(
                "{title} could not be read, and there is no good copy of it.", title=title
            )
        else:
            outcome = say(
                "{title} could not be read; its copy from before the last change is used.",
                title=title,
            )
        self._tell(outcome, kept)
        return parsed

    def _copy_parsed(self, parse: Callable[[dict[str, Any]], _Parsed]) -> _Parsed | None:
        copy = copy_of(self._path)
        try:
            parsed = self._parsed(copy, parse)
        except LeftAlone:
            raise
        except FileNotFoundError:
            return None
        except Refused:
            _moved_aside(copy)
            return None
        if not self._path.exists():
            with suppress(OSError):
                copy.replace(self._path)
        return parsed

    def _parsed(self, path: Path, parse: Callable[[dict[str, Any]], _Parsed]) -> _Parsed:
        try:
            text = path.read_text(encoding="utf-8")
            value = json.loads(text)
        except (ValueError, RecursionError):
            raise Malformed(say("not JSON")) from None
        except FileNotFoundError:
            raise
        except OSError as error:
            raise LeftAlone(
                say(
                    "{title} cannot be read now: {reason}.",
                    title=self._format.title,
                    reason=reason_of(error),
                )
            ) from error
        number = self._format.number_of(value)
        upgraded = self._format.upgraded(value)
        parsed = parse(upgraded)
        if number < self._format.number:
            # Where nothing can be written, the older file does as well.
            with suppress(OSError, NotSaved):
                self._replace_older(text, number, upgraded)
        return parsed

    def _replace_older(self, text: str, number: int, upgraded: Mapping[str, Any]) -> None:
        older = self._path.parent / "older"
        older.mkdir(exist_ok=True)
        write_file(older / f"{self._path.stem}.{number}.json", text)
        self.write(upgraded)

    def _tell(self, outcome: Phrase, kept: Phrase | None) -> None:
        told = say("{outcome} {kept}", outcome=outcome, kept=kept) if kept else outcome
        self._notices.tell(told)


def _moved_aside(path: Path) -> Phrase:
    """Move a damaged file out of the way, and say where it is now."""
    name = f"{path.stem}-{datetime.now():%Y-%m-%d-%H%M%S-%f}{path.suffix}"
    aside = path.parent / "damaged" / name
    try:
        aside.parent.mkdir(exist_ok=True)
        path.replace(aside)
    except OSError:
        return say("The damaged file is left where it is.")
    return say("The damaged file is kept as {file}.", file=name)


def _tables(value: dict[str, Any]) -> dict[str, dict[str, Any]]:
    tables = {name: table for name, table in value.items() if name != "format"}
    if not all(_is_table(table) for table in tables.values()):
        raise Malformed(say("not a database"))
    return tables


def _is_table(value: object) -> bool:
    return isinstance(value, dict) and all(
        number.isascii() and number.isdecimal() and isinstance(row, dict)
        for number, row in value.items()
    )
