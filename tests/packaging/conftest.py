"""Fixtures of the packaging tests."""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from importlib.metadata import PackagePath, distribution
from pathlib import Path

import pytest

from tools.packaged import ROOT, assemble, spec


def put(package: str, folder: Path) -> None:
    """Copy an installed package to a folder, like `pip install --no-deps`."""
    files: list[PackagePath] = distribution(package).files or []
    for file in files:
        if ".." not in file.parts and "__pycache__" not in file.parts:
            target = folder / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(str(file.locate()), target)


@pytest.fixture(scope="session")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with exactly the packages that the spec requires and the app needs."""
    folder = tmp_path_factory.mktemp("runtime")
    for requirement in spec().config.getlist("app", "requirements"):
        name, _, version = requirement.partition("==")
        if name not in ("python3", "six"):
            assert distribution(name).version == version
            put(name, folder)
    return folder


@pytest.fixture(scope="session")
def tinydb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with TinyDB for any Python version."""
    folder = tmp_path_factory.mktemp("tinydb")
    put("tinydb", folder)
    return folder


@pytest.fixture(scope="session")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packaged files, compiled and without source, as on a phone."""
    folder = assemble(tmp_path_factory.mktemp("phone"))
    subprocess.run([sys.executable, "-OO", "-m", "compileall", "-b", "-q", folder], check=True)
    for source in folder.rglob("*.py"):
        source.unlink()
    return folder


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory, runtime: Path) -> Path:
    """The `railkeeper` command after `pip install .` in a separate environment."""
    place = tmp_path_factory.mktemp("installed")
    source = place / "checkout"
    unwanted = shutil.ignore_patterns(".*", "build", "bin", "*.egg-info", "__pycache__", "tests")
    shutil.copytree(ROOT, source, ignore=unwanted)
    venv.create(place / "venv", with_pip=True)
    programs = place / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    quiet = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-index"]
    wheel = [sys.executable, "-m", "pip", "wheel", *quiet, "--no-build-isolation"]
    subprocess.run([*wheel, "--wheel-dir", str(place), str(source)], check=True)
    subprocess.run([programs / "pip", "install", *quiet, *place.glob("*.whl")], check=True)
    # The wheel's own requirements are not fetched again: they are here already.
    path = subprocess.check_output(
        [programs / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        text=True,
    )
    (Path(path.strip()) / "runtime.pth").write_text(f"{runtime}\n", encoding="utf-8")
    return programs / "railkeeper"
