"""Every crash point, every state after a power loss, thousands of damaged files.

    python -m tests.store.crash.soak

Prints the figures and every failure with what is needed to reproduce it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

from tests.store.crash.call_library import compiler, run_tests
from tests.store.crash.scenarios import SCENARIOS

FOLDERS = 300
"""How many damaged folders one process opens."""
SEEDS = 10


def soak(what: str, commands: Iterable[tuple[str, ...]]) -> int:
    """Run commands in parallel and print how much they tried; the number of failures."""
    tried = wrong = 0
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        for lines in workers.map(lambda command: run_tests(*command), commands):
            for line in lines:
                tried += line["tried"]
                wrong += len(line["wrong"])
                for each in line["wrong"]:
                    sys.stdout.write(f"{line['name']}: {each}\n")
    sys.stdout.write(f"{tried} {what}: lost {wrong}\n")
    sys.stdout.flush()
    return wrong


def main() -> None:
    wrong = soak(
        "damaged files",
        (("damage", "--count", str(FOLDERS), "--seed", str(seed)) for seed in range(SEEDS)),
    )
    if compiler() is None:
        sys.stdout.write("no crash points and no power losses: they need a C compiler\n")
    else:
        wrong += soak("crash points", (("points", name) for name in SCENARIOS))
        wrong += soak("states after a power loss", (("power", name) for name in SCENARIOS))
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
