"""Missing system packages are installed or named."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from tools import system_libraries

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="packages of Debian")


@pytest.fixture(autouse=True)
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """A machine with apt-get and without a browser; the commands that were run."""
    run: list[list[str]] = []

    def record(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        run.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(sys, "argv", ["system_libraries.py"])
    monkeypatch.setattr(subprocess, "run", record)
    monkeypatch.setattr(shutil, "which", lambda name: name if name == "apt-get" else None)
    monkeypatch.setattr(system_libraries, "missing", list)
    return run


def test_root_installs_the_browser(
    monkeypatch: pytest.MonkeyPatch, commands: list[list[str]]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert system_libraries.main() == 0
    assert commands[-1][-2:] == ["chromium", "chromium-driver"]


def test_engines_are_installed_for_the_tests_that_need_them(
    monkeypatch: pytest.MonkeyPatch, commands: list[list[str]]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(sys, "argv", ["system_libraries.py", "engines"])
    assert system_libraries.main() == 0
    assert commands[-1][-3:] == ["firefox-esr", "webkit2gtk-driver", "xvfb"]


def test_missing_engine_is_named_with_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(sys, "argv", ["system_libraries.py", "engines"])
    found = ("chromium", "chromedriver", "firefox", "Xvfb")
    monkeypatch.setattr(shutil, "which", lambda name: name if name in found else None)
    assert system_libraries.main() == 0
    said = capsys.readouterr().out
    assert "webkit2gtk-driver not found" in said
    assert said.endswith("install --yes --no-install-recommends webkit2gtk-driver\n\n")


def test_others_read_that_browser_tests_are_skipped(
    monkeypatch: pytest.MonkeyPatch, commands: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert system_libraries.main() == 0
    assert commands == []
    assert "will be skipped" in capsys.readouterr().out


def test_missing_libraries_of_kivy_stop_the_setup(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(system_libraries, "missing", lambda: ["libegl1"])
    assert system_libraries.main() == 1
    assert "libegl1" in capsys.readouterr().out


def test_google_chrome_is_a_browser_too(monkeypatch: pytest.MonkeyPatch) -> None:
    found = ("google-chrome", "chromedriver")
    monkeypatch.setattr(shutil, "which", lambda name: name if name in found else None)
    assert system_libraries.missing_programs(system_libraries.BROWSER) == []
