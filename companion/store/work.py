"""Work that takes a while: it tells how far it is, and can be stopped.

What takes a `Progress` and a `Cancelled` may run in any thread, one such piece of work at a time,
while the screen goes on; both are called in the thread that works.
"""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Told how much is done, and of how much."""
Cancelled = Callable[[], bool]
"""Asked now and then whether to stop."""


def unwatched(done: int, of: int) -> None:
    """The progress nobody looks at."""


def never() -> bool:
    """Nobody cancels."""
    return False
