"""Stands in for adb and the phone behind it: claims the route when Enter is pressed twice.

The phone is the folder named by PHONE. With FORGETFUL set, it loses what it has when it is killed.
"""

from __future__ import annotations

import os
import shutil
import sys
import tarfile
from io import BytesIO
from pathlib import Path

from companion.rules import RouteClaimed
from companion.store import Shelf
from companion.ui.look.palette import LIGHT
from tests.packaging.smoke import ENTER, KEPT, LETTERS, ROUTE, SLASH

FILES = Path(os.environ["PHONE"])
TYPED = FILES.with_name("typed")
KEYS = [str(SLASH), LETTERS.replace(" ", "%s"), str(ENTER), str(ENTER)]


def screen() -> bytes:
    """What screencap gives out: the board where there is one, else the bar of a page."""
    color = LIGHT.board if (FILES / KEPT).exists() else LIGHT.bar
    pixel = bytes(round(255 * part) for part in color)
    return b"".join(each.to_bytes(4, "little") for each in (8, 8, 1, 0)) + 64 * pixel


def typed(word: str) -> None:
    """Note a key, and claim when the last one is pressed."""
    with TYPED.open("a", encoding="utf-8") as notes:
        print(word, file=notes)
    if TYPED.read_text(encoding="utf-8").splitlines() == KEYS:
        with Shelf.open(FILES / KEPT) as shelf:
            (kept,) = shelf.games.all()
            shelf.games.save(kept, kept.game.record(RouteClaimed("Ana", ROUTE)))


def answer(words: list[str]) -> bytes:
    """Do as told."""
    match words:
        case ["exec-out", "screencap"]:
            return screen()
        case ["exec-in", command] if " tar -x " in command:
            with tarfile.open(fileobj=BytesIO(sys.stdin.buffer.read())) as packed:
                packed.extractall(FILES, filter="data")
        case ["exec-out", command] if " tar -c " in command:
            made = BytesIO()
            with tarfile.open(fileobj=made, mode="w") as packed:
                packed.add(FILES / KEPT, KEPT)
            return made.getvalue()
        case ["shell", "input", _, word]:
            typed(word)
        case ["shell", "am", "force-stop", _] if "FORGETFUL" in os.environ and TYPED.exists():
            shutil.copytree(FILES.with_name("begun"), FILES, dirs_exist_ok=True)
        case ["shell", "am", "start", *_] if (FILES / KEPT).exists() and not TYPED.exists():
            shutil.copytree(FILES, FILES.with_name("begun"))
    return b""


if __name__ == "__main__":
    sys.stdout.buffer.write(answer(sys.argv[1:]))
