"""The rules and the store on every installed Python from 3.10 on."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rules.test_recorded_games import NAMES, result_table, stated
from tools.packaged import ROOT

GAME = "europe-full"


def installed_pythons() -> list[str]:
    """The Python program of every installed version, the newest one first."""
    named = (shutil.which(f"python3.{minor}") for minor in range(10, 20))
    installed = sorted(Path.home().glob(".pyenv/versions/*/bin/python"))
    pythons: dict[tuple[int, ...], str] = {}
    for program in (sys.executable, *filter(None, named), *map(str, installed)):
        done = subprocess.run(
            [program, "-c", "import sys; print(*sys.version_info[:2])"],
            capture_output=True,
            text=True,
        )
        version = tuple(map(int, done.stdout.split()))
        if version >= (3, 10):
            pythons.setdefault(version, program)
    return [pythons[version] for version in sorted(pythons, reverse=True)]


def run(python: str, *arguments: str | Path, path: Path = ROOT) -> str:
    """Run Python with the standard library, this project and `path`; returns the output."""
    done = subprocess.run(
        [python, "-S", "-B", *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(path)])},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def check_scores(python: str) -> None:
    games = [f"tests/games/{name}.json" for name in NAMES]
    answers = run(python, "-m", "companion", "score", "--json", *games).splitlines()
    assert len(answers) == len(NAMES)
    for name, answer in zip(NAMES, map(json.loads, answers), strict=True):
        assert ", ".join(answer["winners"]) == stated(name, "Winners")
        for player, row in zip(answer["players"], result_table(name), strict=True):
            parts = player["parts"]
            assert sum(parts.values()) == player["total"]
            bonuses = {f"{part}_bonus": points for part, points in parts.items()}
            length = {"longest_route": player["longest_route_spaces"]}
            found = {**bonuses, **parts, **player, **length}
            assert {column: str(found.get(column, 0)) for column in row} == row


def check_store(python: str, tinydb: Path, folder: Path) -> None:
    script = Path(__file__).with_name("keeping.py")
    printed = run(python, script, f"tests/games/{GAME}.json", folder, path=tinydb)
    assert printed.splitlines() == [f"{row['name']} {row['total']}" for row in result_table(GAME)]


def test_rules_and_store_work_on_the_newest_python(tinydb: Path, tmp_path: Path) -> None:
    newest = installed_pythons()[0]
    check_scores(newest)
    check_store(newest, tinydb, tmp_path / "kept")


@pytest.mark.soak
def test_rules_and_store_work_on_the_other_pythons(tinydb: Path, tmp_path: Path) -> None:
    for number, python in enumerate(installed_pythons()[1:]):
        check_scores(python)
        check_store(python, tinydb, tmp_path / str(number))
