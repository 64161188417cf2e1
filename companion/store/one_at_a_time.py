"""Methods that run one at a time, whichever thread calls them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import Concatenate, ParamSpec, Protocol, TypeVar


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
