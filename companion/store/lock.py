"""A lock file: one running copy of the app per data folder.

The operating system releases the lock when the process ends, even after a kill.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import IO

from companion.rules.wording import phrase
from companion.store.errors import AlreadyOpen

_HELD = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock_file(path: Path) -> IO[bytes]:
    """Open and lock a file until it is closed; `AlreadyOpen` if another process holds the lock."""
    # O_NONBLOCK: opening a named pipe must not wait for a writer.
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
    file = os.fdopen(os.open(path, flags, 0o600), "r+b", buffering=0)
    try:
        _lock(file)
    except OSError as error:
        # Without locks in the file system, the app runs unlocked.
        if error.errno in _HELD:
            file.close()
            raise AlreadyOpen(
                phrase("Railkeeper is already running. Close the other window first.")
            ) from None
    return file
