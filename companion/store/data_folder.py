"""Where the data folder is on a desktop."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def desktop_folder() -> Path:
    """The usual folder for application data, or the one in `RAILKEEPER_FOLDER`."""
    named = os.environ.get("RAILKEEPER_FOLDER")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", Path.home())) / "Railkeeper"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Railkeeper"
    share = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(share) / "railkeeper"
