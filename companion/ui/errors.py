"""Unexpected exceptions that leave one picture or row blank instead of ending the app."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from kivy.logger import Logger

reported: deque[Exception] = deque(maxlen=20)
"""The last exceptions that were caught; a test fails if there is one."""


@contextmanager
def report_exception(what: str) -> Iterator[None]:
    """Log an exception and continue after the block; `what` was being made. For no command."""
    try:
        yield
    except Exception as error:
        Logger.exception("Railkeeper: %s cannot be made", what)
        reported.append(error)
