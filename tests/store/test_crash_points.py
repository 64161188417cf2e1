"""Every kind of operation, killed at its calls and refused at them: done, or not done."""

from __future__ import annotations

from typing import Any

import pytest

from tests.store.crash.preload import asked, compiler
from tests.store.crash.scenarios import SCENARIOS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(compiler() is None, reason="crash points need Linux and a compiler of C"),
]


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    """What came of some crash points of each scenario; `make soak` tries them all."""
    return {line["name"]: line for line in asked("points", "--each", "5")}


@pytest.mark.parametrize("name", SCENARIOS)
def test_an_operation_that_is_stopped_is_done_or_not_done(found: dict[str, Any], name: str) -> None:
    assert found[name]["wrong"] == []
    assert found[name]["tried"] == 5


def test_a_careless_write_is_found_out() -> None:
    (line,) = asked("points", "careless")
    assert any("killed halfway call 2" in wrong for wrong in line["wrong"])
