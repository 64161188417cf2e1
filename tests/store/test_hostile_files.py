"""Files in the folder spoiled by chance: refused at worst, and whatever is good is still there."""

from __future__ import annotations

import sys

import pytest

from tests.store.crash.preload import asked

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot fork"),
]


@pytest.mark.parametrize("seed", range(2))
def test_a_spoiled_folder_opens_and_can_be_used(seed: int) -> None:
    (line,) = asked("hostile", "--count", "30", "--seed", str(seed))
    assert line["tried"] >= 30
    assert line["wrong"] == []
