"""A sample of hostile requests; `make soak` sends many more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.hostile import attack

pytestmark = pytest.mark.slow


def test_hostile_requests_change_nothing_and_raise_nothing(tmp_path: Path) -> None:
    outcome = attack(tmp_path, 300, seed=7, patience=0.05)
    assert outcome.problems == []
