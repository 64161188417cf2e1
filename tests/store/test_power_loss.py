"""A power loss during every kind of operation loses nothing that was confirmed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.store.crash.call_library import compiler, run_tests
from tests.store.crash.scenarios import SCENARIOS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        compiler() is None, reason="noting what a process does needs Linux and a compiler of C"
    ),
]


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    """The findings in some states of the disk for each scenario; `make soak` tries all."""
    return {line["name"]: line for line in run_tests("power", "--each", "2")}


@pytest.mark.parametrize("name", SCENARIOS)
def test_confirmed_data_survives_a_power_loss(found: dict[str, Any], name: str) -> None:
    assert found[name]["wrong"] == []
    assert found[name]["tried"] > 0


def test_write_without_fsync_is_found() -> None:
    (line,) = run_tests("power", "careless")
    assert any("lost outside/notes.txt" in wrong for wrong in line["wrong"])
    assert any("not whole outside/notes.txt" in wrong for wrong in line["wrong"])


@pytest.mark.soak
@pytest.mark.parametrize("name", SCENARIOS)
def test_confirmed_data_survives_a_power_loss_at_any_moment(name: str) -> None:
    (line,) = run_tests("power", name)
    assert line["wrong"] == []
