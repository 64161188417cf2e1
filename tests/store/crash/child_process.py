"""Running a function in a forked child process that may be killed, raise or hang."""

from __future__ import annotations

import os
import pickle
import resource
import signal
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

MEMORY = 2 * 1024**3

Confirm = Callable[[], None]


@dataclass(frozen=True)
class ChildResult:
    """How a child process ended."""

    confirmed: int
    """How often it called `Confirm`."""
    result: Any = None
    """The return value of the function, unless it was killed or raised."""
    killed: bool = False
    error: str | None = None
    """The exception it raised, or that it did not end in time."""


def run_in_child(work: Callable[[Confirm], object], seconds: int = 20) -> ChildResult:
    """Run a function in a fork of this process, which must have one thread."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.alarm(seconds)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        try:
            answer = b"=" + pickle.dumps(work(lambda: _send(writing, b"+")))
        except BaseException:
            answer = b"!" + traceback.format_exc().encode()
        _send(writing, answer)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        received = pipe.read()
    _, status = os.waitpid(child, 0)
    end = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    answer = received.lstrip(b"+")
    confirmed = len(received) - len(answer)
    if end == signal.SIGKILL:
        return ChildResult(confirmed, killed=True)
    if not answer:
        error = f"did not end within {seconds} s" if end else "no answer"
        return ChildResult(confirmed, error=error)
    if answer[:1] == b"!":
        return ChildResult(confirmed, error=answer[1:].decode())
    return ChildResult(confirmed, pickle.loads(answer[1:]))


def _send(pipe: int, content: bytes) -> None:
    while content:
        content = content[os.write(pipe, content) :]
