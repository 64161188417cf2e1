"""Writing files so that a kill, an empty battery or a full disk never leaves half of one.

Whatever is refused here has changed nothing. Files can be read by their owner only; a link in the
place of a file is never written through, and what is no file at all is never waited for.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from companion.store.errors import NotAFile, NotSaved

LARGEST_FILE = 64 * 1024 * 1024
"""Bytes a file of ours may have; more has nothing to do with a game."""

_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Opening a pipe must not wait until somebody writes into it."""
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_PIECE = 1024 * 1024
"""Bytes in memory at once of a file that is only passed on."""


def make_folder(path: Path) -> None:
    """Make a folder that only its owner can look into, for good, if it is not there."""
    if not path.is_dir():
        make_folder(path.parent)
        path.mkdir(mode=0o700, exist_ok=True)
        fsync_folder(path.parent)


def files_in(folder: Path, ending: str = "") -> list[Path]:
    """What lies in a folder that is there; `OSError` if it cannot be looked into.

    `Path.glob` finds nothing then, which is something else where the rest is thrown away.
    """
    try:
        with os.scandir(folder) as entries:
            return sorted(Path(entry.path) for entry in entries if entry.name.endswith(ending))
    except FileNotFoundError:
        return []


def close_to_others(folder: Path) -> None:
    """Let nobody but the owner look into a folder that an earlier version made."""
    with suppress(OSError):
        if os.name != "nt" and stat.S_IMODE(folder.stat().st_mode) & 0o077:
            folder.chmod(0o700)


def read_file(path: Path) -> bytes:
    """The content of a file; `OSError` also for what is no file, or no file of ours."""
    with os.fdopen(_opened(path), "rb") as file:
        content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise NotAFile(path)
    return content


def first_line(path: str, most: int) -> bytes:
    """The beginning of a file up to the end of its first line; empty if that is longer."""
    handle = _opened(path)
    try:
        line, end, _ = os.read(handle, most).partition(b"\n")
    finally:
        os.close(handle)
    return line if end else b""


def pieces(path: Path) -> Iterator[bytes]:
    """The content of a file of any size, little by little."""
    with os.fdopen(_opened(path), "rb") as file:
        while piece := file.read(_PIECE):
            yield piece


def write_file(
    path: Path, content: str | bytes | Iterable[bytes], *, keep_copy: bool = False
) -> None:
    """Replace a file as a whole, for good once this returns; `NotSaved` leaves the old one.

    With `keep_copy` the content it had until now stays beside it, see `copy_of`.
    """
    new = _fresh(path)
    try:
        write_new(new, content.encode("utf-8") if isinstance(content, str) else content)
        if keep_copy:
            _keep_copy(path)
        new.replace(path)
    except OSError as error:
        with suppress(OSError):
            new.unlink()
        raise NotSaved.because(error) from error
    fsync_folder(path.parent)


def new_file(path: Path) -> BinaryIO:
    """A file to be written in the place of whatever lies there; `OSError` if that cannot be."""
    with suppress(FileNotFoundError):
        path.unlink()
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _AT_ONCE
    return os.fdopen(os.open(path, flags, 0o600), "wb")


def write_new(path: Path, content: bytes | Iterable[bytes], *, lasting: bool = True) -> None:
    """Write a file of which nobody knows yet; `OSError` may leave half of it."""
    with new_file(path) as file:
        file.writelines([content] if isinstance(content, bytes) else content)
        if lasting:
            file.flush()
            os.fsync(file.fileno())


def append_line(path: Path, line: bytes, *, lasting: bool = False) -> None:
    """Add a line to a file; `OSError` may leave half of it, which the next one does not touch."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | _NO_LINK | _AT_ONCE
    with os.fdopen(os.open(path, flags, 0o600), "ab") as file:
        file.write(b"\n" + line)
        if lasting:
            file.flush()
            os.fsync(file.fileno())
    if lasting:
        fsync_folder(path.parent)


def copy_of(path: Path) -> Path:
    """Where the previous content of a file is kept."""
    return path.with_name(path.name + ".before")


def move_file(path: Path, target: Path) -> None:
    """Give a file with its copy another place; `NotSaved` leaves it where it is."""
    try:
        # The copy goes first. Alone in a folder it counts only while its file is in no other.
        with suppress(FileNotFoundError):
            copy_of(path).replace(copy_of(target))
        try:
            path.replace(target)
        except OSError:
            with suppress(OSError):
                copy_of(target).replace(copy_of(path))
            raise
    except OSError as error:
        raise NotSaved.because(error) from error
    fsync_folder(target.parent)
    fsync_folder(path.parent)


def delete_file(path: Path) -> None:
    """Remove a file and its copy, whether they are there or not."""
    path.unlink(missing_ok=True)
    copy_of(path).unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Remove what writing left unfinished when the app was killed."""
    with suppress(OSError):
        for path in files_in(folder, ".new"):
            with suppress(OSError):
                path.unlink()


def fsync_folder(folder: Path) -> None:
    """Make the names in a folder as lasting as the files, where the system can.

    What was renamed is renamed: that its name may not outlast a power cut is no refusal.
    """
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def make_lasting(path: Path) -> None:
    """Have a file on disk for good that was written without."""
    handle = os.open(path, os.O_RDWR | _NO_LINK)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def clear_away(folder: Path) -> None:
    """Remove a folder with all there is in it, as far as that can be done."""
    with suppress(OSError):
        if folder.is_dir() and not folder.is_symlink():
            shutil.rmtree(folder, ignore_errors=True)
            fsync_folder(folder.parent)


def _fresh(path: Path) -> Path:
    return path.with_name(path.name + ".new")


def _keep_copy(path: Path) -> None:
    try:
        content = read_file(path)
    except FileNotFoundError:
        return
    copy = copy_of(path)
    new = _fresh(copy)
    try:
        write_new(new, content, lasting=False)
        new.replace(copy)
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise


def _opened(path: Path | str) -> int:
    handle = os.open(path, os.O_RDONLY | _AT_ONCE)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise NotAFile(path)
    return handle
