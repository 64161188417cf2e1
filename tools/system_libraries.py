"""Finds missing system libraries that Kivy needs, and installs them if it can.

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


def main() -> int:
    """Install missing packages as root on Debian; otherwise print the command to run."""
    if sys.platform != "linux":
        return 0
    packages = missing()
    if not packages:
        return 0
    line = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"Installing what Kivy draws with: {' '.join(packages)}")
        subprocess.run(["apt-get", "update", "--quiet"], check=False)
        return subprocess.run(line, check=False).returncode
    print(f"Kivy draws with libraries that are not here. Please run:\n\n  sudo {' '.join(line)}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
