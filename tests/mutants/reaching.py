"""A pytest plugin for seeded faults, copied beside the tested checkout: it imports nothing of it.

It notes which tests reach which faults and how long they take (FAULTS_REACHED names the file), or
runs the tests of a list in that order (FAULTS_FIRST), or all other tests (FAULTS_REST).
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

_seen: set[tuple[str, int]] = set()


def reach(numbers: list[int]) -> None:
    """Note that the running test reached the faults with these numbers."""
    file = os.environ.get("FAULTS_REACHED")
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0]
    for number in numbers:
        if file and test and (test, number) not in _seen:
            _seen.add((test, number))
            _write(file, f"{number}\t{test}")


def pytest_runtest_logreport(report: Any) -> None:
    """Note the duration and the outcome of a test."""
    file = os.environ.get("FAULTS_REACHED")
    is_worker = "PYTEST_XDIST_WORKER" in os.environ
    if file and not is_worker and (report.when == "call" or report.failed):
        _write(file, f"{report.outcome}\t{report.duration:.3f}\t{report.nodeid}")


def pytest_collection_finish(session: Any) -> None:
    """Keep the listed tests in the order of the list, or the others."""
    rest = os.environ.get("FAULTS_REST")
    listed = os.environ.get("FAULTS_FIRST") or rest
    if listed:
        names = Path(listed).read_text(encoding="utf-8").splitlines()
        places = {name: place for place, name in enumerate(names)}
        chosen = [item for item in session.items if (item.nodeid in places) != bool(rest)]
        session.items = chosen if rest else sorted(chosen, key=lambda item: places[item.nodeid])


def _write(file: str, line: str) -> None:
    # Some tests limit the size of files.
    with suppress(OSError), Path(file).open("a", encoding="utf-8") as reached:
        reached.write(line + "\n")
