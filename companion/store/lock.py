"""One running copy of the app per folder.

The operating system holds the lock for the process and lets go of it when the process ends,
however it ends: nothing stays behind that could lock the keeper out.
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


def locked(path: Path) -> IO[bytes]:
    """An open file that is the lock until it is closed; `AlreadyOpen` if somebody has it."""
    # Opening must not wait, whatever lies there.
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
    file = os.fdopen(os.open(path, flags, 0o600), "r+b", buffering=0)
    try:
        _lock(file)
    except OSError as error:
        # A file system without locks is no reason to keep anybody from their games.
        if error.errno in _HELD:
            file.close()
            raise AlreadyOpen(
                phrase("Railkeeper is open already. Close the other one first.")
            ) from None
    return file
