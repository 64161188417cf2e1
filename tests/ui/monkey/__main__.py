"""Let the monkey loose for long: `python -m tests.ui.monkey --seed 1 --seeds 4 --steps 500`."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import traceback
from pathlib import Path

from tests.ui import conftest


def main() -> None:
    assert conftest, "what it sets must be set before Kivy is first imported"
    from tests.ui.monkey.monkey import Caught, Monkey

    # Kivy takes it for its log, which nobody reads here.
    sys.stderr = sys.__stderr__

    reading = argparse.ArgumentParser()
    reading.add_argument("--seed", type=int, default=1, help="the first one")
    reading.add_argument("--seeds", type=int, default=1, help="how many, one after the other")
    reading.add_argument("--steps", type=int, default=1000, help="for each")
    given = reading.parse_args()
    done = caught = 0
    for seed in range(given.seed, given.seed + given.seeds):
        with tempfile.TemporaryDirectory() as name:
            os.environ["RAILKEEPER_FOLDER"] = name
            monkey = Monkey(Path(name), str(seed))
            try:
                monkey.go_wild(given.steps)
            except Caught as problem:
                caught += 1
                sys.stdout.write(f"{problem}\n")
                if problem.__cause__:
                    traceback.print_exception(problem.__cause__)
            done += monkey.steps
    sys.stdout.write(f"{done} steps of the monkey: lost {caught}\n")
    sys.exit(caught > 0)


if __name__ == "__main__":
    main()
