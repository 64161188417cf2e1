"""Starts the app, or the command line if there are arguments."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from companion.ui.app import RailkeeperApp


def start() -> int:
    """Run the app or the command line and return the exit code."""
    if sys.argv[1:]:
        from companion.__main__ import main

        return main(program="railkeeper")
    create_app().run()
    return 0


def create_app(folder: Path | None = None) -> RailkeeperApp:
    """Create the app for a data folder, with the garbage collector disabled.

    Collecting during the start frees nothing and takes a quarter of the time to the first frame.
    The app enables it again in `on_start`.
    """
    gc.disable()
    from companion.ui.app import RailkeeperApp

    return RailkeeperApp(folder)
