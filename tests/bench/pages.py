"""Times of the pages about finished games: `python -m tests.bench.pages [COUNT …]`.

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
from companion.ui.navigator import PageName, Request, ShowBoard, ShowPlayer
from tests.bench import SIZE
from tests.bench.measuring import expected, format_time, spread, title
from tests.bench.store import FilledStore
from tests.support.phone import Phone

COUNTS = (
    tuple(map(int, sys.argv[1:])) if __name__ == "__main__" and sys.argv[1:] else (0, 100, 1_000)
)
"""Numbers of finished games."""
STEPS = 60
"""Frames that are scrolled through."""
MOST_FIRST, MOST_LIST, MOST_STATISTICS = 200, 50, 1_000
"""Milliseconds until a page shows its rows, at first with reading the headers, or its figures."""
MOST_REPLAY = 10
"""Seconds for figures that replay all games."""
MOST_STEP = 16
"""Milliseconds for a frame that scrolls: there are 60 in a second."""


def main() -> None:
    for count in COUNTS:
        with tempfile.TemporaryDirectory() as name:
            measure(Path(name) / "data", count)


def measure(folder: Path, count: int) -> None:
    """Measure all pages with a number of finished games."""
    FilledStore(folder, count).store.close()
    phone = Phone(folder, *SIZE)
    # Home draws the thumbnails of its games first; then the app freezes the garbage collector.
    phone.wait(1)
    gc.freeze()
    title(f"Pages with {count:,} finished games")
    past_games(phone, count)
    statistics(phone, count)
    phone.close()


def past_games(phone: Phone, count: int) -> None:
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

    assert sum("id" in row for row in rows.data) == count
    # The first instance of a page also loads its module and its kv file.
    print(f"the page made, without its list        {format_time(made)}")
    expected("Past games, the first time", first * 1000, MOST_FIRST, "ms")
    expected("Past games, again", again * 1000, MOST_LIST, "ms")
    if not count:
        return
    # Thumbnails are rendered when the list has stopped.
    phone.wait(2)
    early = _frames(phone, scroll)
    rows.scroll_y = 0.1
    phone.wait(2)
    late = _frames(phone, scroll)
    print(f"a frame while scrolling from the top   {spread(early)}")
    print(f"a frame while scrolling near the end   {spread(late)}\n")
    expected("the worst frame from the top", max(early) * 1000, MOST_STEP, "ms")
    expected("the worst frame near the end", max(late) * 1000, MOST_STEP, "ms")


def statistics(phone: Phone, count: int) -> None:
    """The figures of all players and boards, of one player and of one board."""
    taken = _opened(phone, "players")
    expected("Players with their figures", taken * 1000, MOST_STATISTICS, "ms")
    taken = _opened(phone, "boards")
    expected("Boards with their best scores", taken * 1000, MOST_STATISTICS, "ms")
    if not count:
        return
    player = phone.context.history.players()[0].name
    phone.page("player"), phone.page("board_statistics")
    taken = _opened(phone, "player", ShowPlayer(player))
    expected("a player with charts", taken * 1000, MOST_STATISTICS, "ms")
    begun = process_time()
    taken = _opened(phone, "board_statistics", ShowBoard("usa", ""))
    expected("a board, with replayed games", process_time() - begun, MOST_REPLAY, "s")
    assert phone.page("board_statistics").has_frequencies
    phone.navigator.back()
    taken = _opened(phone, "board_statistics", ShowBoard("usa", ""))
    expected("a board again", taken * 1000, MOST_STATISTICS, "ms")


def _opened(phone: Phone, name: PageName, request: Request | None = None) -> float:
    """Seconds from opening a page until its layout is complete."""
    begun = process_time()
    phone.navigator.go(name, request)
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
