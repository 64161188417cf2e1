"""What operations in several threads need: one at a time, progress, cancellation."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import isfunction
from typing import Any, TypeVar

Progress = Callable[[int, int], None]
"""Called, in the thread of the operation, with the number of steps done and the total."""
Cancelled = Callable[[], bool]
"""Asked between two steps whether to stop."""

_Class = TypeVar("_Class", bound=type)


def no_progress(done: int, total: int) -> None:
    """Ignore the progress."""


def never_cancelled() -> bool:
    """Run to the end."""
    return False


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
