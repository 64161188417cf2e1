"""A child process that writes as fast as it can, killed at random moments."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.store.kills import lost_games

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL"),
]


def run_kills(what: str, count: int) -> str:
    # In a process of its own, since it forks and must have no threads.
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.kills", what, str(count)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_confirmed_entry_survives_kills() -> None:
    output = run_kills("games", 40)
    found = re.fullmatch(r"40 kills while playing, with (\d+) reports .*: lost 0\n", output)
    assert found, output
    assert int(found[1]) > 80


def test_import_killed_at_any_moment_is_completed_by_a_second_one() -> None:
    output = run_kills("import", 10)
    found = re.fullmatch(r"10 kills while importing, (\d+) of them before .*: lost 0\n", output)
    assert found, output
    assert int(found[1]) > 0


def test_lost_games_and_damaged_files_are_counted(tmp_path: Path) -> None:
    reports = [f"saved {'0' * 32} 3", f"finished {'1' * 32}"]
    assert len(lost_games(tmp_path / "data", reports, set())) == 2
    (tmp_path / "data" / "settings.json").write_text("{")
    assert len(lost_games(tmp_path / "data", ["open"], set())) >= 1


@pytest.mark.soak
@pytest.mark.parametrize(("what", "count"), [("games", 3000), ("import", 300)])
def test_nothing_is_lost_by_thousands_of_kills(what: str, count: int) -> None:
    assert run_kills(what, count).endswith(": lost 0\n")
