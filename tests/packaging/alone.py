"""The surroundings of a program that shares nothing with the tests but the machine."""

from __future__ import annotations

import os
from pathlib import Path


def alone(home: Path, **more: str) -> dict[str, str]:
    """An environment with a folder for everything, no screen, and none of Kivy's settings."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("KIVY_")}
    return own | {
        "RAILKEEPER_FOLDER": str(home / "games"),
        "KIVY_HOME": str(home),
        "KIVY_NO_FILELOG": "1",
        "SDL_VIDEODRIVER": "offscreen",
        **more,
    }
