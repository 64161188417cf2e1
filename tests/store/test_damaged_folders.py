"""Randomly damaged files in the data folder: undamaged data is still there."""

from __future__ import annotations

import sys

import pytest

from tests.store.crash.call_library import run_tests

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot fork"),
]


def test_damaged_folder_opens_and_can_be_used() -> None:
    (line,) = run_tests("damage", "--count", "25")
    assert line["tried"] >= 25
    assert line["wrong"] == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 20))
def test_thousands_of_damaged_folders_open_and_can_be_used(seed: int) -> None:
    (line,) = run_tests("damage", "--count", "300", "--seed", str(seed))
    assert line["wrong"] == []
