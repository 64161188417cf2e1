"""Finds missing system packages that Kivy and the browser tests need, and installs them if it can.

`make` runs it before it creates .venv, so it uses the standard library only.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
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


def missing_browser() -> list[str]:
    """The Debian packages of a missing browser or its driver."""
    return [
        package for programs, package in BROWSER.items() if not any(map(shutil.which, programs))
    ]


def main() -> int:
    """Install missing packages as root on Debian; otherwise print the command to run.

    The app does not need a browser, so a missing one is no error.
    """
    if sys.platform != "linux":
        return 0
    needed, browser = missing(), missing_browser()
    if not needed and not browser:
        return 0
    if os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "--quiet"], check=False)
        code = _install(needed, "what Kivy draws with")
        _install(browser, "a browser for the tests of the guests' page")
        return code
    if browser:
        print(
            "The tests of the guests' page will be skipped: they need Chromium and its driver."
            f" To install them, run:\n\n  sudo {' '.join(_command(browser))}\n"
        )
    if needed:
        print(
            "Kivy draws with libraries that are not here. Please run:"
            f"\n\n  sudo {' '.join(_command(needed))}\n"
        )
    return 1 if needed else 0


def _command(packages: list[str]) -> list[str]:
    return ["apt-get", "install", "--yes", "--no-install-recommends", *packages]


def _install(packages: list[str], purpose: str) -> int:
    if not packages:
        return 0
    print(f"Installing {purpose}: {' '.join(packages)}")
    return subprocess.run(_command(packages), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
