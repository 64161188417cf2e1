"""Crash-safe file operations and the app's folder with its lock.

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
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import wraps
from inspect import isfunction
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO, TypeVar

from companion.rules.json_reader import OWN_LIMITS
from companion.rules.wording import phrase
from companion.store.errors import AlreadyOpen, Notices, NotSaved, writing

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


GAMES, BOARDS = "games", "boards"
"""The folders in the app's folder."""
UNFINISHED = ".new"
"""The end of the name of a temporary file; one that a killed process left is deleted."""
_NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Open flags: opening a named pipe must not wait for a writer."""
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_CHUNK = 1024 * 1024

_Class = TypeVar("_Class", bound=type)


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


def read_file(path: Path) -> bytes:
    """The content of a file, cut off where it is larger than any file of the app."""
    with _open(path) as file:
        return file.read(OWN_LIMITS.bytes + 1)


def read_first_line(path: str, limit: int) -> bytes:
    """The first line of a file without its end; empty if it is longer than the limit."""
    # Without the check for a regular file, since lists call it thousands of times.
    handle = os.open(path, os.O_RDONLY | _NO_WAIT)
    try:
        line, end, _ = os.read(handle, limit).partition(b"\n")
    finally:
        os.close(handle)
    return line if end else b""


def read_chunks(path: Path) -> Iterator[bytes]:
    """The content of a file of any size in chunks."""
    with _open(path) as file:
        while chunk := file.read(_CHUNK):
            yield chunk


def write_file(
    path: Path, content: str | bytes | Iterable[bytes], copy: Path | None = None
) -> None:
    """Replace a file atomically and durably, or `NotSaved`; `copy` gets the previous content."""
    new, new_copy = (each.with_name(each.name + UNFINISHED) for each in (path, copy or path))
    try:
        with writing():
            write_new(new, content.encode("utf-8") if isinstance(content, str) else content)
            if copy is not None:
                with suppress(FileNotFoundError):
                    # No fsync: the file itself has one, so a power loss damages at most the copy.
                    write_new(new_copy, read_file(path), fsync=False)
                    new_copy.replace(copy)
            new.replace(path)
    except NotSaved:
        for temporary in (new, new_copy):
            with suppress(OSError):
                temporary.unlink()
        raise
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


def fsync_folder(folder: Path) -> None:
    """Make renames in a folder durable, where the system can fsync a folder."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _open(path: Path) -> BinaryIO:
    handle = os.open(path, os.O_RDONLY | _NO_WAIT)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EISDIR, "not a file")
    return os.fdopen(handle, "rb")


class DataFolder:
    """The app's folder: its lock, acquired before the first write, and notices about its files.

    A folder that could not be written to when the app started may be writable later, and another
    copy of the app may have opened it by then. Any thread may use it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notices = Notices()
        """Sentences for the keeper about damaged or unreadable files."""
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
            with writing():
                if self._is_released:
                    raise OSError(errno.EROFS, "closed")
                for name in (GAMES, BOARDS):
                    make_folder(self.path / name)
                self._handle = _lock_file(self.path / "lock")

    def release(self) -> None:
        """Release the lock for good: later writes are refused."""
        with self._one_thread:
            self._is_released = True
            if self._handle is not None:
                os.close(self._handle)
                self._handle = None

    def clean_up(self) -> None:
        """Take the folder from group and others, and delete what a killed process left."""
        with suppress(OSError):
            if os.name != "nt" and stat.S_IMODE(self.path.stat().st_mode) & 0o077:
                self.path.chmod(0o700)
            for path in self.path.glob(f"*{UNFINISHED}"):
                path.unlink()


def _lock_file(path: Path) -> int:
    handle = os.open(path, os.O_RDWR | os.O_CREAT | _NO_WAIT | _NO_LINK, 0o600)
    try:
        _lock(handle)
    except OSError as error:
        # Without locks in the file system, the app runs unlocked.
        if error.errno in (errno.EACCES, errno.EAGAIN, errno.EDEADLK):
            os.close(handle)
            raise AlreadyOpen(
                phrase("Railkeeper is already running. Close the other window first.")
            ) from None
    return handle


def one_at_a_time(*others: str) -> Callable[[_Class], _Class]:
    """Make the public methods of a class, without the `others`, hold `lock` while they run."""

    def lock(owner: _Class) -> _Class:
        for name, method in list(vars(owner).items()):
            if isfunction(method) and not name.startswith("_") and name not in others:
                setattr(owner, name, _locked(method))
        return owner

    return lock


def _locked(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def run(self: Any, *arguments: Any, **options: Any) -> Any:
        with self.lock:
            return method(self, *arguments, **options)

    return run
