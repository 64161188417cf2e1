"""Runs the tests of the rules on a changed module, each change in a process of its own.

The parent has pytest in memory but nothing of Railkeeper's rules, so that a child finds the changed
module when it imports it.
"""

from __future__ import annotations

import ast
import os
import pickle
import resource
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_loader
from pathlib import Path
from time import process_time
from types import CodeType
from typing import Any

import hypothesis
import pytest

from tests.mutants.changes import Change, changed, modules, source, watched

TESTS = ("tests/rules", "--ignore=tests/rules/test_scorer.py")
"""Those of the rules; the scorer's run a program of their own, which sees no change."""
QUICKLY = ("-qx", "--capture=sys", "-p", "no:cacheprovider", "-o", "addopts=")
EXAMPLES = 5
"""Of each property, so that a change that goes unnoticed does not take minutes."""
ASKED_FOR = "_hypothesis_internal_use_settings"
"""Where hypothesis notes what a test asks for."""
LARGEST = 3 * 1024**3
"""Bytes a child may use: a change can make a search endless."""
LONGEST = 5.0
"""Seconds of work a test may take with a change, and as often as long as it takes without."""

Place = tuple[str, int]
"""A function of the rules: its module and the line it begins with."""


@dataclass
class Reach:
    """What a run of all tests without a change finds out."""

    calls: dict[str, set[Place]] = field(default_factory=dict)
    """The functions each test calls."""
    at_import: set[Place] = field(default_factory=set)
    """Those that run before the first test."""
    seconds: dict[str, float] = field(default_factory=dict)
    """How long each test works."""

    def tests_of(self, change: Change) -> list[list[str]]:
        """The tests that can notice a change: those named like it, then the others."""
        place = change.module, change.function
        anywhere = not change.function or place in self.at_import
        tests = [test for test, called in self.calls.items() if anywhere or place in called]
        tests.sort(key=lambda test: self.seconds[test])
        subject = f"test_{change.module.partition('_')[0]}"
        named = [test for test in tests if subject in test.partition("::")[0]]
        others = [test for test in tests if subject not in test.partition("::")[0]]
        return [some for some in (named, others) if some]


reached: set[Place] = set()
"""The functions called since somebody looked."""


class _Watcher:
    """A plugin for pytest that fills in a `Reach`."""

    def __init__(self, found: Reach) -> None:
        self._found = found

    def pytest_collection_finish(self) -> None:
        self._found.at_import |= reached

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        reached.clear()
        began = process_time()
        result = yield
        self._found.seconds[item.nodeid] = process_time() - began
        self._found.calls[item.nodeid] = set(reached)
        return result


def reach(file: Path) -> Reach:
    """Run every test without a change, and watch what it calls."""

    def watch() -> int:
        found = Reach()
        trees = {module: watched(module, __name__) for module in modules()}
        sys.meta_path.insert(0, _Finder(trees))
        code = _pytest(TESTS, _Watcher(found))
        file.write_bytes(pickle.dumps(found))
        return code

    for _, passed in in_children([("", watch)], 1):
        if not passed:
            sys.exit("The tests fail without any change.")
    found = pickle.loads(file.read_bytes())
    assert isinstance(found, Reach)
    return found


def survives(change: Change, known: Reach) -> Callable[[], int]:
    """What a child runs to see whether a change goes unnoticed: 0 if it does."""

    def run() -> int:
        sys.meta_path.insert(0, _Finder({change.module: changed(change)}))
        impatient = _Impatient(known.seconds)
        for tests in known.tests_of(change):
            code = _pytest(tests, impatient)
            if code == pytest.ExitCode.USAGE_ERROR:
                # The change gives tests other names: then all that there are have to say.
                return _pytest(TESTS, impatient)
            if code:
                return code
        return 0

    return run


class _Finder(MetaPathFinder):
    """Finds modules of the rules as other trees than those on disk."""

    def __init__(self, trees: Mapping[str, ast.Module]) -> None:
        self._trees = {f"companion.rules.{module}": tree for module, tree in trees.items()}

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        tree = self._trees.get(name)
        return None if tree is None else spec_from_loader(name, _Loader(name, tree))


class _Loader(SourceFileLoader):
    def __init__(self, name: str, tree: ast.Module) -> None:
        super().__init__(name, str(source(name.removeprefix("companion.rules."))))
        self._tree = tree

    def get_code(self, _: str) -> CodeType:
        return compile(self._tree, self.path, "exec")


class _Impatient:
    """A plugin for pytest that ends the process in a test that does not come to an end."""

    def __init__(self, seconds: Mapping[str, float]) -> None:
        self._seconds = seconds

    def pytest_sessionstart(self) -> None:
        self._wait(10 * LONGEST)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        self._wait(LONGEST * (1 + self._seconds.get(item.nodeid, 0)))

    def _wait(self, seconds: float) -> None:
        # Work and not time gone by, which says nothing on a busy machine.
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def _pytest(tests: Iterable[str], plugin: object) -> int:
    hypothesis.settings.register_profile(
        "mutants",
        derandomize=True,
        database=None,
        deadline=None,
        phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    hypothesis.settings.load_profile("mutants")
    return int(pytest.main([*QUICKLY, *tests], plugins=[_FewExamples(), plugin]))


class _FewExamples:
    """A plugin for pytest: a property is tried on some examples, however many it asks for."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for test in {getattr(item, "obj", None) for item in items}:
            asked = getattr(test, ASKED_FOR, None)
            if asked is not None:
                few = min(asked.max_examples, EXAMPLES)
                setattr(test, ASKED_FOR, hypothesis.settings(asked, max_examples=few))


def in_children(
    jobs: Iterable[tuple[Any, Callable[[], int]]], workers: int
) -> Iterator[tuple[Any, bool]]:
    """Run jobs, some at a time, each in a child; which is done, and whether it returned 0."""
    running: dict[int, Any] = {}
    for what, job in jobs:
        if len(running) >= workers:
            yield _next_done(running)
        running[_child(job)] = what
    while running:
        yield _next_done(running)


def _next_done(running: dict[int, Any]) -> tuple[Any, bool]:
    child, status = os.wait()
    return running.pop(child), status == 0


def _child(job: Callable[[], int]) -> int:
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        nothing = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(nothing, standard)
        resource.setrlimit(resource.RLIMIT_AS, (LARGEST, LARGEST))
        code = job()
    finally:
        os._exit(code)
