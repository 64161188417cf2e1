"""Tries a sample of all changes on the tests of the rules: `python -m tests.mutants`."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.mutants.changes import Change, changes, modules
from tests.mutants.trying import in_children, reach, survives

ENOUGH = 95
"""Of a hundred changes, how many the tests must notice."""
EQUIVALENT = Path(__file__).parent / "equivalent.json"
"""Changes that change nothing, each with the reason."""


def main() -> int:
    """Print the score and what went unnoticed; the exit code tells whether it is enough."""
    parser = ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="how many changes (0: every one)")
    parser.add_argument("--seed", type=int, default=1, help="which of them")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 2)
    parser.add_argument("modules", nargs="*", help="only these modules of the rules")
    options = parser.parse_args()
    every = [each for module in options.modules or modules() for each in changes(module)]
    count = min(options.count or len(every), len(every))
    sample = sorted(Random(options.seed).sample(every, count))
    equivalent = _equivalent(every)
    tried = [change for change in sample if change not in equivalent]
    noticed = len(tried) - _unnoticed(tried, options.workers)
    print(
        f"{noticed} of {len(tried)} changes noticed, {100 * noticed / len(tried):.1f} %;"
        f" {len(sample) - len(tried)} more change nothing; {len(every)} are possible."
    )
    return 0 if 100 * noticed >= ENOUGH * len(tried) else 1


def _unnoticed(tried: list[Change], workers: int) -> int:
    """Print what goes unnoticed as soon as it is known, and how many that are."""
    with TemporaryDirectory() as folder:
        known = reach(Path(folder) / "reach")
    took = sum(known.seconds.values())
    print(f"{len(known.calls)} tests pass without a change, in {took:.0f} s.", file=sys.stderr)
    unnoticed = 0
    jobs = ((change, survives(change, known)) for change in tried)
    for number, (change, survived) in enumerate(in_children(jobs, workers), 1):
        if survived:
            unnoticed += 1
            print(change, flush=True)
        if number % 25 == 0:
            print(f"{number} tried, {unnoticed} unnoticed", file=sys.stderr)
    return unnoticed


def _equivalent(every: list[Change]) -> set[Change]:
    listed = json.loads(EQUIVALENT.read_text(encoding="utf-8"))
    known = {(each["module"], each["line"], each["before"], each["after"]) for each in listed}
    found = {(each.module, each.was, each.before, each.after): each for each in every}
    for module, line, *_ in known - found.keys():
        if module in {each.module for each in every}:
            print(f"{module}.py no longer has what is listed: {line}", file=sys.stderr)
    return {each for each in every if (each.module, each.was, each.before, each.after) in known}


if __name__ == "__main__":
    sys.exit(main())
