"""Flip every bit of every file of a small store: every page opens, and nothing readable is lost.

    python -m tests.ui.bit_flips

The store is opened for every flip. The app is started, and Home, Past games, Players and New game
are shown, for every flip after which the store differs from those shown before, apart from which
Latin letters names have and which digits numbers have, and for 200 random flips of each kind of
file.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sys
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.rules.errors import NewerVersion, Refused
from companion.rules.setup import Player
from companion.store.guest_access import GuestAccess
from companion.store.store import Store
from tests.store.crash.__main__ import scratch
from tests.support.board_files import small_island
from tests.support.saved_games import (
    AFRICA,
    FIRST,
    SECOND,
    SUDAN,
    FakeClock,
    files_in,
    finish,
    play,
)
from tests.support.stores import open_store
from tests.ui import conftest

if TYPE_CHECKING:
    from companion.ui.navigator import PageName

PAGES: tuple[PageName, ...] = ("past_games", "players", "new_game")

Flip = tuple[str, int, int]
"""A file, the index of a byte and of a bit."""


class BitFlips:
    """A small store with a file of every kind, with backup copies."""

    def __init__(self, root: Path) -> None:
        self._folder = root / "data"
        with open_store(self._folder, now=FakeClock()) as store:
            store.settings.change(language="de")
            store.settings.change(theme="dark", text_size=1.2)
            finish(store, FIRST, SECOND)
            id = store.games.save_metadata(
                replace(play(store, FIRST, SECOND), ending={"stage": "collecting"})
            ).id
            store.imported_boards.add(small_island())
            store.imported_boards.add(small_island())
            store.guest_access.write(GuestAccess("abcdefgh2345", "127.0.0.1", 8080, {}, id))
            store.last_location.write(id, "table")
            store.learned.remember_ticket(AFRICA, SUDAN)
            store.players.rename("Peter", "Petra")
            store.learned.remember_players([Player("Zoe", "green")], "usa", FakeClock().time)
        self._files = files_in(self._folder)
        self._shown: set[str] = set()
        with open_store(self._folder) as store:
            (self._in_progress,), (self._finished,) = (
                store.games.in_progress(),
                store.games.finished(),
            )
            self._learned, self._settings = store.learned.rows(), store.settings.read()
        self.starts = 0
        """How often the app was started."""

    def all(self) -> Iterator[Flip]:
        """Every bit of every file, except those of backup copies."""
        for name in sorted(self._files):
            if name.endswith(".json"):
                for index in range(len(self._files[name])):
                    yield from ((name, index, bit) for bit in range(8))

    def is_in_color(self, flip: Flip) -> bool:
        """Whether a bit is in the first colour in its file."""
        name, index, _ = flip
        return 0 <= index - self._files[name].index(b"blue") < len("blue")

    def failures(self, flip: Flip, *, start: bool = False) -> list[str]:
        """What is wrong after a bit was flipped, if necessary in a started app."""
        name, index, bit = flip
        content = bytearray(self._files[name])
        content[index] ^= 1 << bit
        self._restore(name, bytes(content))
        try:
            found = self._open(name, bytes(content), start)
        except Exception:
            found = [traceback.format_exc()]
        return [f"{name}, byte {index}, bit {bit}: {each}" for each in found]

    def _restore(self, name: str, content: bytes) -> None:
        shutil.rmtree(self._folder)
        for each, original in self._files.items():
            path = self._folder / each
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if each == name else original)

    def _open(self, name: str, content: bytes, start: bool) -> list[str]:
        with open_store(self._folder) as store:
            state = self._state(store)
            found = list(self._lost(store, name))
            if (self._folder / name).read_bytes() != content and not store.notices:
                found.append("the keeper is not told")
        if content not in files_in(self._folder).values():
            found.append("the damaged file is not kept")
        if start or state not in self._shown:
            self._shown.add(state)
            self._restore(name, content)
            found += self._show_pages()
        return found

    def _state(self, store: Store) -> str:
        """Everything that pages show, as text."""
        games = store.games
        shown = (
            *(games.in_progress(), games.unreadable_in_progress()),
            *(games.finished(), games.unreadable_finished()),
            *(store.learned.rows(), store.learned.renamings()),
            *(list(store.boards.summaries()), store.imported_boards.unreadable()),
            [str(notice) for notice in store.notices],
        )
        text = re.sub("[0-9]", "0", re.sub("[A-Za-z]", "a", repr(shown)))
        return f"{text} {store.settings.read()}"

    def _lost(self, store: Store, name: str) -> Iterator[str]:
        """The data that is missing or has changed without need."""
        games, damaged = store.games, Path(name).stem
        lists = (
            ("in progress", self._in_progress, games.in_progress(), games.unreadable_in_progress()),
            ("finished", self._finished, games.finished(), games.unreadable_finished()),
        )
        for what, game, listed, unreadable in lists:
            ids = [each.id for each in listed]
            if ids != [game.id]:
                if [each.id for each in unreadable] != [game.id]:
                    yield f"the game {what} is not listed"
                elif not _is_newer(games.content(game.id)):
                    yield f"the copy of the game {what} is not used"
            elif damaged not in (game.id, "learned") and list(listed) != [game]:
                yield f"the game {what} has changed"
            for id in ids:
                try:
                    games.open(id)
                except Refused as problem:
                    yield f"the game {what} cannot be opened: {problem}"
        try:
            store.boards["small-island"]
        except NewerVersion:
            pass
        except Refused as problem:
            yield f"the board cannot be used: {problem}"
        if name != "learned.json" and store.learned.rows() != self._learned:
            yield "learned data has changed"
        if name != "settings.json" and store.settings.read() != self._settings:
            yield "settings have changed"

    def _show_pages(self) -> list[str]:
        assert conftest, "its environment variables must be set before Kivy is first imported"
        from tests.support.phone import FastPhone

        self.starts += 1
        phone = FastPhone(self._folder)
        try:
            found = []
            for page in PAGES:
                phone.navigator.reset_to("home")
                phone.wait()
                phone.navigator.go(page)
                phone.wait_until_idle()
                if phone.shows("nobody expected"):
                    found.append(f"unexpected exception on {page}")
            return found
        finally:
            phone.close()


def _is_newer(content: bytes) -> bool:
    """Whether the flip made the file one of a newer version, which is left as it is."""
    return re.search(rb'"railkeeper/[2-9]"', content) is not None


def flip_bits(flips: BitFlips, chosen: Iterable[Flip]) -> tuple[int, list[str]]:
    """Flip bits, one at a time; their number and what was wrong."""
    count, wrong = 0, []
    for flip in chosen:
        count += 1
        wrong += flips.failures(flip)
    return count, wrong


def main() -> None:
    # Kivy redirects it to its log.
    sys.stderr = sys.__stderr__
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, help="number of random bits; default: all")
    parser.add_argument("--starts", type=int, default=200, help="starts for each kind of file")
    options = parser.parse_args()
    with scratch() as name:
        flips = BitFlips(Path(name).resolve())
        chosen = list(flips.all())
        if options.count:
            chosen = random.Random(1).sample(chosen, options.count)
        count, wrong = flip_bits(flips, chosen)
        for name in sorted({name for name, _, _ in flips.all()}):
            bits = [flip for flip in flips.all() if flip[0] == name]
            for flip in random.Random(name).sample(bits, options.starts):
                count += 1
                wrong += flips.failures(flip, start=True)
    for each in wrong:
        sys.stdout.write(f"{each}\n")
    sys.stdout.write(f"{count} bit flips, {flips.starts} app starts: lost {len(wrong)}\n")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
