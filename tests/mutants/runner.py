"""Runs the tests of the rules on mutated modules, each mutation in a forked process.

The parent process has imported pytest but none of the rules, so a child imports the mutated module.
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

from tests.mutants.mutations import Mutation, instrumented_tree, modules, mutated_tree, source

TESTS = ("tests/rules", "--ignore=tests/rules/test_scorer.py")
"""The tests of the rules, except those that start a process, which would not see the mutation."""
PYTEST_OPTIONS = (
    "-qx",
    "-m",
    "not soak",
    "--capture=sys",
    "-p",
    "no:cacheprovider",
    "-o",
    "addopts=",
)
MAX_EXAMPLES = 5
"""Examples of each property test, so that a surviving mutation does not take minutes."""
SETTINGS_ATTRIBUTE = "_hypothesis_internal_use_settings"
"""The attribute in which hypothesis stores the settings of a test."""
MAX_MEMORY = 3 * 1024**3
"""Memory limit of a child in bytes: a mutation can make a search endless."""
MAX_SECONDS = 5.0
"""CPU seconds of a test with a mutation, plus the same multiple of its time without."""

Function = tuple[str, int]
"""A function of the rules: its module and first line."""


@dataclass
class Coverage:
    """The functions that each test calls, and its duration, measured without a mutation."""

    calls: dict[str, set[Function]] = field(default_factory=dict)
    """The functions each test calls."""
    at_import: set[Function] = field(default_factory=set)
    """The functions called before the first test."""
    seconds: dict[str, float] = field(default_factory=dict)
    """CPU seconds of each test."""

    def tests_of(self, mutation: Mutation) -> list[list[str]]:
        """The tests that reach a mutation: those named after its module, then the others."""
        function = mutation.module, mutation.function
        anywhere = not mutation.function or function in self.at_import
        tests = [
            test for test, functions in self.calls.items() if anywhere or function in functions
        ]
        tests.sort(key=lambda test: self.seconds[test])
        subject = f"test_{mutation.module.partition('_')[0]}"
        named = [test for test in tests if subject in test.partition("::")[0]]
        others = [test for test in tests if subject not in test.partition("::")[0]]
        return [some for some in (named, others) if some]


called: set[Function] = set()
"""The functions called since the set was cleared."""


class _CoveragePlugin:
    """A pytest plugin that records the coverage of each test."""

    def __init__(self, coverage: Coverage) -> None:
        self._coverage = coverage

    def pytest_collection_finish(self) -> None:
        self._coverage.at_import |= called

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        called.clear()
        began = process_time()
        result = yield
        self._coverage.seconds[item.nodeid] = process_time() - began
        self._coverage.calls[item.nodeid] = set(called)
        return result


def measure_coverage(file: Path) -> Coverage:
    """Run every test without a mutation and record the functions it calls."""

    def run_instrumented() -> int:
        coverage = Coverage()
        trees = {module: instrumented_tree(module, __name__) for module in modules()}
        sys.meta_path.insert(0, _Finder(trees))
        code = _pytest(TESTS, _CoveragePlugin(coverage))
        file.write_bytes(pickle.dumps(coverage))
        return code

    for _, passed in in_children([("", run_instrumented)], 1):
        if not passed:
            sys.exit("The tests fail without any mutation.")
    coverage = pickle.loads(file.read_bytes())
    assert isinstance(coverage, Coverage)
    return coverage


def survives(mutation: Mutation, coverage: Coverage) -> Callable[[], int]:
    """The job of a child process: it returns 0 if the mutation survives the tests."""

    def run() -> int:
        sys.meta_path.insert(0, _Finder({mutation.module: mutated_tree(mutation)}))
        time_limit = _TimeLimit(coverage.seconds)
        for tests in coverage.tests_of(mutation):
            code = _pytest(tests, time_limit)
            if code == pytest.ExitCode.USAGE_ERROR:
                # The mutation changes the names of parametrized tests: run all tests.
                return _pytest(TESTS, time_limit)
            if code:
                return code
        return 0

    return run


class _Finder(MetaPathFinder):
    """Imports modules of the rules from syntax trees instead of files."""

    def __init__(self, trees: Mapping[str, ast.Module]) -> None:
        self._trees = {f"companion.rules.{module}": tree for module, tree in trees.items()}

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        tree = self._trees.get(name)
        return None if tree is None else spec_from_loader(name, _Loader(name, tree))


class _Loader(SourceFileLoader):
    def __init__(self, name: str, tree: ast.Module) -> None:
        super().__init__(name, str(source(name.rpartition(".")[2])))
        self._tree = tree

    def get_code(self, _: str) -> CodeType:
        return compile(self._tree, self.path, "exec")


class _TimeLimit:
    """A pytest plugin that ends the process when a test exceeds its time limit."""

    def __init__(self, seconds: Mapping[str, float]) -> None:
        self._seconds = seconds

    def pytest_sessionstart(self) -> None:
        self._set_limit(10 * MAX_SECONDS)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        self._set_limit(MAX_SECONDS * (1 + self._seconds.get(item.nodeid, 0)))

    def _set_limit(self, seconds: float) -> None:
        # CPU time, because elapsed time depends on the load of the machine.
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
    return int(pytest.main([*PYTEST_OPTIONS, *tests], plugins=[_FewExamples(), plugin]))


class _FewExamples:
    """A pytest plugin that limits the number of examples of property tests."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for test in {getattr(item, "obj", None) for item in items}:
            asked = getattr(test, SETTINGS_ATTRIBUTE, None)
            if asked is not None:
                few = min(asked.max_examples, MAX_EXAMPLES)
                setattr(test, SETTINGS_ATTRIBUTE, hypothesis.settings(asked, max_examples=few))


def in_children(
    jobs: Iterable[tuple[Any, Callable[[], int]]], workers: int
) -> Iterator[tuple[Any, bool]]:
    """Run jobs in parallel child processes; yields each job's key and whether it returned 0."""
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
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
        code = job()
    finally:
        os._exit(code)
