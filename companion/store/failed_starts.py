"""How many starts in a row have failed, in a file that exists until a start succeeds."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from companion.rules.errors import Refused
from companion.store.files import FolderLock, read_file, write_new

MOST = 2
"""Failed starts in a row after which the app starts with as little as possible."""


class FailedStarts:
    """The number of failed starts. Without a writable folder it is always 0."""

    def __init__(self, path: Path, lock: FolderLock) -> None:
        self._path = path
        self._lock = lock

    def begin(self) -> bool:
        """Count this start as failed until `succeed`; whether too many failed before it."""
        before = self._read()
        with suppress(Refused, OSError):
            self._lock.acquire()
            # No fsync: the app has to survive its own failures here, not a power loss.
            write_new(self._path, b"%d\n" % (before + 1), fsync=False)
        return before >= MOST

    def succeed(self) -> None:
        """Note that the app can be used: no start has failed."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _read(self) -> int:
        try:
            content = read_file(self._path).strip()
        except OSError:
            return 0
        return int(content) if content.isdigit() and len(content) < 10 else 0
