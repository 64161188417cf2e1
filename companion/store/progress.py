"""Progress and cancellation of long operations.

An operation that takes a `Progress` and a `Cancelled` calls both in the thread it runs in.
"""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Called with the number of steps done and the total."""
Cancelled = Callable[[], bool]
"""Asked between two steps whether to stop."""


def no_progress(done: int, total: int) -> None:
    """Ignore the progress."""


def never_cancelled() -> bool:
    """Run to the end."""
    return False
