"""The environment of a process that shares no settings with the tests."""

from __future__ import annotations

import os
from pathlib import Path


def alone(home: Path, **more: str) -> dict[str, str]:
    """Environment variables with an own data folder, off-screen, without Kivy settings."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("KIVY_")}
    return own | {
        "RAILKEEPER_FOLDER": str(home / "games"),
        "KIVY_HOME": str(home),
        "KIVY_NO_FILELOG": "1",
        "SDL_VIDEODRIVER": "offscreen",
        **more,
    }
