"""What the lists of a long history cost on their pages: `python -m tests.bench.pages`.

With a number after it, the same with so many past games.
All as work of the processor in every thread, without drawing: that depends on the pixels alone.
"""

from __future__ import annotations

import gc
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from time import process_time

from tests.bench.off_screen import SIZE  # isort: skip  (sets what Kivy reads)

from companion.ui import background_task
from companion.ui.navigator import PageName
from tests.bench.measuring import expected, spread, title, told
from tests.bench.store import Ours
from tests.support.phone import Phone

PAST = int(sys.argv[1]) if __name__ == "__main__" and sys.argv[1:] else 10_000
STEPS = 60
"""How many frames are scrolled through."""
MOST_LIST, MOST_STATISTICS = 50, 300
"""Milliseconds until a page shows something."""
MOST_STEP = 16
"""Milliseconds for a frame that scrolls: there are 60 in a second."""
BEFORE = "352 ms for the list"


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "kept"
        Ours(folder, PAST).store.close()
        phone = Phone(folder, *SIZE)
        # Home draws the pictures of its games first; then the app stops looking through what stays.
        phone.wait(1)
        gc.freeze()
        title(f"Pages with {PAST:,} past games")
        print(f"Before: {BEFORE}.\n")
        past_games(phone)
        players(phone)
        phone.close()


def past_games(phone: Phone) -> None:
    """The list: when it is first opened, when it is opened again, and while it is scrolled."""
    made = process_time()
    rows = phone.page("past_games").ids.list
    made = process_time() - made
    first = _opened(phone, "past_games")
    phone.navigator.back()
    phone.commit()
    again = _opened(phone, "past_games")
    phone.commit()

    def scroll() -> None:
        rows.scroll_y = max(0, rows.scroll_y - 0.5 * rows.height / rows.children[0].height)

    assert len(rows.data) == PAST
    early = _frames(phone, scroll)
    rows.scroll_y = 0.1
    phone.wait()
    late = _frames(phone, scroll)
    # What any page costs that was not needed before: its module, its kv, its bar.
    print(f"the page made, without its list        {told(made)}")
    print(f"a frame while scrolling from the top   {spread(early)}")
    print(f"a frame while scrolling near the end   {spread(late)}\n")
    expected("Past games, the first time", first * 1000, MOST_LIST, "ms")
    expected("Past games, again", again * 1000, MOST_LIST, "ms")
    expected("the worst frame from the top", max(early) * 1000, MOST_STEP, "ms")
    expected("the worst frame near the end", max(late) * 1000, MOST_STEP, "ms")


def players(phone: Phone) -> None:
    """Everybody's figures, counted beside the screen."""
    taken = _opened(phone, "players")
    assert phone.page("players").rows
    expected("Players with their figures", taken * 1000, MOST_STATISTICS, "ms")


def _opened(phone: Phone, name: PageName) -> float:
    """Seconds from the wish for a page until everything on it has its place."""
    begun = process_time()
    phone.navigator.go(name)
    phone.frame()
    for thread in threading.enumerate():
        if thread.name == background_task.NAME:
            thread.join()
    phone.frame()
    phone.frame()
    return process_time() - begun


def _frames(phone: Phone, change: Callable[[], object]) -> list[float]:
    """Seconds for each of some frames in which something changes."""
    taken = []
    for _ in range(STEPS):
        begun = process_time()
        change()
        phone.frame()
        taken.append(process_time() - begun)
    return taken


if __name__ == "__main__":
    main()
