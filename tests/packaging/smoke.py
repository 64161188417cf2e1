"""Smoke test on a phone or emulator: `python -m tests.packaging.smoke app.apk`.

It starts the app, opens a game, claims a route with the keyboard, kills the app, and checks that
the claim was saved. It needs adb and a debug build, whose files adb can access.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from companion.drawing.palette import DARK, LIGHT, Rgba
from companion.rules.boards import bundled_boards
from companion.rules.setup import Player, Setup
from tests.support.stores import open_store

PACKAGE = "org.railkeeper.railkeeper"
DATA_FOLDER = "railkeeper"
"""The folder with the games in the app's files folder."""
LETTERS, ROUTE = "paris brest", "brest--paris"
SLASH, ENTER = 76, 66
"""Android key codes that open the search, select the route and claim it."""
TIMEOUT = 180
"""Timeout in seconds: the first start unpacks Python, and emulators are slow."""
PAUSE = float(os.environ.get("SMOKE_PAUSE", "2"))
"""Seconds between two keys."""


def adb(*words: str, stdin: bytes | None = None) -> bytes:
    """Run an adb command and return its output."""
    return subprocess.run(
        ["adb", *words], input=stdin, stdout=subprocess.PIPE, check=True, timeout=TIMEOUT
    ).stdout


def start() -> None:
    """Start the app."""
    adb("shell", "am", "start", "-W", "-n", f"{PACKAGE}/org.kivy.android.PythonActivity")


def kill() -> None:
    """Kill the app."""
    adb("shell", "am", "force-stop", PACKAGE)


def share(*colors: Rgba) -> float:
    """The fraction of the screen that has one of these colours."""
    raw = adb("exec-out", "screencap")
    width, height = (int.from_bytes(raw[place : place + 4], "little") for place in (0, 4))
    pixels = raw[-4 * width * height :]
    wanted = {bytes(round(part * 255) for part in color[:3]) for color in colors}
    every = 7  # A sample is enough.
    seen = [pixels[place : place + 3] in wanted for place in range(0, len(pixels), 4 * every)]
    return sum(seen) / max(1, len(seen))


def wait_for(what: str, is_there: Callable[[], bool]) -> None:
    """Wait for a condition; exit with a message after the timeout."""
    until = monotonic() + TIMEOUT
    while not is_there():
        if monotonic() > until:
            raise SystemExit(f"Not seen within {TIMEOUT} seconds: {what}.")
        sleep(PAUSE / 2)
    print(f"Seen: {what}.", flush=True)


def begin_a_game(folder: Path) -> None:
    """Save a new game on Europe in a store."""
    with open_store(folder) as store:
        board = bundled_boards()["europe"]
        store.games.begin(Setup(board, (Player("Ana", "blue"), Player("Jo", "red"))))


def put(folder: Path) -> None:
    """Copy a folder to the app's files folder."""
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        tar.add(folder, DATA_FOLDER)
    adb("exec-in", f"run-as {PACKAGE} tar -x -f - -C files", stdin=packed.getvalue())


def is_claimed() -> bool:
    """Whether the game saved by the app contains the claim."""
    packed = BytesIO(adb("exec-out", f"run-as {PACKAGE} tar -c -f - -C files {DATA_FOLDER}"))
    with TemporaryDirectory() as place:
        with tarfile.open(fileobj=packed) as tar:
            tar.extractall(place, filter="data")
        with open_store(Path(place, DATA_FOLDER)) as store:
            (saved,) = store.games.in_progress()
            state = store.games.open(saved.id).game.state
    return ROUTE in state.owners


def claim() -> None:
    """Find the route with the keyboard and claim it."""
    adb("shell", "input", "keyevent", str(SLASH))
    sleep(PAUSE)
    adb("shell", "input", "text", LETTERS.replace(" ", "%s"))
    sleep(PAUSE)
    for _ in range(2):
        adb("shell", "input", "keyevent", str(ENTER))
        sleep(PAUSE)


def main(apk: str) -> None:
    """Install the app, claim a route, kill the app, and check the saved game."""
    board, bars = (LIGHT.board, DARK.board), (LIGHT.bar, DARK.bar)
    adb("install", "-r", apk)
    start()
    wait_for("the first page", lambda: share(*bars) > 0.02)
    kill()
    with TemporaryDirectory() as place:
        begin_a_game(Path(place, DATA_FOLDER))
        put(Path(place, DATA_FOLDER))
    start()
    wait_for("the board", lambda: share(*board) > 0.1)
    claim()
    wait_for("the claim, on disk", is_claimed)
    kill()
    start()
    wait_for("the board again", lambda: share(*board) > 0.1)
    if not is_claimed():
        raise SystemExit("The claim was lost when the app was killed.")
    print("The claim is still there.")


if __name__ == "__main__":
    main(sys.argv[1])
