"""Crash-safe file operations and the lock of the data folder.

Writing a file: temporary file, fsync, rename, fsync of the folder.

After a kill, a power loss or on a full disk a file has its old or its new content. Files and
folders can be read by their owner only. Symbolic links are never written through, and opening
never blocks on a pipe or device in place of a file.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import BinaryIO

from companion.rules.json_reader import OWN_LIMITS
from companion.rules.wording import phrase
from companion.store.errors import AlreadyOpen, NotAFile, NotSaved, TooLarge

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


UNFINISHED = ".new"
"""The end of the name of a temporary file; one that a killed process left is deleted."""
_NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Open flags: opening a named pipe must not wait for a writer."""
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_CHUNK = 1024 * 1024
_HELD = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
"""Errors of locking a file that another process has locked."""


def desktop_folder() -> Path:
    """The usual folder for application data, or the one in `RAILKEEPER_FOLDER`."""
    named = os.environ.get("RAILKEEPER_FOLDER")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", Path.home())) / "Railkeeper"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Railkeeper"
    share = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(share) / "railkeeper"


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
        content = file.read(OWN_LIMITS.bytes + 1)
    if len(content) > OWN_LIMITS.bytes:
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


def write_file(
    path: Path, content: str | bytes | Iterable[bytes], copy: Path | None = None
) -> None:
    """Replace a file atomically and durably; after `NotSaved` it is unchanged.

    With the path of a backup copy, the previous content stays there.
    """
    new = _temporary(path)
    try:
        write_new(new, content.encode("utf-8") if isinstance(content, str) else content)
        if copy is not None:
            _back_up(path, copy)
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


def rename_file(path: Path, target: Path) -> None:
    """Rename a file within its folder; `NotSaved` leaves it in place."""
    try:
        path.replace(target)
    except OSError as error:
        raise NotSaved.because(error) from error
    fsync_folder(target.parent)


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


def _back_up(path: Path, copy: Path) -> None:
    try:
        content = read_file(path)
    except FileNotFoundError:
        return
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


class FolderLock:
    """The lock of a folder, acquired before the first write. Any thread may use it.

    A folder that could not be written to when the app started may be writable later, and another
    copy of the app may have opened it by then.
    """

    def __init__(self, folder: Path, subfolders: Iterable[str] = ()) -> None:
        self._folder = folder
        self._folders = (folder, *(folder / name for name in subfolders))
        self._handle: int | None = None
        self._is_released = False
        self._one_thread = Lock()

    def acquire(self) -> None:
        """Make and lock the folder, unless it is locked already.

        `NotSaved` if it cannot be written to, `AlreadyOpen` if another process holds the lock.
        """
        with self._one_thread:
            if self._handle is not None:
                return
            try:
                if self._is_released:
                    raise OSError(errno.EROFS, "closed")
                for folder in self._folders:
                    make_folder(folder)
                self._handle = _lock_file(self._folder / "lock")
            except OSError as error:
                raise NotSaved.because(error) from error

    def release(self) -> None:
        """Release the lock for good: later writes are refused."""
        with self._one_thread:
            self._is_released = True
            if self._handle is not None:
                os.close(self._handle)
                self._handle = None


def _lock_file(path: Path) -> int:
    # O_NONBLOCK: opening a named pipe must not wait for a writer.
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
    try:
        handle = os.open(path, flags, 0o600)
    except OSError as error:
        if error.errno not in (errno.EISDIR, errno.ELOOP):
            raise
        # A folder or a link has the name of the lock file: the folder itself is locked instead.
        handle = os.open(path.parent, os.O_RDONLY)
    try:
        _lock(handle)
    except OSError as error:
        # Without locks in the file system, the app runs unlocked.
        if error.errno in _HELD:
            os.close(handle)
            raise AlreadyOpen(
                phrase("Railkeeper is already running. Close the other window first.")
            ) from None
    return handle
