"""Says which libraries of the system Kivy needs and does not find, or installs them.

Run before the app by `make run` and `make test`, with nothing but Python.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

NEEDED = {"libEGL.so.1": "libegl1", "libGLESv2.so.2": "libgles2", "libGL.so.1": "libgl1"}
"""What is loaded while drawing, and the Debian package that has it."""
DRIVERS = "libgl1-mesa-dri"
"""What draws where there is no graphics chip."""


def missing() -> list[str]:
    """The Debian packages that are not there."""
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
    """Install what is missing where that is possible, else name the line that does it."""
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
