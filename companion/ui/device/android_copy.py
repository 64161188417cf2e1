"""Copies of files that other Android apps provide, made in a thread."""

from __future__ import annotations

from os import fdopen, fstat
from pathlib import Path
from shutil import rmtree
from threading import Thread
from time import monotonic
from typing import Any

from companion.rules.errors import Refused
from companion.rules.wording import Phrase, phrase
from companion.store.errors import stopped_import, unreadable_reason
from companion.store.threads import Cancelled, Progress
from companion.ui.device.java_calls import java_class, not_none, problems, reason_for

LARGEST_COPY = 64 * 1024 * 1024
"""Bytes of a file from another app."""
PATIENCE = 15.0
"""Seconds without a byte after which another app does not answer."""
_POLL_TIME = 0.05
"""Seconds between two questions whether to stop."""
_CHUNK = 64 * 1024
_LONGEST_NAME = 120
"""Bytes of a file name that every phone supports."""


def cannot_read(problem: Exception) -> Phrase:
    """The refusal to import a file."""
    return phrase(
        "The file cannot be read: {reason}.", reason=reason_for(problem, unreadable_reason)
    )


def fetch_file(
    resolver: Any, uri: Any, folder: Path, progress: Progress, cancelled: Cancelled
) -> Path:
    """Copy a file of another app; `Refused` if that app fails or does not answer."""
    copy = _Copy(resolver, uri, folder)
    copy.start()
    done, since, is_copying = 0, monotonic(), True
    while is_copying:
        copy.join(_POLL_TIME)
        is_copying = copy.is_alive()
        if cancelled():
            copy.is_cancelled = True
            raise stopped_import()
        if copy.done > done:
            done, since = copy.done, monotonic()
            progress(done, max(done, copy.size))
        elif is_copying and monotonic() - since > PATIENCE:
            copy.is_cancelled = True
            raise Refused(phrase("The app that has the file does not answer."))
    if copy.path is None:
        raise Refused(cannot_read(copy.problem))
    return copy.path


class _Copy(Thread):
    """Copies a file into the app's cache. A call of another app may never return."""

    def __init__(self, resolver: Any, uri: Any, folder: Path) -> None:
        super().__init__(name="copy", daemon=True)
        self._resolver = resolver
        self._uri = uri
        self._folder = folder
        self.path: Path | None = None
        """The complete copy."""
        self.problem: Exception = Refused(phrase("Android does not allow access to it"))
        """Why there is no copy."""
        self.done = self.size = 0
        """Bytes copied, and in all as far as known."""
        self.is_cancelled = False

    def run(self) -> None:
        """Copy the file."""
        from jnius import detach

        try:
            self.path = self._copy()
        except Exception as problem:
            self.problem = problem
            rmtree(self._folder, ignore_errors=True)
        finally:
            # Android ends the app if a thread ends without this.
            detach()

    def _copy(self) -> Path | None:
        opened = not_none(self._resolver.openFileDescriptor(self._uri, "r"))
        with fdopen(opened.detachFd(), "rb", buffering=0) as source:
            self.size = fstat(source.fileno()).st_size
            name = _name_of(self._resolver, self._uri)
            if self.is_cancelled:
                return None
            rmtree(self._folder, ignore_errors=True)
            self._folder.mkdir(parents=True)
            path = self._folder / name
            with path.open("wb") as copy:
                while part := source.read(_CHUNK):
                    if self.is_cancelled:
                        return None
                    self.done += copy.write(part)
                    if self.done > LARGEST_COPY:
                        limit = LARGEST_COPY // 1024**2
                        raise Refused(phrase("larger than {limit} MB", limit=limit))
        return path


def _name_of(resolver: Any, uri: Any) -> str:
    """The name of the file, or a default if it has none that can be used."""
    try:
        columns = [java_class("android.provider.OpenableColumns").DISPLAY_NAME]
        rows = not_none(resolver.query(uri, columns, None, None, None))
        try:
            name = str(rows.getString(0) or "") if rows.moveToFirst() else ""
        finally:
            rows.close()
    except problems():
        name = ""
    is_name = name.strip(".") and name.isprintable() and name == Path(name).name
    return name if is_name and len(name.encode()) <= _LONGEST_NAME else "record.json"
