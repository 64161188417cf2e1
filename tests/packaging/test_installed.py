"""`pip install .` installs one command for the app and the scorer."""

from __future__ import annotations

import subprocess
from pathlib import Path
from threading import Timer

import pytest

from companion.rules.boards import bundled_boards
from tests.packaging.alone import alone

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
