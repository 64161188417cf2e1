"""Run crash tests: `python -m tests.store.crash points --each 10 finish reopen`."""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from companion.rules.boards import bundled_boards
from tests.store.crash import damaged_folders, points, power
from tests.store.crash.call_library import compile_library, compiler, run_preloaded
from tests.store.crash.reference import Findings, run_reference
from tests.store.crash.scenarios import SCENARIOS

MEMORY = Path("/dev/shm")


def scratch() -> tempfile.TemporaryDirectory[str]:
    """A temporary folder, in memory where the system has /dev/shm."""
    return tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)


def main() -> None:
    reading = argparse.ArgumentParser()
    reading.add_argument("what", choices=("points", "power", "damage"))
    reading.add_argument("--each", type=int, help="how many of each scenario; default: all")
    reading.add_argument("--count", type=int, default=1000, help="how many damaged folders")
    reading.add_argument("--seed", default="1")
    reading.add_argument("names", nargs="*", help="of scenarios; default: all")
    given = reading.parse_intermixed_args()
    bundled_boards()
    gc.freeze()
    if given.what == "damage":
        with scratch() as folder:
            report(damaged_folders.explore(Path(folder).resolve(), given.count, given.seed))
        return
    if "call_library.so" not in os.environ.get("LD_PRELOAD", ""):
        assert compiler(), "This needs a C compiler."
        # Not in /dev/shm, which may be mounted noexec.
        with tempfile.TemporaryDirectory() as folder:
            library = compile_library(Path(folder))
            sys.exit(run_preloaded(library, "tests.store.crash", *sys.argv[1:]))
    for name in given.names or SCENARIOS:
        with scratch() as folder:
            report(explore(given.what, name, Path(folder).resolve(), given.each, given.seed))


def explore(what: str, name: str, root: Path, each: int | None, seed: str) -> Findings:
    """Test one scenario."""
    try:
        reference = run_reference(name, root)
    except AssertionError as problem:
        return Findings(name, 0, [str(problem)])
    run = {"points": points.explore, "power": power.explore}[what]
    return run(reference, root, each, random.Random(f"{seed} {name}"))


def report(found: Findings) -> None:
    sys.stdout.write(json.dumps(asdict(found)) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
