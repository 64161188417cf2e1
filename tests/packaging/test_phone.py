"""The packaged files run in an empty folder with only their requirements."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from companion.rules.boards import bundled_boards
from companion.rules.final_tally import tally
from companion.rules.record import read_record
from tests.packaging.alone import alone
from tools.packaged import ROOT, assemble, files

GAME = ROOT / "tests" / "games" / "heart-of-africa-full.json"
ONLY_ON_A_PHONE = {
    "companion/ui/device/android.py",
}
ONLY_ON_THE_COMMAND_LINE = {
    "companion/report/export/score_sheet.py",
}


@pytest.fixture(scope="session")
def played_game(
    phone: Path, runtime: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    """The result of playing a whole game in the packaged app."""
    script = Path(__file__).with_name("whole_game.py")
    done = subprocess.run(
        [sys.executable, "-S", "-OO", script, GAME],
        cwd=phone,
        env=alone(tmp_path_factory.mktemp("home"), PYTHONPATH=str(runtime)),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def test_packaged_app_starts(phone: Path, runtime: Path, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-S", "-OO", "main.pyc"],
        cwd=phone,
        env=alone(tmp_path, PYTHONPATH=str(runtime)),
        stderr=subprocess.PIPE,
        text=True,
    ) as app:
        patience = Timer(60, app.kill)
        patience.start()
        output = iter(app.stderr or ())
        assert any("Start application main loop" in line for line in output)
        app.kill()
        patience.cancel()
    assert (tmp_path / "games").is_dir()


@pytest.mark.soak
def test_packaged_app_saves_a_whole_game(played_game: dict[str, Any]) -> None:
    record = read_record(GAME.read_text(encoding="utf-8"), bundled_boards())
    players = tally(record.game.state).players
    assert played_game["totals"] == {player.name: player.total for player in players}
    assert played_game["history"] == 1


@pytest.mark.soak
def test_packaged_app_imports_only_packaged_files(played_game: dict[str, Any]) -> None:
    assert played_game["strangers"] == []


@pytest.mark.soak
def test_every_packaged_file_is_used(played_game: dict[str, Any], tmp_path: Path) -> None:
    packaged = {path.as_posix() for path in files(assemble(tmp_path))}
    opened = {
        name.removesuffix("c") if name.endswith(".pyc") else name for name in played_game["opened"]
    }
    assert packaged - opened == ONLY_ON_A_PHONE | ONLY_ON_THE_COMMAND_LINE


def test_packaged_sizes_are_listed() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.packaged"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    *lines, total = done.stdout.splitlines()
    sizes = [int(line.split()[0].replace(",", "")) for line in lines]
    assert total.split()[0].replace(",", "") == str(sum(sizes))
    assert "main.py" in {line.split()[1] for line in lines}
