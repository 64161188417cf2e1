"""A monkey at the app, for some hundreds of steps; `make soak` lets it do thousands."""

from __future__ import annotations

from pathlib import Path

import pytest

STEPS = 100


@pytest.mark.parametrize("seed", ["1", "2"])
def test_a_monkey_breaks_loses_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: str
) -> None:
    from tests.ui.monkey.monkey import Monkey

    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path))
    monkey = Monkey(tmp_path, seed)
    monkey.go_wild(STEPS)
    assert monkey.steps == STEPS


def test_what_a_monkey_breaks_is_told_with_its_seed_and_its_last_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.support.table import start_game
    from tests.ui.monkey.monkey import Caught, Monkey

    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path))
    monkey = Monkey(tmp_path, "7")
    start_game(monkey.phone, "usa", 2)
    (record,) = (monkey.phone.folder / "in_progress").glob("*.json")
    record.unlink()
    with pytest.raises(Caught, match=r"seed 7, step 1, [\s\S]*cannot be read"):
        monkey.go_wild(3)
    monkey.phone.close()
