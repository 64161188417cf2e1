"""Work in a child process that may be killed, may raise, and may not hang."""

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
class Ended:
    """What became of a child."""

    confirmed: int
    """How often it said that something is done."""
    result: Any = None
    """What it returned, unless it was killed or raised."""
    killed: bool = False
    wrong: str | None = None
    """What it raised, or that it did not end."""


def in_a_child(work: Callable[[Confirm], object], seconds: int = 20) -> Ended:
    """Do something in a process of its own: a copy of this one, which must have one thread."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.alarm(seconds)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        try:
            answer = b"=" + pickle.dumps(work(lambda: _say(writing, b"+")))
        except BaseException:
            answer = b"!" + traceback.format_exc().encode()
        _say(writing, answer)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    _, status = os.waitpid(child, 0)
    end = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    answer = said.lstrip(b"+")
    confirmed = len(said) - len(answer)
    if end == signal.SIGKILL:
        return Ended(confirmed, killed=True)
    if not answer:
        return Ended(confirmed, wrong=f"did not end within {seconds} s" if end else "no answer")
    if answer[:1] == b"!":
        return Ended(confirmed, wrong=answer[1:].decode())
    return Ended(confirmed, pickle.loads(answer[1:]))


def _say(pipe: int, content: bytes) -> None:
    while content:
        content = content[os.write(pipe, content) :]
