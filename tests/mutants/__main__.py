"""Runs the suite on 100 small faults in all packages: `python -m tests.mutants`.

The faults follow from a seed. The suite runs once on a copy that notes which tests reach which
faults. Then each fault is tried in a copy: first the tests that reach it, the fast ones first,
then all others, until one fails. Results are stored after each fault in build/seeded.json, from
which another run continues. With `--base`, the same faults are tried in another checkout.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from tests.mutants.faults import (
    COUNTS,
    PLUGIN,
    Fault,
    chosen_faults,
    instrumented,
    possible_faults,
)

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
PYTEST = ("-m", "pytest", "-p", PLUGIN, "-p", "no:cacheprovider", "--hypothesis-seed=0", "-q")
STARTING = 120.0
"""Seconds for starting pytest, besides those for its tests."""
FEW = 5
"""How many files of tests are tried before the others."""
SLOWER = 10
"""How many times as long the tests of a fault may take as without it; a longer run is noticed."""


@dataclass
class Reach:
    """Which tests reach which faults, and how long each test takes."""

    tests: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """By the key of a fault."""
    seconds: dict[str, float] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    """Tests that fail without a fault; they are not run."""


def main() -> int:
    """Try the faults that have no result yet, and print the survivors and the shares noticed."""
    options = _options()
    numbered = dict(enumerate(chosen_faults(ROOT, options.seed), 1))
    numbered = {
        number: fault
        for number, fault in numbered.items()
        if (not options.package or fault.package in options.package)
        and (not options.only or number in options.only)
    }
    if options.list:
        for number, fault in numbered.items():
            print(number, fault)
        return 0
    base = Path(options.base or ROOT).resolve()
    name = "seeded" if base == ROOT else f"seeded-{base.name}"
    results = BUILD / f"{name}.json"
    BUILD.mkdir(exist_ok=True)
    known: dict[str, dict[str, Any]] = {}
    if results.exists() and not options.tests:
        known = json.loads(results.read_text())
    there = {
        fault.key: fault
        for package in {fault.package for fault in numbered.values()}
        for fault in possible_faults(base, package)
    }
    missing = [fault for fault in numbered.values() if fault.key not in there]
    for fault in missing:
        print(f"Not in {base.name}: {fault}")
    todo = [
        there[fault.key]
        for fault in numbered.values()
        if fault.key in there and (options.again or fault.key not in known)
    ]
    if todo:
        reach = _reach(base, todo, options.tests)
        for fault, result in _try_all(base, todo, reach, options):
            known[fault.key] = result
            if not options.tests:
                results.write_text(json.dumps(known, indent=1))
            print(f"{result['seconds']:5.0f} s  {result['noticed'] or 'SURVIVED'}  {fault}")
            sys.stdout.flush()
    _summarize(numbered, known)
    return 0


def _options() -> Namespace:
    parser = ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--package", action="append", choices=list(COUNTS))
    parser.add_argument("--only", type=int, action="append", help="the number of a fault")
    parser.add_argument("--list", action="store_true", help="only print the faults")
    parser.add_argument("--base", help="another checkout whose code and tests are used")
    parser.add_argument(
        "--reached-only", action="store_true", help="run no tests that do not reach the fault"
    )
    parser.add_argument("--again", action="store_true", help="also faults that have a result")
    parser.add_argument("--limit", type=float, default=1800, help="seconds for all other tests")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 2)
    parser.add_argument("tests", nargs="*", help="use only these tests, and store no results")
    return parser.parse_args()


def _summarize(numbered: Mapping[int, Fault], known: Mapping[str, Mapping[str, Any]]) -> None:
    tried = {number: fault for number, fault in numbered.items() if fault.key in known}
    survivors = {
        number: fault for number, fault in tried.items() if not known[fault.key]["noticed"]
    }
    for number, fault in survivors.items():
        print(f"\nSurvived: {number} {fault.path}:{fault.line}, {fault.function}, {fault.operator}")
        print(f"  before: {fault.before}\n  after:  {fault.after}")
    print()
    for package in COUNTS:
        count = sum(fault.package == package for fault in tried.values())
        lost = sum(fault.package == package for fault in survivors.values())
        if count:
            print(f"{package:8} {count - lost:3} of {count:3} noticed")
    print(f"{'all':8} {len(tried) - len(survivors):3} of {len(tried):3} noticed")


def _copy(base: Path, folder: Path) -> Path:
    """A copy of the tracked files of a checkout, with the plugin, and compiled."""
    # Some tests become another user, who must be able to read the copy.
    folder.chmod(0o755)
    copy = folder / "checkout"
    listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=base, text=True)
    for name in filter(None, listed.split("\0")):
        if (base / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(base / name, copy / name)
    # Some tests compare with the tracked files.
    subprocess.run(["git", "init", "-q"], cwd=copy, check=True)
    subprocess.run(["git", "add", "-A"], cwd=copy, check=True)
    plugins = folder / "plugins"
    plugins.mkdir()
    shutil.copy(Path(__file__).with_name("reaching.py"), plugins / f"{PLUGIN}.py")
    # Other processes that tests start report what they reach too.
    (plugins / "sitecustomize.py").write_text(f"import {PLUGIN}\n")
    # By hash, because a fault may have the size and, within a second, the time of the original.
    _run([*_COMPILE, "companion"], copy, {}, STARTING)
    return copy


_COMPILE = ("-m", "compileall", "-q", "--invalidation-mode", "checked-hash")


def _run(
    arguments: Iterable[str], copy: Path, variables: Mapping[str, str], limit: float
) -> tuple[int | None, str]:
    """Run Python in a copy; the exit code, None after the time limit, and the output."""
    environment = {
        **os.environ,
        **variables,
        "PYTHONPATH": str(copy.parent / "plugins"),
    }
    process = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=copy,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, ""
    return process.returncode, output


def _reach(base: Path, faults: list[Fault], tests: list[str]) -> Reach:
    """Run the suite without faults, and note which tests reach them."""
    reach = Reach()
    with TemporaryDirectory() as temporary:
        copy = _copy(base, Path(temporary))
        for path in {fault.path for fault in faults}:
            functions = defaultdict(list)
            for number, fault in enumerate(faults):
                if fault.path == path:
                    functions[fault.function].append(number)
            module = copy / path
            module.write_text(instrumented(module.read_text("utf-8"), functions), "utf-8")
        noted = copy.parent / "reached"
        noted.touch()
        # Some tests become another user.
        noted.chmod(0o666)
        print("Running the suite without a fault …", file=sys.stderr)
        parallel = ("-n", "auto", "--dist", "loadfile")
        _run((*PYTEST, *parallel, *tests), copy, {"FAULTS_REACHED": str(noted)}, limit=7200)
        for line in noted.read_text("utf-8").splitlines():
            first, *others = line.split("\t")
            if first.isdecimal():
                reach.tests[faults[int(first)].key].append(others[0])
            else:
                reach.seconds[others[1]] = float(others[0])
                if first == "failed":
                    reach.failed.append(others[1])
    for test in reach.failed:
        print(f"Fails without a fault: {test}", file=sys.stderr)
    return reach


def _try_all(
    base: Path, faults: list[Fault], reach: Reach, options: Namespace
) -> Iterable[tuple[Fault, dict[str, Any]]]:
    with TemporaryDirectory() as temporary, ThreadPoolExecutor(options.workers) as workers:
        Path(temporary).chmod(0o755)
        copies: Queue[Path] = Queue()
        for number in range(options.workers):
            folder = Path(temporary) / str(number)
            folder.mkdir()
            copies.put(_copy(base, folder))

        def attempt(fault: Fault) -> tuple[Fault, dict[str, Any]]:
            copy = copies.get()
            began = monotonic()
            original = fault.apply(copy)
            try:
                noticed = _noticed_by(copy, fault, reach, options)
            finally:
                (copy / fault.path).write_text(original, encoding="utf-8")
                copies.put(copy)
            return fault, {"noticed": noticed, "seconds": round(monotonic() - began, 1)}

        for done in as_completed([workers.submit(attempt, fault) for fault in faults]):
            yield done.result()


def _noticed_by(copy: Path, fault: Fault, reach: Reach, options: Namespace) -> str | None:
    """The test that notices a fault; None if no test does."""
    failing = set(reach.failed)
    tests = [test for test in _in_order(fault, reach) if test not in failing]
    listed = copy.parent / "listed"
    listed.write_text("\n".join(tests), encoding="utf-8")
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    limit = STARTING + SLOWER * sum(reach.seconds.get(test, 0) for test in tests)
    # A few files first, because collecting all tests takes longer than most faults live.
    for some in filter(None, (files[:FEW], files[FEW:])):
        first = {"FAULTS_FIRST": str(listed)}
        if noticed := _failure(_run((*PYTEST, "-x", "-n", "0", *some), copy, first, limit)):
            return noticed
    # Whatever imports a module runs what is outside of its functions.
    if options.reached_only and fault.function:
        return None
    listed.write_text("\n".join([*tests, *failing]), encoding="utf-8")
    rest = {"FAULTS_REST": str(listed)}
    return _failure(_run((*PYTEST, "-x", "-n", "0", *options.tests), copy, rest, options.limit))


def _in_order(fault: Fault, reach: Reach) -> list[str]:
    """The tests that reach a fault, by file: those named after its module, then the fastest."""
    by_file: dict[str, list[str]] = defaultdict(list)
    for test in reach.tests[fault.key]:
        by_file[test.partition("::")[0]].append(test)
    subject = Path(fault.path).stem

    def rank(file: str) -> tuple[bool, float]:
        seconds = [reach.seconds.get(test, 0) for test in by_file[file]]
        return subject not in file, sum(seconds)

    return [test for file in sorted(by_file, key=rank) for test in by_file[file]]


def _failure(ended: tuple[int | None, str]) -> str | None:
    code, output = ended
    if code is None:
        return "time limit"
    if code in (0, 5):  # 5: no tests
        return None
    failed = (line for line in output.splitlines() if line.startswith(("FAILED ", "ERROR ")))
    return next(failed, f"exit code {code}").partition(" - ")[0]


if __name__ == "__main__":
    sys.exit(main())
