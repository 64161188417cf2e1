"""`pip install .` installs one command for the app and the scorer."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from threading import Timer
from zipfile import ZipFile

import pytest

from companion import __version__
from companion.rules.boards import bundled_boards
from companion.rules.final_tally import tally
from companion.rules.record import read_record
from tests.packaging.alone import alone
from tools.packaged import ROOT

pytestmark = pytest.mark.soak


def run(command: Path, *arguments: str | Path, folder: Path) -> str:
    return subprocess.check_output([command, *arguments], cwd=folder, text=True, encoding="utf-8")


def test_scorer_works_in_any_folder(installed: Path, tmp_path: Path) -> None:
    printed = run(installed, "boards", folder=tmp_path)
    boards = [line for line in printed.splitlines() if not line.startswith(" ")]
    assert [line.split(":")[0] for line in boards] == sorted(bundled_boards())
    assert sum(line.startswith(" ") for line in printed.splitlines()) == 9, "ticket variants"


def test_scorer_help_names_the_command(installed: Path, tmp_path: Path) -> None:
    assert run(installed, "--help", folder=tmp_path).startswith("usage: railkeeper ")


def test_command_without_arguments_opens_the_app(installed: Path, tmp_path: Path) -> None:
    command = subprocess.Popen(
        [installed], cwd=tmp_path, env=alone(tmp_path), stderr=subprocess.PIPE, text=True
    )
    patience = Timer(60, command.kill)
    patience.start()
    with command as app:
        output = iter(app.stderr or ())
        assert any("Start application main loop" in line for line in output)
        assert (tmp_path / "games").is_dir()
        app.kill()
    patience.cancel()


def test_installed_app_plays_a_recorded_game(installed: Path, tmp_path: Path) -> None:
    game = ROOT / "tests" / "games" / "europe-full.json"
    # In an empty folder, with a copy of the script: nothing of the checkout is found.
    script = shutil.copy(Path(__file__).with_name("whole_game.py"), tmp_path)
    done = subprocess.run(
        [installed.with_name("python"), script, game],
        cwd=tmp_path,
        env=alone(tmp_path),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=180,
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout.splitlines()[-1])
    players = tally(read_record(game.read_text("utf-8"), bundled_boards()).game.state).players
    assert answer["totals"] == {player.name: player.total for player in players}
    assert answer["history"] == 1


def test_wheel_contains_only_the_package(installed: Path) -> None:
    (wheel,) = installed.parents[2].glob("*.whl")
    with ZipFile(wheel) as files:
        names = files.namelist()
    folders = {name.split("/")[0] for name in names}
    info = f"railkeeper-{__version__}"
    assert folders == {"companion", f"{info}.dist-info", f"{info}.data"}
    assert [name for name in names if "tests" in name or "test_" in name] == []


def test_linux_desktop_finds_the_installed_app(installed: Path) -> None:
    share = installed.parents[1] / "share"
    files = {path.relative_to(share).as_posix() for path in share.rglob("*railkeeper*")}
    assert files == {
        "applications/org.railkeeper.railkeeper.desktop",
        "icons/hicolor/192x192/apps/org.railkeeper.railkeeper.png",
        "metainfo/org.railkeeper.railkeeper.metainfo.xml",
    }


def test_all_packages_and_data_are_installed(installed: Path) -> None:
    checkout = installed.parents[2] / "checkout"
    (package,) = installed.parents[1].glob("**/site-packages/companion")
    inside = {path.relative_to(package) for path in package.rglob("*") if path.is_file()}
    for source in (checkout / "companion").rglob("*.py"):
        assert source.relative_to(checkout / "companion") in inside
    for folder, ending in (
        ("kv", "kv"),
        ("data/maps", "json"),
        ("data/drawing", "json"),
        ("data/locales", "mo"),
    ):
        for source in (checkout / folder).rglob(f"*.{ending}"):
            assert source.relative_to(checkout) in inside
