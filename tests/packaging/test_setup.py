"""`make` creates .venv with a suitable Python.

The Pythons on the path are fake programs that report a version and record their arguments.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.building import program
from tools.packaged import ROOT

pytestmark = pytest.mark.skipif(
    shutil.which("make") is None or sys.platform == "win32", reason="there is no make here"
)

TOOLS = ("sh", "mkdir", "cp", "touch", "sed", "uname")
"""The programs that make recipes call besides Python."""

AS_VERSION = """
import sys
sys.version_info = ({version}, 0, "final", 0)
exec(sys.argv[1])
"""


class Machine:
    """A machine with some Pythons and a copy of the project."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "path"
        self.project = folder / "project"
        (self.project / "tools").mkdir(parents=True)
        for name in ("Makefile", "pyproject.toml", "tools/python.sh"):
            shutil.copy(ROOT / name, self.project / name)
        (self.project / "tools" / "system_libraries.py").touch()
        self.path.mkdir()
        for tool in TOOLS:
            (self.path / tool).symlink_to(str(shutil.which(tool)))

    def has(self, name: str, version: str, *, fetches: str = "") -> None:
        """Add a Python to the path; with `fetches`, it can download that other version."""
        as_version = self.path / f"as-{version}.py"
        as_version.write_text(AS_VERSION.format(version=version.replace(".", ", ")), "utf-8")
        uv = self.path / f"uv-{version}"
        program(
            uv,
            f'mkdir -p "$UV_PYTHON_INSTALL_DIR/cpython/bin"; cp {fetches} '
            '"$UV_PYTHON_INSTALL_DIR/cpython/bin/python3.13"'
            if fetches
            else "exit 2",
        )
        inside = self.path / f"inside-{version}"
        program(
            inside, f'case "$*" in *" uv=="*) cp {uv} "${{0%python}}uv" ;; esac\necho "$@" >> made'
        )
        program(
            self.path / name,
            f"""case "$1" in
-c) exec {sys.executable} {as_version} "$2" ;;
-m) echo "{version} $*" >> made; mkdir -p "$3/bin"; cp {inside} "$3/bin/python" ;;
esac""",
        )

    def sets_up(self, *named: str) -> list[str]:
        """Run make and return the commands that the Pythons recorded."""
        done = subprocess.run(
            [str(shutil.which("make")), ".venv/.ready", *named],
            cwd=self.project,
            env={"PATH": str(self.path), "HOME": os.devnull},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
        )
        self.messages = done.stderr
        made = self.project / "made"
        return made.read_text(encoding="utf-8").splitlines() if made.exists() else []


INSTALLED = "-m pip install --quiet --disable-pip-version-check --editable .[dev]"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_newest_suitable_python_is_used(machine: Machine) -> None:
    machine.has("python3", "3.14")
    machine.has("python3.14", "3.14")
    machine.has("python3.11", "3.11")
    machine.has("python3.12", "3.12")
    assert machine.sets_up() == ["3.12 -m venv .venv", INSTALLED]
    assert machine.messages == ""


def test_python3_is_used_if_suitable(machine: Machine) -> None:
    machine.has("python3", "3.10")
    assert machine.sets_up() == ["3.10 -m venv .venv", INSTALLED]


def test_python_is_downloaded_if_all_are_too_new(machine: Machine) -> None:
    machine.has("fetched", "3.13")
    machine.has("python3", "3.14", fetches=str(machine.path / "fetched"))
    (machine.path / "python3.14").symlink_to(machine.path / "python3")
    assert machine.sets_up() == [
        "3.14 -m venv .venv/uv",
        "-m pip install --quiet uv==0.13.7",
        "3.13 -m venv .venv",
        INSTALLED,
    ]
    assert machine.messages == "No Python from 3.10 to 3.13 is here: fetching one into .venv …\n"


def test_python_is_downloaded_if_all_are_too_old(machine: Machine) -> None:
    machine.has("fetched", "3.13")
    machine.has("python3", "3.9", fetches=str(machine.path / "fetched"))
    assert machine.sets_up()[-2:] == ["3.13 -m venv .venv", INSTALLED]


@pytest.mark.parametrize("version", ["3.14", "3.9", None])
def test_failed_download_prints_what_to_install(machine: Machine, version: str | None) -> None:
    if version is not None:
        machine.has("python3", version)
    assert INSTALLED not in machine.sets_up()
    _, sentence, *rest = machine.messages.splitlines()
    assert sentence.startswith("Please install Python 3.10, 3.11, 3.12 or 3.13 with its venv")
    assert [line for line in rest if not line.startswith("make: ***")] == []


def test_given_python_is_used_or_refused(machine: Machine) -> None:
    machine.has("python3", "3.13")
    machine.has("python3.11", "3.11")
    machine.has("python3.9", "3.9")
    assert machine.sets_up("PYTHON=python3.9") == []
    assert "and python3.9 is none." in machine.messages
    assert machine.sets_up("PYTHON=python3.11") == ["3.11 -m venv .venv", INSTALLED]


def test_package_metadata_names_supported_pythons() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'requires-python = ">=3.10,<3.14"' in project
