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


def run(what: str, count: int) -> str:
    # A process of its own, because it forks and must have no threads.
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.kills", what, str(count)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_entry_reported_as_saved_survives_a_hundred_kills() -> None:
    told = run("games", 100)
    found = re.fullmatch(r"100 kills while playing, with (\d+) reports .*: lost 0\n", told)
    assert found, told
    assert int(found[1]) > 200


def test_an_import_killed_at_any_moment_is_all_or_nothing() -> None:
    told = run("import", 25)
    found = re.fullmatch(r"25 kills while importing, which came in (\d+) times .*: lost 0\n", told)
    assert found, told
    assert int(found[1]) > 0


def test_what_is_lost_is_counted(tmp_path: Path) -> None:
    reports = [f"saved {'0' * 32} 3", f"finished {'1' * 32}"]
    assert len(lost_games(tmp_path / "kept", reports, set())) == 2
    (tmp_path / "kept" / "settings.json").write_text("{")
    assert len(lost_games(tmp_path / "kept", ["open"], set())) >= 1
