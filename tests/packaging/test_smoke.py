"""The smoke test for phones, run on a fake phone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.building import program
from tools.packaged import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a stand-in is a shell script")


def tried(folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the smoke test on a fake phone in a folder."""
    (folder / "files").mkdir()
    adb = Path(__file__).with_name("adb.py")
    program(folder / "path" / "adb", f'PYTHONPATH={ROOT} exec {sys.executable} {adb} "$@"')
    path = os.pathsep.join([str(folder / "path"), os.environ["PATH"]])
    return subprocess.run(
        [sys.executable, "-m", "tests.packaging.smoke", "app.apk"],
        cwd=ROOT,
        env=os.environ | {"PATH": path, "PHONE": str(folder / "files"), "SMOKE_PAUSE": "0", **more},
        capture_output=True,
        text=True,
        timeout=100,
    )


@pytest.mark.soak
def test_smoke_test_passes_on_a_working_phone(tmp_path: Path) -> None:
    done = tried(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines() == [
        "Seen: the first page.",
        "Seen: the board.",
        "Seen: the claim, on disk.",
        "Seen: the board again.",
        "The claim is still there.",
    ]


def test_smoke_test_fails_if_a_claim_is_lost(tmp_path: Path) -> None:
    done = tried(tmp_path, FORGETFUL="1")
    assert done.returncode == 1
    assert done.stderr.strip() == "The claim was lost when the app was killed."
