"""The Android device on a desktop's Java, with stubs for the Android classes it uses."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
MODULES = ("system_state", "sending", "importing", "network")
PACKAGES = ("pyjnius", "python-for-android")


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our Java class and the stubs, compiled as Gradle compiles them: for Java 8."""
    try:
        subprocess.run(["javac", "-version"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("there is no Java compiler here to compile the stubs with")
    folder = tmp_path_factory.mktemp("classes")
    sources = [*(ROOT / "data/android/java").rglob("*.java"), *(HERE / "java").rglob("*.java")]
    options = ["-Xlint:all,-options", "-Werror", "--release", "8", "-d", str(folder)]
    done = subprocess.run(["javac", *options, *map(str, sources)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """The part of python-for-android's own package that needs no compiler."""
    for package in PACKAGES:
        try:
            distribution(package)
        except PackageNotFoundError:
            pytest.skip(f"{package} is not installed, so Java cannot be called")
    android = tmp_path / "packages" / "android"
    android.mkdir(parents=True)
    recipe = distribution("python-for-android").locate_file("pythonforandroid/recipes/android")
    shutil.copy(Path(str(recipe)) / "src" / "android" / "activity.py", android)
    name = "org.kivy.android.PythonActivity"
    settings = {"ACTIVITY_CLASS_NAME": name, "ACTIVITY_CLASS_NAMESPACE": name.replace(".", "/")}
    config = "".join(f"{key} = {value!r}\n" for key, value in settings.items())
    (android / "config.py").write_text(config, encoding="utf-8")
    (android / "__init__.py").touch()
    return android.parent


def test_android_device_on_every_version(classes: Path, packages: Path) -> None:
    modules = [HERE / "with_java" / f"{name}.py" for name in MODULES]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:xdist", *modules],
        cwd=ROOT,
        env=os.environ | {"CLASSPATH": str(classes), "PYTHONPATH": str(packages)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped" not in done.stdout
