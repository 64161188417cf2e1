"""The whole of it: every crash point, every power-loss state, thousands of hostile files.

    python -m tests.store.crash.soak

What is wrong is printed with what it takes to see it again, and so are the figures.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

from tests.store.crash.preload import asked, compiler
from tests.store.crash.scenarios import SCENARIOS

FOLDERS = 300
"""How many spoiled folders one process opens."""
SEEDS = 10


def soaked(what: str, commands: Iterable[tuple[str, ...]]) -> int:
    """Run commands side by side and print what they tried; how much they found wrong."""
    tried = wrong = 0
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        for lines in workers.map(lambda command: asked(*command), commands):
            for line in lines:
                tried += line["tried"]
                wrong += len(line["wrong"])
                for each in line["wrong"]:
                    sys.stdout.write(f"{line['name']}: {each}\n")
    sys.stdout.write(f"{tried} {what}: lost {wrong}\n")
    sys.stdout.flush()
    return wrong


def main() -> None:
    wrong = soaked(
        "hostile files",
        (("hostile", "--count", str(FOLDERS), "--seed", str(seed)) for seed in range(SEEDS)),
    )
    if compiler() is None:
        sys.stdout.write("no crash points and no power losses: they need a compiler of C\n")
    else:
        wrong += soaked("crash points", (("points", name) for name in SCENARIOS))
        wrong += soaked("states after a power loss", (("power", name) for name in SCENARIOS))
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
