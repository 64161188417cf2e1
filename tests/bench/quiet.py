"""CPU time and frames of the idle app, compared with an empty one: `python -m tests.bench.quiet`.

With a folder or `--empty` as argument it runs one of these apps and prints its activity.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.bench.measuring import expected, title

IDLE_SECONDS, WARM_UP = 10.0, 6.0
PAIRS = 3
MAX_RATIO = 1.25


class Activity(NamedTuple):
    """Activity of an idle app."""

    work: float
    """CPU seconds."""
    frames: float
    """Frames drawn."""
    scheduled: float
    """Scheduled clock events at the end."""


def main() -> None:
    from tests.bench.store import FilledStore

    title(f"Quiet: work in {IDLE_SECONDS:.0f} idle seconds, side by side, median of {PAIRS}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours = FilledStore(folder / "table", 0, 0)
        ours.store.last_location.write(ours.saved.id, "table")
        ours.store.close()
        pairs = [_measure("--empty", str(folder / "table")) for _ in range(PAIRS)]
    empty, table = (
        Activity(*map(median, zip(*runs, strict=True))) for runs in zip(*pairs, strict=True)
    )
    for name, rest in (("an empty Kivy app", empty), ("the table, late in a game", table)):
        print(
            f"{name:<26}{rest.work * 1000:5.0f} ms, {rest.frames:.0f} frames drawn, "
            f"{rest.scheduled:.0f} scheduled events"
        )
    print()
    expected("the table at rest", table.work / empty.work, MAX_RATIO, "times an empty app")
    expected("frames drawn at rest", table.frames, 0, "frames")
    expected("scheduled events while idle", table.scheduled, empty.scheduled, "as in an empty app")


def _measure(*arguments: str) -> list[Activity]:
    """Run idle apps in parallel, so that other load on the machine affects all of them."""
    program = [sys.executable, "-m", "tests.bench.quiet"]
    apps = [
        subprocess.Popen([*program, argument], stdout=subprocess.PIPE, text=True)
        for argument in arguments
    ]
    return [Activity(*map(float, app.communicate()[0].split())) for app in apps]


def run_idle(argument: str) -> None:
    """Start an app, wait until it is idle, and measure."""
    os.environ["KCFG_GRAPHICS_MAXFPS"] = "60"
    if argument == "--empty":
        from kivy.app import App

        app = App()
    else:
        from companion.start import create_app

        app = create_app(Path(argument))
    from kivy.clock import Clock
    from kivy.core.window import Window

    drawn: list[float] = []
    begun: list[float] = []

    def begin(_: object) -> None:
        drawn.clear()
        begun.append(time.process_time())

    def leave(_: object) -> None:
        print(time.process_time() - begun[0], len(drawn), len(Clock.get_events()), flush=True)
        os._exit(0)

    Window.bind(on_flip=lambda _: drawn.append(time.monotonic()))
    Clock.schedule_once(begin, WARM_UP)
    Clock.schedule_once(leave, WARM_UP + IDLE_SECONDS)
    app.run()


if __name__ == "__main__":
    if sys.argv[1:]:
        run_idle(sys.argv[1])
    else:
        main()
