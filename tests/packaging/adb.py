"""A fake adb with a fake phone, which claims the route when Enter is pressed twice.

PHONE names the folder of the phone. With FORGETFUL set, it loses its data when the app is killed.
"""

from __future__ import annotations

import os
import shutil
import sys
import tarfile
from io import BytesIO
from pathlib import Path

from tests.support.stores import open_store

DATA_FOLDER, ROUTE = "railkeeper", "brest--paris"
KEYS = ["76", "paris%sbrest", "66", "66"]
BAR, BOARD = bytes.fromhex("1f4b40ff"), bytes.fromhex("efe7d6ff")


class Phone:
    """The fake phone."""

    def __init__(self, files: Path, forgetful: bool) -> None:
        self.files = files
        self.forgetful = forgetful
        self.typed = files.with_name("typed")
        self.begun = files.with_name("begun")

    def screen(self) -> bytes:
        """The output of screencap: the board's colour if there is a game, else the top bar's."""
        pixel = BOARD if (self.files / DATA_FOLDER).exists() else BAR
        return b"".join(each.to_bytes(4, "little") for each in (8, 8, 1, 0)) + 64 * pixel

    def type(self, word: str) -> None:
        """Record a key, and claim the route when the last one is pressed."""
        with self.typed.open("a", encoding="utf-8") as notes:
            print(word, file=notes)
        if self.typed.read_text(encoding="utf-8").splitlines() == KEYS:
            self._claim()

    def _claim(self) -> None:
        # Imported late: adb is called often, and most calls do not need it.
        from companion.rules.events import RouteClaimed

        with open_store(self.files / DATA_FOLDER) as store:
            (listed,) = store.games.in_progress()
            saved = store.games.open(listed.id)
            store.games.save(saved, saved.game.record(RouteClaimed("Ana", ROUTE)))

    def answer(self, words: list[str]) -> bytes:
        """Execute an adb command and return its output."""
        match words:
            case ["exec-out", "screencap"]:
                return self.screen()
            case ["exec-in", command] if " tar -x " in command:
                with tarfile.open(fileobj=BytesIO(sys.stdin.buffer.read())) as packed:
                    packed.extractall(self.files, filter="data")
            case ["exec-out", command] if " tar -c " in command:
                made = BytesIO()
                with tarfile.open(fileobj=made, mode="w") as packed:
                    packed.add(self.files / DATA_FOLDER, DATA_FOLDER)
                return made.getvalue()
            case ["shell", "input", _, word]:
                self.type(word)
            case ["shell", "am", "force-stop", _] if self.forgetful and self.typed.exists():
                shutil.copytree(self.begun, self.files, dirs_exist_ok=True)
            case ["shell", "am", "start", *_] if not self.typed.exists():
                shutil.copytree(self.files, self.begun, dirs_exist_ok=True)
        return b""


if __name__ == "__main__":
    phone = Phone(Path(os.environ["PHONE"]), "FORGETFUL" in os.environ)
    sys.stdout.buffer.write(phone.answer(sys.argv[1:]))
