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
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from zlib import crc32

from companion.rules.errors import Malformed, NewerVersion, Refused
from companion.rules.json_reader import OWN_LIMITS, encode_json, read_json
from companion.rules.wording import Phrase, phrase
from companion.store.errors import (
    Damaged,
    NotSaved,
    TooLarge,
    Unavailable,
    no_such_game,
    unreadable_file,
    unreadable_reason,
)
from companion.store.files import (
    UNFINISHED,
    fsync_folder,
    make_folder,
    read_file,
    read_first_line,
    rename_file,
    write_file,
)

if TYPE_CHECKING:
    from companion.rules.json_reader import Format
    from companion.store.errors import Notices
    from companion.store.files import FolderLock

COPY = ".before"
"""The end of the name of a backup copy."""
REMOVED = ".removed"
"""The end of the name of a removed file, which is deleted at the next start."""
ASIDE = "aside"
"""The folder of damaged files."""
IN_USE = ".json"
"""The status of a game in progress, and of a board."""

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


def read_checked_line(path: str) -> dict[str, Any] | None:
    """The fields of a first line, None without a right checksum; `OSError` if it is unreadable."""
    line = read_first_line(path, _LONGEST_FIRST_LINE)
    return _fields(line) if _is_whole(line) else None


def read_private(path: Path) -> dict[str, Any] | None:
    """The content of a file without a backup copy; None if there is none or it is damaged."""
    try:
        line = read_file(path).removesuffix(b"\n")
        return _fields(line) if _is_whole(line) else None
    except OSError:
        return None


def write_private(path: Path, fields: Mapping[str, Any]) -> None:
    """Replace a file without a backup copy; `NotSaved` leaves it unchanged."""
    write_file(path, with_checksums(fields))


def _fields(line: bytes) -> dict[str, Any]:
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


class OwnFile:
    """A JSON file that is replaced atomically and whose previous content stays as a backup copy.

    If the file is damaged, reading uses the copy, moves the file into the folder `aside` and adds
    a sentence to the notices. Without a good copy both files stay.
    """

    def __init__(
        self, path: Path, format: Format, notices: Notices, lock: FolderLock, copy: Path
    ) -> None:
        self._path = path
        self._copy = copy
        self._format = format
        self._notices = notices
        self._lock = lock

    def write(self, content: bytes) -> None:
        """Replace the content; `NotSaved` leaves the file unchanged."""
        self._lock.acquire()
        write_file(self._path, content, self._copy)

    def read_as(self, parse: Callable[[dict[str, Any]], _Parsed]) -> _Parsed | None:
        """The parsed content of the file or, if it is damaged, of its copy; None if neither exists.

        `UnusableFile` if both cannot be used. `parse` raises `Refused` for content it refuses.
        """
        problem: Damaged | None = None
        try:
            return self._parse(self._path, parse)
        except FileNotFoundError:
            if not os.path.lexists(self._copy):
                return None
        except Damaged as refusal:
            problem = refusal
        try:
            parsed = self._parse(self._copy, parse)
        except FileNotFoundError:
            raise problem or self._damaged() from None
        except Damaged as refusal:
            raise problem or refusal from None
        self._restore_copy(is_missing=problem is None)
        return parsed

    def move_aside(self) -> None:
        """Move the damaged file and its copy aside: they would block every later write."""
        aside: list[Phrase] = []
        with suppress(Refused):
            self._lock.acquire()
            paths = (path for path in (self._path, self._copy) if os.path.lexists(path))
            aside = [move_aside(path) for path in paths]
        self._notify(self._damaged().phrase, aside[0] if aside else None)

    def _parse(self, path: Path, parse: Callable[[dict[str, Any]], _Parsed]) -> _Parsed:
        try:
            content = read_file(path)
            is_checked = content.startswith(_START)
            if is_checked and not _are_whole(content):
                raise self._damaged()
            value = json.loads(content) if is_checked else read_json(content, OWN_LIMITS)
        except FileNotFoundError:
            raise
        except (Malformed, TooLarge):
            raise self._damaged() from None
        except OSError as error:
            raise Unavailable(
                phrase(
                    "{title} cannot be read now: {reason}.",
                    title=self._format.title,
                    reason=unreadable_reason(error),
                )
            ) from error
        try:
            fields = self._format.check(value)
            fields.pop("check", None)
            return parse(fields)
        except (NewerVersion, Unavailable):
            raise
        except Refused as problem:
            if is_checked:
                raise self._format.newer_version() from problem
            raise self._damaged(problem.phrase) from problem

    def _damaged(self, reason: Phrase | None = None) -> Damaged:
        if reason is None:
            return Damaged(
                phrase(
                    "{title} could not be read, and there is no usable copy.",
                    title=self._format.title,
                )
            )
        return Damaged(
            phrase(
                "{title} could not be read and is left unchanged ({reason}).",
                title=self._format.title,
                reason=reason,
            )
        )

    def _restore_copy(self, *, is_missing: bool) -> None:
        """Replace the file by its copy, and keep the damaged file in another place."""
        aside = None if is_missing else phrase("The damaged file is left where it is.")
        with suppress(Refused, OSError):
            self._lock.acquire()
            if is_missing:
                self._copy.replace(self._path)
            else:
                aside = move_aside(self._path, self._copy)
        # Before the next write makes another copy: until then this is the only good file.
        fsync_folder(self._path.parent)
        self._notify(
            phrase(
                "{title} could not be read; its copy from before the last change is used.",
                title=self._format.title,
            ),
            aside,
        )

    def _notify(self, outcome: Phrase, aside: Phrase | None) -> None:
        self._notices.add(
            phrase("{outcome} {kept}", outcome=outcome, kept=aside) if aside else outcome
        )


def _may_exist(path: str) -> bool:
    """Whether there is a file, or the system cannot say now."""
    try:
        os.lstat(path)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return True


def move_aside(path: Path, replacement: Path | None = None) -> Phrase:
    """Move a file to the folder `aside`; the sentence that names its place.

    With a replacement the file never lacks in its place, since its name has a status.
    """
    id, _, end = path.name.partition(".")
    name = f"{id}-{datetime.now():%Y-%m-%d-%H%M%S-%f}.{end}"
    folder = path.parent / ASIDE
    try:
        with suppress(OSError):
            make_folder(folder)
        # It must not stay: the next write would make it the backup copy.
        aside = folder / name if folder.is_dir() else path.with_name(f"{name}.aside")
        try:
            if replacement is not None:
                write_file(aside, read_file(path))
        except (OSError, NotSaved):
            # Something else than a file, or no space for a second one.
            path.replace(aside)
        if replacement is not None:
            replacement.replace(path)
        else:
            path.replace(aside)
        fsync_folder(aside.parent)
    except OSError:
        return phrase("The damaged file is left where it is.")
    return phrase("The damaged file is kept as {file}.", file=aside.name)


class JsonFolder:
    """Files by id in one folder: the status is in the name, the copy is named by the id alone.

    A removed file can be restored until the next start. A copy without a file of any status
    counts as a file in use.
    """

    def __init__(
        self,
        path: Path,
        id_pattern: str,
        format: Format,
        notices: Notices,
        lock: FolderLock,
        *statuses: str,
    ) -> None:
        self.path = path
        self._is_id = re.compile(id_pattern).fullmatch
        self._format = format
        self._notices = notices
        self._lock = lock
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
        there = [each for each in self._statuses if self.has(id, each)]
        if len(there) > 1:
            return self._latest(id)
        if there:
            return there[0]
        return IN_USE if os.path.lexists(self._copy(id)) else None

    def has(self, id: str, status: str) -> bool:
        """Whether there is a file with this status."""
        return _may_exist(f"{self.path}/{id}{status}")

    def file(self, id: str, status: str) -> Path:
        """The path of a file."""
        return self.path / f"{id}{status}"

    def read_as(self, id: str, parse: Callable[[dict[str, Any]], _Parsed]) -> _Parsed:
        """The parsed content of a file; `NoSuchGame`, or `UnusableFile` if it cannot be used."""
        value = self._own_file(id, self._existing(id)).read_as(parse)
        if value is None:
            raise no_such_game()
        return value

    def first_line(self, id: str, status: str) -> dict[str, Any] | None:
        """The fields of the first line if its checksum is right."""
        # An f-string: with thousands of files, joining `Path` objects takes a third of the time.
        return read_checked_line(f"{self.path}/{id}{status}")

    def write(self, id: str, status: str, content: bytes) -> None:
        """Replace the content of a file."""
        self._own_file(id, status).write(content)

    def set_status(self, id: str, status: str) -> None:
        """Rename a file, which is all that finishing, reopening, removing and restoring need."""
        old = self._existing(id)
        if not os.path.lexists(self.file(id, old)):
            # Only the copy is left: reading restores the file from it.
            self.read_as(id, dict)
        self._lock.acquire()
        rename_file(self.file(id, old), self.file(id, status))

    def delete(self, id: str, *statuses: str) -> None:
        """Delete files of an id and its copy; `NotSaved` if that fails."""
        self._lock.acquire()
        try:
            # The copy first: alone it would count as a file in use.
            for path in (self._copy(id), *(self.file(id, status) for status in statuses)):
                path.unlink(missing_ok=True)
                fsync_folder(self.path)
        except OSError as error:
            raise NotSaved.because(error) from error

    def content(self, id: str) -> bytes:
        """The bytes of a file without checksums, readable or not."""
        status = self._existing(id)
        for path in (self.file(id, status), self._copy(id)):
            try:
                return without_checksums(read_file(path))
            except FileNotFoundError:
                continue
            except OSError as error:
                raise unreadable_file(path, error) from error
        raise no_such_game()

    def clean_up(self) -> Iterable[str]:
        """Delete temporary files and what was removed in an earlier run; the ids of the latter."""
        names: list[str] = []
        with suppress(OSError):
            names = self._names()
        gone = []
        for name in names:
            id = name.partition(".")[0]
            if name.endswith(UNFINISHED):
                with suppress(OSError):
                    self.file(name, "").unlink()
            elif name.endswith(REMOVED) and (self.status(id) or "").endswith(REMOVED):
                with suppress(Refused):
                    self.delete(id, name.removeprefix(id))
                    gone.append(id)
        return gone

    def _existing(self, id: str) -> str:
        status = self.status(id)
        if status is None:
            raise no_such_game()
        return status

    def _latest(self, id: str) -> str:
        """The status of the file changed last; the others of the same id are moved aside."""
        times: dict[str, int] = {}
        for status in self._statuses:
            with suppress(OSError):
                times[status] = self.file(id, status).lstat().st_mtime_ns
        latest = max(times, key=lambda status: times[status], default=IN_USE)
        with suppress(Refused):
            self._lock.acquire()
            for status in times.keys() - {latest}:
                move_aside(self.file(id, status))
        return latest

    def _copy(self, id: str) -> Path:
        return self.path / f"{id}{COPY}"

    def _own_file(self, id: str, status: str) -> OwnFile:
        return OwnFile(
            self.file(id, status), self._format, self._notices, self._lock, self._copy(id)
        )
