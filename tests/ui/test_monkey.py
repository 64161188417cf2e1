"""The monkey test with few steps; `make soak` runs thousands."""

from __future__ import annotations

from pathlib import Path

import pytest

STEPS = 70


def test_random_input_breaks_no_invariant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.ui.monkey.monkey import Monkey

    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path))
    monkey = Monkey(tmp_path, "1")
    monkey.run(STEPS)
    assert monkey.steps == STEPS


def test_violation_is_reported_with_seed_and_last_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.support.stores import IN_PROGRESS_FILES
    from tests.support.table import start_game
    from tests.ui.monkey.monkey import Monkey, Violation

    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path))
    monkey = Monkey(tmp_path, "7")
    start_game(monkey.phone, "usa", 2)
    (record,) = monkey.phone.folder.glob(IN_PROGRESS_FILES)
    record.unlink()
    with pytest.raises(Violation, match=r"seed 7, step 1, [\s\S]*cannot be read"):
        monkey.run(3)
    monkey.phone.close()
