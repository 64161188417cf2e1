"""Every kind of operation, killed at its calls and refused at them: done, or not done."""

from __future__ import annotations

import pytest

from tests.store.crash.preload import asked, compiler

pytestmark = pytest.mark.skipif(
    compiler() is None, reason="crash points need Linux and a compiler of C"
)

HOLDING = ("first start", "open", "first formats")


@pytest.fixture(scope="module")
def found() -> dict[str, list[str]]:
    """By scenario, what is wrong after some of its crash points; `make soak` tries them all."""
    lines = asked("points", "--each", "8", *HOLDING)
    assert all(line["tried"] == 8 for line in lines)
    return {line["name"]: line["wrong"] for line in lines}


@pytest.mark.parametrize("name", HOLDING)
def test_an_operation_that_is_stopped_is_done_or_not_done(
    found: dict[str, list[str]], name: str
) -> None:
    assert found[name] == []


def test_a_careless_write_is_found_out() -> None:
    (line,) = asked("points", "careless")
    assert any("killed halfway call 2" in wrong for wrong in line["wrong"])
