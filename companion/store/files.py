"""Crash-safe file operations: temporary file, fsync, rename, fsync of the folder.

After a kill, a power loss or on a full disk a file has its old or its new content. Files and
folders can be read by their owner only. Symbolic links are never written through, and opening
never blocks on a pipe or device in place of a file.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from companion.store.errors import NotAFile, NotSaved, TooLarge

LARGEST_FILE = 10 * 1024 * 1024
"""Bytes that are read at most: five times the size of a record that can be imported, because other
programs write JSON more compactly."""

UNFINISHED = ".new"
"""The end of the name of a temporary file; one that a killed process left is deleted."""
_NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Open flags: opening a named pipe must not wait for a writer."""
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_CHUNK = 1024 * 1024


def make_folder(path: Path) -> None:
    """Make a folder for its owner only, with its parents, and fsync each parent."""
    if not path.is_dir():
        make_folder(path.parent)
        path.mkdir(mode=0o700, exist_ok=True)
        fsync_folder(path.parent)


def make_private(folder: Path) -> None:
    """Remove the access rights of group and others from an existing folder."""
    with suppress(OSError):
        if os.name != "nt" and stat.S_IMODE(folder.stat().st_mode) & 0o077:
            folder.chmod(0o700)


def read_file(path: Path) -> bytes:
    """The content of a file; `NotAFile` for anything but a regular file of a sane size."""
    with os.fdopen(_open(path), "rb") as file:
        content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise TooLarge(path)
    return content


def read_first_line(path: str, limit: int) -> bytes:
    """The first line of a file without its end; empty if it is longer than the limit.

    Without the check for a regular file, since lists call it thousands of times.
    """
    handle = os.open(path, os.O_RDONLY | _NO_WAIT)
    try:
        line, end, _ = os.read(handle, limit).partition(b"\n")
    finally:
        os.close(handle)
    return line if end else b""


def read_chunks(path: Path) -> Iterator[bytes]:
    """The content of a file of any size in chunks."""
    with os.fdopen(_open(path), "rb") as file:
        while chunk := file.read(_CHUNK):
            yield chunk


def write_file(path: Path, content: str | bytes | Iterable[bytes], *, backup: bool = False) -> None:
    """Replace a file atomically and durably; after `NotSaved` it is unchanged.

    With `backup` the previous content stays as a copy, see `backup_path`.
    """
    new = _temporary(path)
    try:
        write_new(new, content.encode("utf-8") if isinstance(content, str) else content)
        if backup:
            _back_up(path)
        new.replace(path)
    except OSError as error:
        with suppress(OSError):
            new.unlink()
        raise NotSaved.because(error) from error
    fsync_folder(path.parent)


def create_file(path: Path) -> BinaryIO:
    """Open a new file for writing, in place of an existing file or link."""
    with suppress(FileNotFoundError):
        path.unlink()
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _NO_WAIT
    return os.fdopen(os.open(path, flags, 0o600), "wb")


def write_new(path: Path, content: bytes | Iterable[bytes], *, fsync: bool = True) -> None:
    """Write a new file; `OSError` may leave a part of it."""
    with create_file(path) as file:
        file.writelines([content] if isinstance(content, bytes) else content)
        if fsync:
            file.flush()
            os.fsync(file.fileno())


def backup_path(path: Path) -> Path:
    """The backup file to which `write_file` copies the previous content of a file."""
    return path.with_name(path.name + ".before")


def move_file(path: Path, target: Path) -> None:
    """Move a file with its backup copy to another folder; `NotSaved` leaves both in place."""
    try:
        # The copy first: without its file it counts as a game only if no folder has the file.
        with suppress(FileNotFoundError):
            backup_path(path).replace(backup_path(target))
        try:
            path.replace(target)
        except OSError:
            with suppress(OSError):
                backup_path(target).replace(backup_path(path))
            raise
    except OSError as error:
        raise NotSaved.because(error) from error
    fsync_folder(target.parent)
    fsync_folder(path.parent)


def delete_file(path: Path) -> None:
    """Delete a file and its backup copy, if they exist."""
    path.unlink(missing_ok=True)
    backup_path(path).unlink(missing_ok=True)


def delete_files(folder: Path, suffix: str = "") -> None:
    """Delete the files of a folder whose names end so, as far as possible."""
    with suppress(OSError):
        for path in list(folder.iterdir()):
            with suppress(OSError):
                if path.name.endswith(suffix):
                    path.unlink()


def fsync_folder(folder: Path) -> None:
    """Make renames in a folder durable.

    Errors are ignored: the rename has happened, and not every system can fsync a folder.
    """
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _temporary(path: Path) -> Path:
    return path.with_name(path.name + UNFINISHED)


def _back_up(path: Path) -> None:
    try:
        content = read_file(path)
    except FileNotFoundError:
        return
    copy = backup_path(path)
    new = _temporary(copy)
    try:
        # No fsync: the file itself is fsynced, so a power loss damages at most the copy.
        write_new(new, content, fsync=False)
        new.replace(copy)
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise


def _open(path: Path) -> int:
    handle = os.open(path, os.O_RDONLY | _NO_WAIT)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise NotAFile(path)
    return handle
