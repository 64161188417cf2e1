"""Tries the app on the phone or emulator that adb reaches; run as a module, with an APK to install.

It starts and shows its first page; it opens a game that was begun; a route is claimed by keyboard;
the app is killed, and the claim is still there. Needs a debug build, whose files adb may touch.
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
KEPT = "railkeeper"
"""The folder with the games, among the app's own."""
LETTERS, ROUTE = "paris brest", "brest--paris"
SLASH, ENTER = 76, 66
"""Android's numbers of the keys that open the search, take the route and claim it."""
PATIENCE = 180
"""Seconds: the first start unpacks Python, and emulators are slow."""
PAUSE = float(os.environ.get("SMOKE_PAUSE", "2"))
"""Seconds between one key and the next."""


def adb(*words: str, given: bytes | None = None) -> bytes:
    """What adb answers."""
    return subprocess.run(
        ["adb", *words], input=given, stdout=subprocess.PIPE, check=True, timeout=PATIENCE
    ).stdout


def start() -> None:
    """Open the app as a finger on its icon does."""
    adb("shell", "am", "start", "-W", "-n", f"{PACKAGE}/org.kivy.android.PythonActivity")


def kill() -> None:
    """Stop it as somebody in a hurry does."""
    adb("shell", "am", "force-stop", PACKAGE)


def share(*colors: Rgba) -> float:
    """How much of the screen has one of these colours, from 0 to 1."""
    raw = adb("exec-out", "screencap")
    width, height = (int.from_bytes(raw[place : place + 4], "little") for place in (0, 4))
    pixels = raw[-4 * width * height :]
    wanted = {bytes(round(part * 255) for part in color[:3]) for color in colors}
    every = 7  # A sample is enough.
    seen = [pixels[place : place + 3] in wanted for place in range(0, len(pixels), 4 * every)]
    return sum(seen) / max(1, len(seen))


def wait_for(what: str, is_there: Callable[[], bool]) -> None:
    """Give it time; exit with a sentence if it never comes."""
    until = monotonic() + PATIENCE
    while not is_there():
        if monotonic() > until:
            raise SystemExit(f"Not seen within {PATIENCE} seconds: {what}.")
        sleep(PAUSE / 2)
    print(f"Seen: {what}.", flush=True)


def begin_a_game(folder: Path) -> None:
    """A game of two on Europe, as the app would keep it."""
    with open_store(folder) as store:
        board = bundled_boards()["europe"]
        store.games.begin(Setup(board, (Player("Ana", "blue"), Player("Jo", "red"))))


def put(folder: Path) -> None:
    """Lay a folder into the app's own."""
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        tar.add(folder, KEPT)
    adb("exec-in", f"run-as {PACKAGE} tar -x -f - -C files", given=packed.getvalue())


def is_claimed() -> bool:
    """Whether the route is claimed in the game that the app keeps."""
    packed = BytesIO(adb("exec-out", f"run-as {PACKAGE} tar -c -f - -C files {KEPT}"))
    with TemporaryDirectory() as place:
        with tarfile.open(fileobj=packed) as tar:
            tar.extractall(place, filter="data")
        with open_store(Path(place, KEPT)) as store:
            (saved,) = store.games.in_progress()
            state = store.games.open(saved.id).game.state
    return ROUTE in state.owners


def claim() -> None:
    """Find the route and claim it."""
    adb("shell", "input", "keyevent", str(SLASH))
    sleep(PAUSE)
    adb("shell", "input", "text", LETTERS.replace(" ", "%s"))
    sleep(PAUSE)
    for _ in range(2):
        adb("shell", "input", "keyevent", str(ENTER))
        sleep(PAUSE)


def main(apk: str) -> None:
    """Install, start, claim, kill, look."""
    board, bars = (LIGHT.board, DARK.board), (LIGHT.bar, DARK.bar)
    adb("install", "-r", apk)
    start()
    wait_for("the first page", lambda: share(*bars) > 0.02)
    kill()
    with TemporaryDirectory() as place:
        begin_a_game(Path(place, KEPT))
        put(Path(place, KEPT))
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
