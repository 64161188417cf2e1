"""buildozer.spec as buildozer reads it."""

from __future__ import annotations

import re
import sys
from ast import literal_eval
from importlib.metadata import distribution
from pathlib import Path

import buildozer
import pytest

from companion import __version__
from tools.packaged import ROOT, spec

SPEC = spec()
APP = SPEC.config["app"]

NEEDED_BY_THE_PHONE = {"python3", f"filetype=={distribution('filetype').version}", "six==1.17.0"}
"""Requirements that are not in pyproject.toml: Python, a package that Kivy imports, and one that
python-for-android would add without a version."""
ONLY_ON_A_DESKTOP = {f"ifaddr=={distribution('ifaddr').version}"}


def option(name: str) -> list[str]:
    values: list[str] = SPEC.config.getlist("app", name, [])
    return values


def test_spec_requirements_match_pyproject() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (own,) = re.findall(r"^dependencies = (.*)$", project, flags=re.MULTILINE)
    expected = {*literal_eval(own), *NEEDED_BY_THE_PHONE} - ONLY_ON_A_DESKTOP
    assert set(option("requirements")) == expected


def test_spec_supports_android_7() -> None:
    assert (APP["android.api"], APP["android.minapi"]) == ("36", "24")
    assert option("android.archs") == ["arm64-v8a", "armeabi-v7a"]
    assert option("orientation") == ["all"]


def test_spec_needs_only_the_network_permission() -> None:
    assert option("android.permissions") == ["INTERNET"]


def test_spec_version_is_the_package_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert SPEC.get_version() == __version__


def test_python_for_android_builds_its_own_packages() -> None:
    assert APP["p4a.extra_args"] == "--skip-prebuilt"


def test_images_in_spec_exist() -> None:
    named = [name for name in APP if re.match(r"(icon|presplash)\..*filename$", name)]
    assert len(named) == 4
    for name in named:
        assert (ROOT / APP[name]).is_file(), name


def test_options_in_spec_are_known_to_buildozer() -> None:
    folder = Path(buildozer.__file__).parent
    known = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    for section in SPEC.config.sections():
        for name in SPEC.config[section]:
            assert re.search(rf"['\"]{re.escape(name)}['\"]", known), name


@pytest.mark.skipif(sys.platform == "win32", reason="buildozer has no Android target there")
def test_spec_is_for_android() -> None:
    from buildozer.targets.android import TargetAndroid

    assert TargetAndroid.targetname == "android"
    assert SPEC.package_full_name == "org.railkeeper.railkeeper"
