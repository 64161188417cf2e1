"""Run the crash machinery: `python -m tests.store.crash points --each 10 finish reopen`."""

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
from tests.store.crash import hostile, points, power
from tests.store.crash.preload import compiled, compiler, preloaded
from tests.store.crash.running import Found, prepared
from tests.store.crash.scenarios import SCENARIOS

MEMORY = Path("/dev/shm")


def scratch() -> tempfile.TemporaryDirectory[str]:
    """A folder for a while, in memory where there is such a thing."""
    return tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)


def main() -> None:
    reading = argparse.ArgumentParser()
    reading.add_argument("what", choices=("points", "power", "hostile"))
    reading.add_argument("--each", type=int, help="how many of each scenario; all if not given")
    reading.add_argument("--count", type=int, default=1000, help="how many spoiled folders")
    reading.add_argument("--seed", default="1")
    reading.add_argument("names", nargs="*", help="of scenarios; all if none is given")
    given = reading.parse_intermixed_args()
    bundled_boards()
    gc.freeze()
    if given.what == "hostile":
        with scratch() as folder:
            report(hostile.explore(Path(folder).resolve(), given.count, given.seed))
        return
    if "calls.so" not in os.environ.get("LD_PRELOAD", ""):
        assert compiler(), "This needs a compiler of C."
        # Not in memory: what lies there may be forbidden to run.
        with tempfile.TemporaryDirectory() as folder:
            library = compiled(Path(folder))
            sys.exit(preloaded(library, "tests.store.crash", *sys.argv[1:]))
    for name in given.names or SCENARIOS:
        with scratch() as folder:
            report(explored(given.what, name, Path(folder).resolve(), given.each, given.seed))


def explored(what: str, name: str, root: Path, each: int | None, seed: str) -> Found:
    """What comes of one scenario."""
    try:
        reference = prepared(name, root)
    except AssertionError as problem:
        return Found(name, 0, [str(problem)])
    explore = {"points": points.explore, "power": power.explore}[what]
    return explore(reference, root, each, random.Random(f"{seed} {name}"))


def report(found: Found) -> None:
    sys.stdout.write(json.dumps(asdict(found)) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
