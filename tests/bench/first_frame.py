"""Starts Railkeeper on a folder, or an empty Kivy app, and exits after the first frame.

Prints the monotonic time of the frame, the CPU seconds until then, and the memory in MB. With
`--stay` it exits a few seconds later, when all board thumbnails are drawn.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

STAY = 3.0


def main() -> None:
    folders = [each for each in sys.argv[1:] if each != "--stay"]
    if folders:
        from companion.start import create_app

        app = create_app(Path(folders[0]))
    else:
        from kivy.app import App

        app = App()
    app.bind(on_start=_watch)
    app.run()


def _watch(_: object) -> None:
    from kivy.clock import Clock
    from kivy.core.window import Window

    if "--stay" in sys.argv:
        Clock.schedule_once(_leave, STAY)
    else:
        Window.bind(on_flip=_leave)


def _leave(_: object) -> None:
    from kivy.app import App

    now = time.monotonic(), time.process_time()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    print(*now, pages * os.sysconf("SC_PAGE_SIZE") / 2**20, flush=True)
    context = getattr(App.get_running_app(), "context", None)
    if context is not None:
        # After two failed starts, the app would show the plain home page.
        context.store.failed_starts.succeed()
    os._exit(0)


if __name__ == "__main__":
    main()
