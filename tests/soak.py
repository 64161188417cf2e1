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

PARTS = (
    ("pytest", "-m", "", "--numprocesses", "auto", "--dist", "loadfile", "--no-loadscope-reorder"),
    ("tests.store.kills", "games", "3000"),
    ("tests.store.kills", "import", "300"),
    ("tests.store.crash.soak",),
    ("tests.store.random_operations", "60"),
    ("tests.ui.bit_flips",),
    ("tests.ui.monkey", "--seeds", "10", "--steps", "500"),
    ("tests.web.hostile", "10000"),
    ("tests.web.kills", "2000"),
)

THOROUGHNESS = "30"
"""Factor on the number of examples of the property tests."""

_FIGURE = re.compile(
    r"(\d+) .*?\b(kills|files|crash points|states|store operations|bit flips|steps|requests"
    r"|entries)\b.*: lost (\d+)"
)
_PASSED = re.compile(r"(?:(?P<failed>\d+) failed, )?(?P<passed>\d+) passed\b.* in [\d.]+s")
"""The last line of pytest."""


def run(parts: Iterable[tuple[str, ...]]) -> bool:
    """Run the parts, pass on their output and print the totals; whether anything failed."""
    tried: Counter[str] = Counter()
    lost = 0
    for part in parts:
        counted = 0
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
                    tried[figure[2]] += int(figure[1])
                    counted += int(figure[3])
                elif tests := _PASSED.match(line):
                    tried["tests"] += int(tests["passed"]) + int(tests["failed"] or 0)
                    counted += int(tests["failed"] or 0)
        # A part that did not run to its end may have lost data.
        lost += max(counted, 1) if running.returncode else counted
    figures = ", ".join(f"{count} {what}" for what, count in tried.items())
    sys.stdout.write(f"In all {figures}: failed or lost {lost}\n")
    return lost > 0


if __name__ == "__main__":
    sys.exit(run(PARTS))
