"""Runs the tests of the rules on a sample of mutations: `python -m tests.mutants`."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.mutants.mutations import Mutation, modules, mutations
from tests.mutants.runner import in_children, measure_coverage, survives

MIN_PERCENT = 95
"""Percentage of the mutations that the tests must kill."""
EQUIVALENT = Path(__file__).parent / "equivalent.json"
"""Mutations that do not change the behaviour, each with the reason."""


def main() -> int:
    """Print the score and the surviving mutations; the exit code is 1 if the score is too low."""
    parser = ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="how many mutations (0: every one)")
    parser.add_argument("--seed", type=int, default=1, help="which of them")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 2)
    parser.add_argument("modules", nargs="*", help="only these modules of the rules")
    options = parser.parse_args()
    every = [each for module in options.modules or modules() for each in mutations(module)]
    count = min(options.count or len(every), len(every))
    sample = sorted(Random(options.seed).sample(every, count))
    equivalent = _listed_equivalents(every)
    tried = [mutation for mutation in sample if mutation not in equivalent]
    killed = len(tried) - _count_survivors(tried, options.workers)
    print(
        f"{killed} of {len(tried)} mutations killed, {100 * killed / len(tried):.1f} %;"
        f" {len(sample) - len(tried)} are equivalent; {len(every)} are possible."
    )
    return 0 if 100 * killed >= MIN_PERCENT * len(tried) else 1


def _count_survivors(tried: list[Mutation], workers: int) -> int:
    """Run the tests on each mutation, print the survivors, and return their number."""
    with TemporaryDirectory() as folder:
        known = measure_coverage(Path(folder) / "coverage")
    took = sum(known.seconds.values())
    print(f"{len(known.calls)} tests pass without a mutation, in {took:.0f} s.", file=sys.stderr)
    survivors = 0
    jobs = ((mutation, survives(mutation, known)) for mutation in tried)
    for number, (mutation, survived) in enumerate(in_children(jobs, workers), 1):
        if survived:
            survivors += 1
            print(mutation, flush=True)
        if number % 25 == 0:
            print(f"{number} tried, {survivors} survived", file=sys.stderr)
    return survivors


def _listed_equivalents(every: list[Mutation]) -> set[Mutation]:
    """The equivalent mutations; prints the listed ones that do not exist any more."""
    listed = json.loads(EQUIVALENT.read_text(encoding="utf-8"))
    known = {(each["module"], each["line"], each["before"], each["after"]) for each in listed}
    found = {(each.module, each.source_line, each.before, each.after): each for each in every}
    for module, line, *_ in known - found.keys():
        if module in {each.module for each in every}:
            print(f"{module}.py no longer has the listed line: {line}", file=sys.stderr)
    return {
        each for each in every if (each.module, each.source_line, each.before, each.after) in known
    }


if __name__ == "__main__":
    sys.exit(main())
