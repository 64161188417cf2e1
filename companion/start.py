"""What `railkeeper` and main.py do: open the app, or with words after it run the scorer."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from companion.ui.app import RailkeeperApp


def start() -> int:
    """Return the exit code."""
    if sys.argv[1:]:
        from companion.__main__ import main

        return main(program="railkeeper")
    made().run()
    return 0


def made(folder: Path | None = None) -> RailkeeperApp:
    """The app on a folder, ready to run and quick about it."""
    # While everything is being made there is nothing to throw away, but looking takes its time.
    # The app itself looks again once it is at rest.
    gc.disable()
    from companion.ui.app import RailkeeperApp

    return RailkeeperApp(folder)
