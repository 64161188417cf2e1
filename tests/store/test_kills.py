"""A child process that writes as fast as it can, killed at random moments."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")


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


def test_every_entry_reported_as_saved_survives_two_hundred_kills() -> None:
    words = run("games", 200).split()
    assert words[:5] == ["200", "kills", "while", "playing:", "all"]
    assert int(words[6]) > 400


def test_an_import_killed_at_any_moment_is_all_or_nothing() -> None:
    words = run("import", 25).split()
    assert words[:4] == ["25", "kills", "while", "importing:"]
    assert int(words[7]) > 0
