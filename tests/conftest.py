"""For all tests: no example fails for being slow, and the longest files come first.

Who has done with one file takes a shorter one, and all end together.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("untimed")

LONGEST = (
    "tests/ui/test_layout.py",
    "tests/ui/test_languages.py",
    "tests/ui/test_whole_games.py",
    "tests/ui/test_monkey.py",
    "tests/packaging/",
    "tests/store/",
    "tests/ui/",
)
"""How their paths begin, the longest of all first."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort files by how long they take; within a file the order stays."""
    items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    ranks = (rank for rank, start in enumerate(LONGEST) if item.nodeid.startswith(start))
    return next(ranks, len(LONGEST))
