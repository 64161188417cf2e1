"""Run the monkey test for long: `python -m tests.ui.monkey --seed 1 --seeds 4 --steps 500`."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import traceback
from pathlib import Path

from tests.ui import conftest


def main() -> None:
    assert conftest, "its environment variables must be set before Kivy is first imported"
    from tests.ui.monkey.monkey import Monkey, Violation

    # Kivy redirects it to its log.
    sys.stderr = sys.__stderr__

    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--seeds", type=int, default=1, help="number of seeds")
    parser.add_argument("--steps", type=int, default=1000, help="steps for each seed")
    options = parser.parse_args()
    done = failed = 0
    for seed in range(options.seed, options.seed + options.seeds):
        with tempfile.TemporaryDirectory() as name:
            os.environ["RAILKEEPER_FOLDER"] = name
            monkey = Monkey(Path(name), str(seed))
            try:
                monkey.run(options.steps)
            except Violation as problem:
                failed += 1
                sys.stdout.write(f"{problem}\n")
                if problem.__cause__:
                    traceback.print_exception(problem.__cause__)
            done += monkey.steps
    sys.stdout.write(f"{done} steps of the monkey: lost {failed}\n")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
