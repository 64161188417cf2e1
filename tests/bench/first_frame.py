"""Opens an app, ours on a folder or an empty one, and leaves with its first frame.

Prints when that was, on the system's clock, and how much memory the process had in MB.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path


def main() -> None:
    if sys.argv[1:]:
        from companion.start import made

        app = made(Path(sys.argv[1]))
    else:
        from kivy.app import App

        app = App()
    app.bind(on_start=_watch)
    app.run()


def _watch(_: object) -> None:
    from kivy.core.window import Window

    Window.bind(on_flip=_leave)


def _leave(_: object) -> None:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    print(time.monotonic(), pages * os.sysconf("SC_PAGE_SIZE") / 2**20, flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
