"""What `railkeeper` and main.py do: open the app, or with words after it run the scorer."""

from __future__ import annotations

import sys


def start() -> int:
    """Return the exit code."""
    if sys.argv[1:]:
        from companion.__main__ import main

        return main(program="railkeeper")
    from companion.ui.app import RailkeeperApp

    RailkeeperApp().run()
    return 0
