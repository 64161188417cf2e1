"""What the app does while nobody touches it, beside an empty one: `python -m tests.bench.quiet`.

With a folder, or `--empty`, it is such an app: it rests for a while and prints what that cost.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench import off_screen  # noqa: F401  (sets what Kivy reads)
from tests.bench.measuring import expected, title

REST, SETTLED = 10.0, 6.0
MOST_TIMES = 1.25


def main() -> None:
    from tests.bench.store import Ours

    title(f"Quiet: work in {REST:.0f} idle seconds")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours = Ours(folder / "table", 0, 0)
        ours.shelf.place.note(ours.kept.id, "table")
        ours.shelf.close()
        empty, frames = _rested("--empty")
        print(f"an empty Kivy app        {empty * 1000:6.0f} ms, {frames:.0f} frames drawn")
        table, frames = _rested(str(folder / "table"))
        print(f"the table, late in a game {table * 1000:5.0f} ms, {frames:.0f} frames drawn\n")
    expected("the table at rest", table / empty, MOST_TIMES, "times an empty app")
    expected("frames drawn at rest", frames, 0, "frames")


def _rested(argument: str) -> tuple[float, float]:
    program = [sys.executable, "-m", "tests.bench.quiet", argument]
    process = subprocess.run(program, capture_output=True, text=True, check=True)
    work, frames = map(float, process.stdout.split())
    return work, frames


def rest(argument: str) -> None:
    """Open an app, wait until it has come to rest, and measure."""
    os.environ["KCFG_GRAPHICS_MAXFPS"] = "60"
    if argument == "--empty":
        from kivy.app import App

        app = App()
    else:
        from companion.start import made

        app = made(Path(argument))
    from kivy.clock import Clock
    from kivy.core.window import Window

    drawn: list[float] = []
    begun: list[float] = []

    def begin(_: object) -> None:
        drawn.clear()
        begun.append(time.process_time())

    def leave(_: object) -> None:
        print(time.process_time() - begun[0], len(drawn), flush=True)
        os._exit(0)

    Window.bind(on_flip=lambda _: drawn.append(time.monotonic()))
    Clock.schedule_once(begin, SETTLED)
    Clock.schedule_once(leave, SETTLED + REST)
    app.run()


if __name__ == "__main__":
    if sys.argv[1:]:
        rest(sys.argv[1])
    else:
        main()
