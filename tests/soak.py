"""Every test, also those marked `soak`, then the longest ones, and the totals of both.

python -m tests.soak
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

PARALLEL_PARTS = (
    ("pytest", "-m", "", "--numprocesses", "auto", "--dist", "loadfile", "--no-loadscope-reorder"),
    ("tests.store.crash.soak",),
)
"""Parts that use all cores."""
SINGLE_PARTS = (
    ("tests.ui.bit_flips",),
    ("tests.ui.monkey", "--seeds", "10", "--steps", "500"),
    ("tests.web.kills", "2000"),
    ("tests.store.kills", "games", "3000"),
    ("tests.web.hostile", "10000"),
    ("tests.store.kills", "import", "300"),
    ("tests.store.random_operations", "60"),
)
"""Parts that use one core, the longest first."""

THOROUGHNESS = "30"
"""Factor on the number of examples of the property tests."""

_FIGURE = re.compile(
    r"(\d+) .*?\b(kills|files|crash points|states|store operations|bit flips|steps|requests"
    r"|entries)\b.*: lost (\d+)"
)
_PASSED = re.compile(r"(?:(?P<failed>\d+) failed, )?(?P<passed>\d+) passed\b.* in [\d.]+s")
"""The last line of pytest."""


@dataclass
class Totals:
    """What parts have tried, by kind, and how much of it was lost."""

    tried: Counter[str] = field(default_factory=Counter)
    lost: int = 0

    def __add__(self, other: Totals) -> Totals:
        return Totals(self.tried + other.tried, self.lost + other.lost)


def run(parts: Iterable[tuple[str, ...]], at_once: int = 1) -> Totals:
    """Run parts, several at once, pass on their output and count what they tried and lost."""
    with ThreadPoolExecutor(at_once) as workers:
        return sum(workers.map(_run, parts), Totals())


def _run(part: tuple[str, ...]) -> Totals:
    totals = Totals()
    with subprocess.Popen(
        [sys.executable, "-m", *part],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "THOROUGHNESS": THOROUGHNESS},
    ) as running:
        for line in running.stdout or ():
            sys.stdout.write(line)
            sys.stdout.flush()
            if figure := _FIGURE.match(line):
                totals.tried[figure[2]] += int(figure[1])
                totals.lost += int(figure[3])
            elif tests := _PASSED.match(line):
                totals.tried["tests"] += int(tests["passed"]) + int(tests["failed"] or 0)
                totals.lost += int(tests["failed"] or 0)
    if running.returncode and not totals.lost:
        # A part that did not run to its end may have lost data.
        totals.lost = 1
    return totals


def main() -> int:
    """Run all parts and print the totals; whether anything failed."""
    totals = run(PARALLEL_PARTS) + run(SINGLE_PARTS, at_once=2)
    figures = ", ".join(f"{count} {what}" for what, count in totals.tried.items())
    sys.stdout.write(f"In all {figures}: failed or lost {totals.lost}\n")
    return totals.lost > 0


if __name__ == "__main__":
    sys.exit(main())
