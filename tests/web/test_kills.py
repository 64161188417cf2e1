"""A sample of entries with kills of the app and of pages; `make soak` makes many more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.kills import play


@pytest.mark.slow
def test_killed_app_and_pages_enter_everything_once_and_pages_say_so(tmp_path: Path) -> None:
    counts, problems = play(tmp_path, entries=12, kills=1, seed="7")
    assert problems == []
    assert counts["entered"] > 0
    assert counts["kills of the app"] == 1
