"""Settings for all tests: no deadlines, and slow files start first to keep all workers busy."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from companion.store.store import Store

settings.register_profile(
    "untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("untimed")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store."""
    from tests.support.stores import open_store

    with open_store(tmp_path / "data") as store:
        yield store


SLOWEST_FIRST = (
    "tests/ui/test_guest_pages.py",
    "tests/ui/test_layout.py",
    "tests/ui/test_languages.py",
    "tests/ui/test_whole_games.py",
    "tests/ui/test_monkey.py",
    "tests/packaging/",
    "tests/store/",
    "tests/ui/",
)
"""Path prefixes, in the order in which their tests start."""

BROWSER_TESTS = "tests/ui/test_guest_pages.py"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the test files; the order within a file stays."""
    items.sort(key=_rank)


def pytest_collection_finish() -> None:
    """Look for garbage seldom, and not among tests and modules: it takes a tenth of the time.

    With all pages of the app, a million objects, it takes half of the time.
    """
    gc.freeze()
    gc.set_threshold(50_000, 3, 3)


def _rank(item: pytest.Item) -> int:
    ranks = (rank for rank, start in enumerate(SLOWEST_FIRST) if item.nodeid.startswith(start))
    return next(ranks, len(SLOWEST_FIRST))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """With REQUIRE_UI_TESTS set, fail if no UI test passed: some Kivy settings skip all of them."""
    is_worker = hasattr(session.config, "workerinput")
    if is_worker or not os.environ.get("REQUIRE_UI_TESTS"):
        return
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    passed = reporter.stats.get("passed", []) if reporter else []
    if reporter and not any(report.nodeid.startswith("tests/ui/") for report in passed):
        reporter.write_line("No test in tests/ui passed.")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """State how many tests ran in a browser, which may not be installed."""
    counts = {
        outcome: sum(
            report.nodeid.startswith(BROWSER_TESTS)
            for report in terminalreporter.stats.get(outcome, [])
        )
        for outcome in ("passed", "failed", "skipped")
    }
    if any(counts.values()):
        figures = ", ".join(f"{count} {outcome}" for outcome, count in counts.items())
        terminalreporter.write_line(f"Browser tests: {figures}")
