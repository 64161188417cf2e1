"""The files of the app: JSON with checksums and backup copies, alone or by id in a folder.

A file is one JSON object. Its first field holds CRC-32 checksums in hexadecimal: of the rest of the
first line, and of the lines after it if there are any, so that lists need only the first line.

    {"check":"0a1b2c3d4e5f6071","format":"railkeeper/1", … ,
    "events":[ … ]}

A wrong checksum means damage, a missing one that the file was made by hand. A file with a right
one that cannot be understood was made with a newer version of the app: it is not touched.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar
from zlib import crc32

from companion.rules.errors import Malformed, Refused, UnusableFile
from companion.rules.json_reader import OWN_LIMITS, Format, encode_json, read_json
from companion.rules.wording import Phrase, phrase
from companion.store.errors import (
    Damaged,
    NoSuchFile,
    NotSaved,
    already_there,
    reading,
    writing,
)
from companion.store.files import (
    UNFINISHED,
    DataFolder,
    fsync_folder,
    make_folder,
    read_file,
    read_first_line,
    write_file,
)

COPY = ".before"
"""The end of the name of a backup copy."""
REMOVED = ".removed"
"""The end of the name of a removed file, which is deleted at the next start."""
ASIDE = "aside"
"""The folder of damaged files."""
IN_USE = ".json"
"""The status of a game in progress and of every other file."""

_START = b'{"check":"'
_LONGEST_FIRST_LINE = 64 * 1024

_Parsed = TypeVar("_Parsed")


def with_checksums(first: Mapping[str, Any], rest: Mapping[str, Any] | None = None) -> bytes:
    """The content of a file with these fields, on one line or on two."""
    line, body = encode_json(first)[1:], b""
    if rest is not None:
        line, body = line[:-1] + b",", encode_json(rest)[1:] + b"\n"
    covered = (_crc(body) if body else b"") + b'",' + line
    return _START + _crc(covered) + covered + b"\n" + body


def without_checksums(content: bytes) -> bytes:
    """The content of a file as it is exported."""
    return b"{" + content.partition(b",")[2] if content.startswith(_START) else content


def read_private(path: Path) -> dict[str, Any] | None:
    """The content of a file without a backup copy; None if there is none or it is damaged."""
    with suppress(OSError):
        return _checked_fields(read_file(path).removesuffix(b"\n"))
    return None


def write_private(folder: DataFolder, path: Path, fields: Mapping[str, Any]) -> None:
    """Replace a file without a backup copy; `NotSaved` leaves it unchanged."""
    folder.acquire()
    write_file(path, with_checksums(fields))


def _checked_fields(line: bytes) -> dict[str, Any] | None:
    """The fields of a first line; None if its checksum is missing or wrong."""
    if not _is_whole(line):
        return None
    value: dict[str, Any] = json.loads(line[:-1] + b"}")
    del value["check"]
    return value


def _is_whole(line: bytes) -> bool:
    return line.startswith(_START) and line[10:18] == _crc(line[18:])


def _are_whole(content: bytes) -> bool:
    line, _, body = content.partition(b"\n")
    return _is_whole(line) and (line[18:26] == _crc(body) if body else line[18:19] == b'"')


def _crc(content: bytes) -> bytes:
    return b"%08x" % crc32(content)


_LEFT = phrase("The damaged file is left where it is.")


def move_aside(path: Path, replacement: Path | None = None) -> Phrase:
    """Move a damaged file to the folder `aside`; the sentence that names its place.

    With a replacement the file never disappears from its place: its name holds the status.
    """
    id, _, end = path.name.partition(".")
    aside = path.parent / ASIDE / f"{id}-{datetime.now():%Y-%m-%d-%H%M%S-%f}.{end}"
    try:
        make_folder(aside.parent)
        try:
            if replacement is not None:
                write_file(aside, read_file(path))
        except (OSError, NotSaved):
            # Something else than a file, or no space for a second one.
            path.replace(aside)
        if replacement is None:
            path.replace(aside)
        else:
            replacement.replace(path)
        fsync_folder(aside.parent)
    except OSError:
        return _LEFT
    return phrase("The damaged file is kept as {file}.", file=aside.name)


class JsonFolder:
    """Files by id in one folder, each replaced atomically, with its previous content as a copy.

    The status is in the name of a file; the copy is named by the id alone. A removed file can be
    restored until the next start. A copy without a file of any status counts as a file in use.

    If a file is damaged, reading uses the copy, moves the file into the folder `aside` and adds a
    sentence to the notices. Without a good copy both files stay.
    """

    def __init__(
        self, folder: DataFolder, name: str, id_pattern: str, format: Format, *statuses: str
    ) -> None:
        self._folder = folder
        self.path = folder.path / name
        self._is_id = re.compile(id_pattern).fullmatch
        self._format = format
        in_use = (IN_USE, *statuses)
        self._statuses = (*in_use, *(status + REMOVED for status in in_use))

    def statuses(self) -> dict[str, str]:
        """The status of every file by id; `OSError` if the folder cannot be listed."""
        found: dict[str, str] = {}
        copies: list[str] = []
        for name in self._names():
            id, dot, end = name.partition(".")
            if dot + end == COPY:
                copies.append(id)
            elif dot + end in self._statuses and self._is_id(id):
                found[id] = self._latest(id) if id in found else dot + end
        for id in copies:
            if id not in found and self._is_id(id):
                found[id] = IN_USE
        return found

    def _names(self) -> list[str]:
        with suppress(FileNotFoundError):
            # Not `Path.iterdir`: it makes a `Path` of each of thousands of names.
            return os.listdir(self.path)  # noqa: PTH208
        return []

    def status(self, id: str) -> str | None:
        """The status of a file; None if there is none."""
        if not self._is_id(id):
            return None
        there = [each for each in self._statuses if os.path.lexists(f"{self.path}/{id}{each}")]
        if len(there) > 1:
            return self._latest(id)
        if there:
            return there[0]
        return IN_USE if os.path.lexists(self._copy(id)) else None

    def file(self, id: str, status: str) -> Path:
        """The path of a file."""
        return self.path / f"{id}{status}"

    def read_as(self, id: str, parse: Callable[[dict[str, Any]], _Parsed]) -> _Parsed:
        """The parsed content of a file or, if it is damaged, of its copy.

        `NoSuchFile` if neither exists, `UnusableFile` if both cannot be used. `parse` raises
        `Refused` for content it refuses.
        """
        file, copy = self.file(id, self.existing(id)), self._copy(id)
        problem: Damaged | None = None
        for path in (each for each in (file, copy) if os.path.lexists(each)):
            try:
                parsed = self._parse(path, parse)
            except Damaged as refusal:
                problem = problem or refusal
                continue
            if path == copy:
                self._restore_copy(file, copy, is_missing=problem is None)
            return parsed
        raise problem or NoSuchFile()

    def _parse(self, path: Path, parse: Callable[[dict[str, Any]], _Parsed]) -> _Parsed:
        with reading(self._format.title):
            content = read_file(path)
        is_checked = content.startswith(_START)
        try:
            if is_checked and not _are_whole(content):
                raise self._damaged()
            value = json.loads(content) if is_checked else read_json(content, OWN_LIMITS)
        except Malformed:
            raise self._damaged() from None
        try:
            fields = self._format.check(value)
            fields.pop("check", None)
            return parse(fields)
        except UnusableFile:
            raise
        except Refused as problem:
            if is_checked:
                raise self._format.newer_version() from problem
            raise self._damaged(problem.phrase) from problem

    def _damaged(self, reason: Phrase | None = None) -> Damaged:
        title = self._format.title
        if reason is None:
            problem = phrase("{title} could not be read, and there is no usable copy.", title=title)
        else:
            problem = phrase(
                "{title} could not be read and is left unchanged ({reason}).",
                title=title,
                reason=reason,
            )
        return Damaged(problem)

    def _restore_copy(self, file: Path, copy: Path, *, is_missing: bool) -> None:
        """Replace a file by its copy, and keep the damaged file in another place."""
        aside = None if is_missing else _LEFT
        with suppress(Refused, OSError):
            self._folder.acquire()
            if is_missing:
                copy.replace(file)
            else:
                aside = move_aside(file, copy)
        # Before the next write makes another copy: until then this is the only good file.
        fsync_folder(self.path)
        self._notify(
            phrase(
                "{title} could not be read; its copy from before the last change is used.",
                title=self._format.title,
            ),
            aside,
        )

    def start_again(self, id: str) -> None:
        """Move a damaged file and its copy aside, which would block every later write."""
        aside = None
        with suppress(Refused):
            self._folder.acquire()
            for path in (self._copy(id), self.file(id, IN_USE)):
                if os.path.lexists(path):
                    aside = move_aside(path)
        self._notify(self._damaged().phrase, aside)

    def _notify(self, outcome: Phrase, aside: Phrase | None) -> None:
        self._folder.notices.add(
            phrase("{outcome} {kept}", outcome=outcome, kept=aside) if aside else outcome
        )

    def first_line(self, id: str, status: str) -> dict[str, Any] | None:
        """The fields of the first line if its checksum is right; `OSError` if it is unreadable."""
        # An f-string: with thousands of files, joining `Path` objects takes a third of the time.
        return _checked_fields(read_first_line(f"{self.path}/{id}{status}", _LONGEST_FIRST_LINE))

    def write(self, id: str, status: str, content: bytes) -> None:
        """Replace the content of a file; `NotSaved` leaves it unchanged."""
        self._folder.acquire()
        write_file(self.file(id, status), content, self._copy(id))

    def add(self, id: str, status: str, content: bytes) -> None:
        """Write a file of an id that no file in use has; a removed one is deleted."""
        removed = self.status(id)
        self.write(id, status, content)
        if removed is not None and removed.endswith(REMOVED):
            with suppress(NotSaved):
                self.delete(id, removed)

    def set_status(self, id: str, status: str) -> None:
        """Rename a file, or its copy if only that is left; `NotSaved` leaves it in place."""
        path = self.file(id, self.existing(id))
        self._folder.acquire()
        with writing():
            (path if os.path.lexists(path) else self._copy(id)).replace(self.file(id, status))
        fsync_folder(self.path)

    def remove(self, id: str) -> None:
        """Remove a file; `restore` brings it back until the next start."""
        self.set_status(id, self.existing(id) + REMOVED)

    def restore(self, id: str) -> None:
        """Undo `remove`; `Refused` if there is another file of the id by now."""
        status = self.existing(id)
        if not status.endswith(REMOVED):
            raise already_there()
        self.set_status(id, status.removesuffix(REMOVED))

    def delete(self, id: str, status: str) -> None:
        """Delete a file and its copy; `NotSaved` if that fails."""
        self._folder.acquire()
        with writing():
            # The copy first: alone it would count as a file in use.
            for path in (self._copy(id), self.file(id, status)):
                path.unlink(missing_ok=True)
                fsync_folder(self.path)

    def content(self, id: str) -> bytes:
        """The bytes of a file without checksums, readable or not."""
        file = self.file(id, self.existing(id))
        with reading(file.name):
            return without_checksums(read_file(file if file.exists() else self._copy(id)))

    def clean_up(self) -> None:
        """Delete temporary files and what was removed in an earlier run."""
        with suppress(OSError):
            for name in self._names():
                id = name.partition(".")[0]
                if name.endswith(UNFINISHED):
                    self.file(name, "").unlink()
                elif name.endswith(REMOVED) and (self.status(id) or "").endswith(REMOVED):
                    with suppress(Refused):
                        self.delete(id, name.removeprefix(id))

    def existing(self, id: str) -> str:
        """The status of a file; `NoSuchFile` if there is none."""
        status = self.status(id)
        if status is None:
            raise NoSuchFile()
        return status

    def _latest(self, id: str) -> str:
        """The status of the file changed last; the others of the same id are moved aside."""
        times: dict[str, int] = {}
        for status in self._statuses:
            with suppress(OSError):
                times[status] = self.file(id, status).lstat().st_mtime_ns
        latest = max(times, key=lambda status: times[status], default=IN_USE)
        with suppress(Refused):
            self._folder.acquire()
            for status in times.keys() - {latest}:
                move_aside(self.file(id, status))
        return latest

    def _copy(self, id: str) -> Path:
        return self.path / f"{id}{COPY}"
