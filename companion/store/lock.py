"""The lock of the data folder: one running copy of the app may write to it.

The operating system releases the lock when the process ends, even after a kill.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from threading import Lock

from companion.rules.wording import phrase
from companion.store.errors import AlreadyOpen, NotSaved
from companion.store.files import make_folder

_HELD = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


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
