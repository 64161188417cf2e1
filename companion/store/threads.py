"""What operations in several threads need: one at a time, progress, cancellation."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import Concatenate, ParamSpec, Protocol, TypeVar

Progress = Callable[[int, int], None]
"""Called, in the thread of the operation, with the number of steps done and the total."""
Cancelled = Callable[[], bool]
"""Asked between two steps whether to stop."""


def no_progress(done: int, total: int) -> None:
    """Ignore the progress."""


def never_cancelled() -> bool:
    """Run to the end."""
    return False


class HasLock(Protocol):
    """An object whose methods use one lock."""

    lock: RLock


_Owner = TypeVar("_Owner", bound=HasLock)
_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def one_at_a_time(
    method: Callable[Concatenate[_Owner, _Arguments], _Result],
) -> Callable[Concatenate[_Owner, _Arguments], _Result]:
    """Hold the lock of the object while the method runs."""

    @wraps(method)
    def run(self: _Owner, /, *arguments: _Arguments.args, **options: _Arguments.kwargs) -> _Result:
        with self.lock:
            return method(self, *arguments, **options)

    return run
