"""What the app costs beside an empty Kivy app: to start, to answer a claim, to pan the board."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import monotonic, perf_counter

SIZE = (390, 844)

# Kivy reads these when it is first imported.
os.environ.update(
    KIVY_NO_ARGS="1",
    KIVY_NO_CONFIG="1",
    KIVY_NO_FILELOG="1",
    KIVY_NO_CONSOLELOG="1",
    KIVY_METRICS_DENSITY="1",
    KIVY_METRICS_FONTSCALE="1",
    KCFG_GRAPHICS_WIDTH=str(SIZE[0]),
    KCFG_GRAPHICS_HEIGHT=str(SIZE[1]),
    KCFG_GRAPHICS_MULTISAMPLES="0",
    KCFG_GRAPHICS_MAXFPS="0",
    SDL_VIDEODRIVER="offscreen",
    LANG="en_US.UTF-8",
)

from kivy.base import EventLoop  # noqa: E402
from kivy.core.window import Window  # noqa: E402
from kivy.graphics.opengl import glFinish  # noqa: E402
from kivy.tests.common import UnitTestTouch  # noqa: E402

from companion.rules import Game, RouteClaimed, refusal  # noqa: E402
from companion.store import KeptGame  # noqa: E402
from companion.ui.pages.table.claim_sheet import ClaimSheet  # noqa: E402
from tests.bench.measuring import spread, title, told  # noqa: E402
from tests.ui.phone import Phone  # noqa: E402
from tests.ui.views import after, lay  # noqa: E402

STARTS, CLAIMS, FRAMES = 7, 12, 40
MOST_TIMES, MOST_MEMORY, MOST_WORK = 1.6, 40, 0.016
"""What to expect: times an empty app's start, MB above it, seconds of work for a claim."""

FULL_GAMES = {"usa": "usa-full", "europe": "europe-full", "heart-of-africa": "heart-of-africa-full"}


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "kept"
        phone = Phone(folder, *SIZE)
        claiming(phone)
        panning(phone)
        phone.close()
        starting(folder)


def starting(folder: Path) -> None:
    """From nothing to the first frame, by turns with an empty app: both meet the same weather."""
    title(f"The first frame, median of {STARTS} starts")
    taken: dict[str, list[tuple[float, float]]] = {"empty": [], "first": [], "home": []}
    for number in range(STARTS):
        taken["empty"].append(_start())
        taken["first"].append(_start(folder.parent / f"first-{number}"))
        taken["home"].append(_start(folder))
    medians = {
        name: (median(time for time, _ in runs), median(memory for _, memory in runs))
        for name, runs in taken.items()
    }
    empty_time, empty_memory = medians["empty"]
    print(f"an empty Kivy app        {told(empty_time):>10}  {empty_memory:6.1f} MB")
    for name, words in (("first", "first start, New game"), ("home", "Home with three games")):
        time, memory = medians[name]
        print(
            f"{words:<24} {told(time):>10}  {memory:6.1f} MB"
            f"  {time / empty_time:.2f} times, {memory - empty_memory:+.1f} MB"
        )
    print(f"(expected: at most {MOST_TIMES} times and {MOST_MEMORY} MB more)")


def _start(*folder: Path) -> tuple[float, float]:
    """Seconds from starting a process to its first frame, and its memory then in MB."""
    begun = monotonic()
    program = [sys.executable, "-m", "tests.bench.first_frame", *map(str, folder)]
    process = subprocess.run(program, capture_output=True, text=True, check=True)
    shown, memory = process.stdout.split()
    return float(shown) - begun, float(memory)


def claiming(phone: Phone) -> None:
    """From the finger leaving Claim to the end of the next frame."""
    title(f"A claim, from touch to repaint, {CLAIMS} on each board late in a game")
    heads = ("work", "answering", "next frame", "same again", "on disk")
    print(" " * 16 + "".join(f"{head:>12}" for head in heads))
    for board, name in FULL_GAMES.items():
        game = after(name)
        lay(phone, Game.begin(game.setup, game.events[: len(game.events) * 3 // 4]))
        runs = [_claim(phone, event) for event in _claims(phone)[:CLAIMS]]
        answer, frame, same, disk = (median(each) for each in zip(*runs, strict=True))
        cells = (answer + frame - same, answer, frame, same, disk)
        print(f"{board:<16}" + "".join(f"{told(cell):>12}" for cell in cells))
    print(
        "Work is answering the touch, without the disk, and what the next frame costs beside the\n"
        f"same frame drawn again, which changes nothing (expected: under {told(MOST_WORK)})."
    )


def _claims(phone: Phone) -> list[RouteClaimed]:
    """What the player whose turn it is may claim."""
    state, player = phone.now.state, phone.table.player
    routes = state.setup.board.routes
    claims = (RouteClaimed(player, id) for id in routes)
    return [claim for claim in claims if refusal(state, claim) is None]


def _claim(phone: Phone, event: RouteClaimed) -> tuple[float, float, float, float]:
    """Seconds to answer the touch, for the frame after it, for the same frame again, on disk."""
    table = phone.table
    table.open_route(phone.now.board.routes[event.route], event.track)
    phone.settle()
    on_disk = 0.0
    games = phone.house.shelf.games
    save = games.save

    def timed(kept: KeptGame, game: Game) -> KeptGame:
        nonlocal on_disk
        begun = perf_counter()
        saved = save(kept, game)
        on_disk += perf_counter() - begun
        return saved

    games.save = timed  # type: ignore[method-assign]
    sheet = table.sheet
    assert isinstance(sheet, ClaimSheet)
    touch = UnitTestTouch(*sheet.button.to_window(*sheet.button.center))
    touch.touch_down()
    _frame()
    begun = perf_counter()
    touch.touch_up()
    answered = perf_counter() - begun - on_disk
    first, again = _frame(), _frame()
    games.save = save  # type: ignore[method-assign]
    assert phone.now.game.events[-1] == event
    phone.settle()
    phone.evening.undo()
    phone.settle()
    return answered, first, again, on_disk


def panning(phone: Phone) -> None:
    """A frame while a finger moves the fullest board."""
    title(f"Panning the fullest board, {FRAMES} frames")
    game = after(FULL_GAMES["usa"])
    lay(phone, game)
    board = phone.table.ids.board
    board.zoom_at(*board.center, 2.5)
    phone.settle()
    steps = iter([(7, 3), (-7, -3)] * FRAMES)
    moved = _frames(lambda: board.pan_by(*next(steps)))
    still = _frames(lambda: None)
    phone.app.root.clear_widgets()
    empty = _frames(lambda: None)
    for words, times in (("moved", moved), ("not moved", still), ("an empty window", empty)):
        print(f"{words:<16} {spread(times)}")


def _frames(change: Callable[[], object]) -> list[float]:
    """What frames cost in which something changes."""
    taken = []
    for _ in range(FRAMES):
        begun = perf_counter()
        change()
        _frame()
        taken.append(perf_counter() - begun)
    return taken


def _frame() -> float:
    """Seconds for a frame, up to its last pixel."""
    begun = perf_counter()
    Window.canvas.ask_update()
    EventLoop.idle()
    glFinish()
    return perf_counter() - begun


if __name__ == "__main__":
    main()
