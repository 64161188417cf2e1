"""Compiling, preloading and controlling the C library that interrupts system calls."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).with_name("call_library.c")
ROOT = Path(__file__).parents[3]

BEFORE, HALFWAY, AFTER, ONCE, ON = range(1, 6)
"""How a call is interrupted, as numbered in C: killed before, halfway, after; error once or on."""


def compiler() -> str | None:
    """The C compiler, None without one or on a system without LD_PRELOAD."""
    if not sys.platform.startswith("linux"):
        return None
    return next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)


def compile_library(folder: Path) -> Path:
    """Compile the library into a folder."""
    command = compiler()
    assert command is not None
    library = folder / "call_library.so"
    subprocess.run(
        [command, "-O1", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl"], check=True
    )
    return library


def run_tests(*arguments: str) -> list[Any]:
    """The output lines of `python -m tests.store.crash`, which forks and so needs a process."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.crash", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def run_preloaded(library: Path, *arguments: str) -> int:
    """Run a module with the library preloaded; its exit code."""
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=ROOT,
        env={**os.environ, "LD_PRELOAD": str(library)},
        check=False,
    ).returncode


@dataclass(frozen=True)
class Interruption:
    """A system call that fails or at which the process is killed."""

    number: int
    how: int
    error: int = 0

    def __str__(self) -> str:
        words = ("", "killed before", "killed halfway", "killed after")
        if self.how in (ONCE, ON):
            name = os.strerror(self.error)
            return f"“{name}” {'at' if self.how == ONCE else 'from'} call {self.number}"
        return f"{words[self.how]} call {self.number}"


class CallLibrary:
    """The library preloaded into this process."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None)

    def watch(self, folder: Path) -> None:
        """Count calls below a folder, from 1."""
        self._library.calls_watch(os.fsencode(folder))

    def interrupt(self, at: Interruption) -> None:
        """Interrupt a call."""
        self._library.calls_end(ctypes.c_long(at.number), at.how, at.error)

    def has_failed_reading(self) -> bool:
        """Whether the interrupted call was one that reads."""
        return bool(self._library.calls_blinded())

    def log_to(self, path: Path) -> None:
        """Log every call to a file."""
        self._library.calls_note(os.fsencode(path))

    def mark(self, text: str) -> None:
        """Add a mark to the log."""
        self._library.calls_mark(text.encode())

    def stop(self) -> None:
        """Neither count nor interrupt calls any more."""
        self._library.calls_watch(b"")
