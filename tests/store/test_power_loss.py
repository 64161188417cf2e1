"""The power goes in the middle of every kind of operation: what was confirmed is there after it."""

from __future__ import annotations

import pytest

from tests.store.crash.preload import asked, compiler

pytestmark = pytest.mark.skipif(
    compiler() is None, reason="noting what a process does needs Linux and a compiler of C"
)

HOLDING = ("first start", "open", "first formats", "save", "learn", "correct board", "discard")


@pytest.fixture(scope="module")
def found() -> dict[str, list[str]]:
    """By scenario, what is wrong in some states of the disk; `make soak` looks at them all."""
    return {line["name"]: line["wrong"] for line in asked("power", "--each", "12", *HOLDING)}


@pytest.mark.parametrize("name", HOLDING)
def test_whatever_was_not_synced_nothing_confirmed_is_lost(
    found: dict[str, list[str]], name: str
) -> None:
    assert found[name] == []


def test_a_careless_write_is_found_out() -> None:
    (line,) = asked("power", "careless")
    assert any("lost outside/notes.txt" in wrong for wrong in line["wrong"])
    assert any("not whole outside/notes.txt" in wrong for wrong in line["wrong"])
