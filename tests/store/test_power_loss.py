"""The power goes in the middle of every kind of operation: what was confirmed is there after it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.store.crash.preload import asked, compiler
from tests.store.crash.scenarios import SCENARIOS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        compiler() is None, reason="noting what a process does needs Linux and a compiler of C"
    ),
]


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    """What came of some states of the disk, for each scenario; `make soak` looks at them all."""
    return {line["name"]: line for line in asked("power", "--each", "6")}


@pytest.mark.parametrize("name", SCENARIOS)
def test_whatever_was_not_synced_nothing_confirmed_is_lost(
    found: dict[str, Any], name: str
) -> None:
    assert found[name]["wrong"] == []
    assert found[name]["tried"] > 0


def test_a_careless_write_is_found_out() -> None:
    (line,) = asked("power", "careless")
    assert any("lost outside/notes.txt" in wrong for wrong in line["wrong"])
    assert any("not whole outside/notes.txt" in wrong for wrong in line["wrong"])
