"""Fixtures of the tests of the guests' pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.guests import SharedTable, shared_table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SharedTable]:
    with shared_table(tmp_path) as made:
        yield made
