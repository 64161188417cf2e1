"""Times of the pages that list finished games: `python -m tests.bench.pages [COUNT]`.

Processor time of all threads, without drawing, which depends on the number of pixels alone.
"""

from __future__ import annotations

import gc
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from time import process_time

from companion.ui import background_task
from companion.ui.navigator import PageName
from tests.bench import SIZE
from tests.bench.measuring import expected, format_time, spread, title
from tests.bench.store import FilledStore
from tests.support.phone import Phone

FINISHED = int(sys.argv[1]) if __name__ == "__main__" and sys.argv[1:] else 1_000
STEPS = 60
"""Frames that are scrolled through."""
MOST_LIST, MOST_STATISTICS = 50, 300
"""Milliseconds until a page shows its rows."""
MOST_STEP = 16
"""Milliseconds for a frame that scrolls: there are 60 in a second."""


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        FilledStore(folder, FINISHED).store.close()
        phone = Phone(folder, *SIZE)
        # Home draws the thumbnails of its games first; then the app freezes the garbage collector.
        phone.wait(1)
        gc.freeze()
        title(f"Pages with {FINISHED:,} finished games")
        past_games(phone)
        players(phone)
        phone.close()


def past_games(phone: Phone) -> None:
    """The list of finished games: opened, opened again, and scrolled."""
    made = process_time()
    rows = phone.page("past_games").ids.list
    made = process_time() - made
    first = _opened(phone, "past_games")
    phone.navigator.back()
    phone.wait_until_idle()
    again = _opened(phone, "past_games")
    phone.wait_until_idle()

    def scroll() -> None:
        rows.scroll_y = max(0, rows.scroll_y - 0.5 * rows.height / rows.children[0].height)

    assert len(rows.data) == FINISHED
    early = _frames(phone, scroll)
    rows.scroll_y = 0.1
    phone.wait()
    late = _frames(phone, scroll)
    # The first instance of a page also loads its module and its kv file.
    print(f"the page made, without its list        {format_time(made)}")
    print(f"a frame while scrolling from the top   {spread(early)}")
    print(f"a frame while scrolling near the end   {spread(late)}\n")
    expected("Past games, the first time", first * 1000, MOST_LIST, "ms")
    expected("Past games, again", again * 1000, MOST_LIST, "ms")
    expected("the worst frame from the top", max(early) * 1000, MOST_STEP, "ms")
    expected("the worst frame near the end", max(late) * 1000, MOST_STEP, "ms")


def players(phone: Phone) -> None:
    """The statistics of all players, computed in a thread."""
    taken = _opened(phone, "players")
    assert phone.page("players").rows
    expected("Players with their figures", taken * 1000, MOST_STATISTICS, "ms")


def _opened(phone: Phone, name: PageName) -> float:
    """Seconds from opening a page until its layout is complete."""
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
    """Seconds for each of a number of frames in which something changes."""
    taken = []
    for _ in range(STEPS):
        begun = process_time()
        change()
        phone.frame()
        taken.append(process_time() - begun)
    return taken


if __name__ == "__main__":
    main()
