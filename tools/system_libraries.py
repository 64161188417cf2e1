"""Finds missing system packages that Kivy and the browser tests need, and installs them if it can.

`make` runs it before it creates .venv, so it uses the standard library only.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

NEEDED = {"libEGL.so.1": "libegl1", "libGLESv2.so.2": "libgles2", "libGL.so.1": "libgl1"}
"""Libraries that Kivy loads for rendering, and their Debian packages."""
DRIVERS = "libgl1-mesa-dri"
"""The Debian package of the software renderer."""

BROWSER = {
    ("chromium", "google-chrome"): "chromium",
    ("chromedriver",): "chromium-driver",
}
"""Programs for the tests of the guests' page, of which one is enough, and their Debian packages."""
ENGINES = {
    ("firefox-esr", "firefox"): "firefox-esr",
    ("WebKitWebDriver",): "webkit2gtk-driver",
    ("Xvfb",): "xvfb",
}
"""The same for the tests of this page in other engines, which only `make soak` runs."""


def missing() -> list[str]:
    """The Debian packages whose libraries are missing."""
    packages = [package for library, package in NEEDED.items() if not _loads(library)]
    drivers = Path("/usr/lib").glob("*/dri/*_dri.so"), Path("/usr/lib64/dri").glob("*_dri.so")
    gallium = Path("/usr/lib").glob("*/libgallium-*.so")
    if not any(found for place in (*drivers, gallium) for found in place):
        packages.append(DRIVERS)
    return packages


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def missing_programs(packages: Mapping[tuple[str, ...], str]) -> list[str]:
    """The Debian packages of missing programs."""
    return [
        package for programs, package in packages.items() if not any(map(shutil.which, programs))
    ]


def main() -> int:
    """Install missing packages as root on Debian; otherwise print the command to run.

    The app does not need a browser, so a missing one is no error. With the argument `engines`,
    Firefox and WebKit are looked for, too.
    """
    if sys.platform != "linux":
        return 0
    needed = missing()
    browser = missing_programs(BROWSER | ENGINES if "engines" in sys.argv[1:] else BROWSER)
    if not needed and not browser:
        return 0
    if os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "--quiet"], check=False)
        code = _install(needed, "what Kivy draws with")
        _install(browser, "browsers for the tests of the guests' page")
        return code
    if browser:
        print(
            f"Tests of the guests' page will be skipped: {', '.join(browser)} not found."
            f" To install what they need, run:\n\n  {command_for(browser)}\n"
        )
    if needed:
        print(
            f"Kivy draws with libraries that are not here. Please run:\n\n  {command_for(needed)}\n"
        )
    return 1 if needed else 0


def command_for(packages: list[str]) -> str:
    """The command with which a user installs packages."""
    return " ".join(["sudo", *_command(packages)])


def _command(packages: list[str]) -> list[str]:
    return ["apt-get", "install", "--yes", "--no-install-recommends", *packages]


def _install(packages: list[str], purpose: str) -> int:
    if not packages:
        return 0
    print(f"Installing {purpose}: {' '.join(packages)}")
    return subprocess.run(_command(packages), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
