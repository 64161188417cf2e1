"""The library that counts and cuts short what a process does to its disk: made, loaded, asked."""

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

SOURCE = Path(__file__).with_name("calls.c")
ROOT = Path(__file__).parents[3]

BEFORE, HALFWAY, AFTER, ONCE, ON = range(1, 6)
"""How a call ends early, as the library numbers it: killed, or refused once or from now on."""


def compiler() -> str | None:
    """The machine's compiler of C, if it has one and what it makes can be preloaded."""
    if not sys.platform.startswith("linux"):
        return None
    return next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)


def compiled(folder: Path) -> Path:
    """The library, made by the machine's compiler."""
    command = compiler()
    assert command is not None
    library = folder / "calls.so"
    subprocess.run(
        [command, "-O1", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl"], check=True
    )
    return library


def asked(*arguments: str) -> list[Any]:
    """What `python -m tests.store.crash` says, line by line: a process that may fork."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.crash", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def preloaded(library: Path, *arguments: str) -> int:
    """Run a module, by its name and arguments, with the library below it; how it ended."""
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=ROOT,
        env={**os.environ, "LD_PRELOAD": str(library)},
        check=False,
    ).returncode


@dataclass(frozen=True)
class End:
    """A call that does not go as it should."""

    number: int
    how: int
    error: int = 0

    def __str__(self) -> str:
        words = ("", "killed before", "killed halfway", "killed after")
        if self.how in (ONCE, ON):
            name = os.strerror(self.error)
            return f"“{name}” {'at' if self.how == ONCE else 'from'} call {self.number}"
        return f"{words[self.how]} call {self.number}"


class Calls:
    """The library as this process has it."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None)

    def watch(self, folder: Path) -> None:
        """Count from 1 what happens below a folder."""
        self._library.calls_watch(os.fsencode(folder))

    def end(self, end: End) -> None:
        """Cut a call short."""
        self._library.calls_end(ctypes.c_long(end.number), end.how, end.error)

    def blinded(self) -> bool:
        """Whether the call that was cut short would have read something."""
        return bool(self._library.calls_blinded())

    def note_into(self, path: Path) -> None:
        """Note every call in a file."""
        self._library.calls_note(os.fsencode(path))

    def mark(self, text: str) -> None:
        """Note something of our own."""
        self._library.calls_mark(text.encode())

    def nothing(self) -> None:
        """Leave everything alone from now on."""
        self._library.calls_watch(b"")
