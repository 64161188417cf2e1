"""Starts the app, or the command line if there are other arguments than files to import."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.ui.app import RailkeeperApp


COMMANDS = ("score", "check", "csv", "draw", "boards", "board")
"""The commands of the command line, which win over files of the same name."""
APP_ID = "org.railkeeper.railkeeper"
"""The name of the desktop entry."""


def start() -> int:
    """Run the app or the command line and return the exit code."""
    arguments = sys.argv[1:]
    if arguments and arguments[0] not in COMMANDS and all(map(_is_file, arguments)):
        # Kivy would look for its own options.
        del sys.argv[1:]
        create_app(files=[Path(name).absolute() for name in arguments]).run()
        return 0
    if arguments:
        from companion.__main__ import main

        return main(program="railkeeper")
    create_app().run()
    return 0


def _is_file(path: str) -> bool:
    return os.path.isfile(path)  # noqa: PTH113  (a path that is too long raises there)


def create_app(folder: Path | None = None, files: Sequence[Path] = ()) -> RailkeeperApp:
    """Create the app for a data folder, with the garbage collector disabled.

    Collecting during the start frees nothing and takes a quarter of the time to the first frame.
    The app enables it again in `on_start`.
    """
    gc.disable()
    # By this name a Linux desktop finds the icon of the window.
    for name in ("SDL_VIDEO_X11_WMCLASS", "SDL_VIDEO_WAYLAND_WMCLASS"):
        os.environ.setdefault(name, APP_ID)
    from companion.ui.app import RailkeeperApp

    return RailkeeperApp(folder, files=files)
