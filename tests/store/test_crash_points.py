"""Every kind of operation, killed or failing at its system calls: it is done or not done."""

from __future__ import annotations

from typing import Any

import pytest

from tests.store.crash.call_library import compiler, run_tests
from tests.store.crash.scenarios import SCENARIOS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(compiler() is None, reason="crash points need Linux and a compiler of C"),
]


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    """The findings at some crash points of each scenario; `make soak` tries all."""
    return {line["name"]: line for line in run_tests("points", "--each", "2")}


@pytest.mark.parametrize("name", SCENARIOS)
def test_interrupted_operation_is_done_or_not_done(found: dict[str, Any], name: str) -> None:
    assert found[name]["wrong"] == []
    assert found[name]["tried"] == 2


def test_write_in_place_is_found() -> None:
    (line,) = run_tests("points", "careless")
    assert any("killed halfway call 2" in wrong for wrong in line["wrong"])


@pytest.mark.soak
@pytest.mark.parametrize("name", SCENARIOS)
def test_operation_interrupted_at_any_call_is_done_or_not_done(name: str) -> None:
    (line,) = run_tests("points", name)
    assert line["wrong"] == []
    assert line["tried"] > 50
