"""Time of a claim late in a game, and of moving the board: `python -m tests.bench.table`."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from statistics import median
from time import process_time

from kivy.core.window import Window
from kivy.graphics.opengl import glFinish
from kivy.tests.common import UnitTestTouch

from companion.rules.apply import why_refused
from companion.rules.boards import bundled_boards
from companion.rules.events import RouteClaimed
from companion.rules.game import Game
from companion.store.saved_game import SavedGame
from companion.ui.pages.table.claim_sheet import ClaimSheet
from tests.bench import SIZE
from tests.bench.measuring import expected, format_time, spread, title
from tests.support.phone import Phone
from tests.support.table import open_game
from tests.support.view_games import after

CLAIMS, FRAMES = 12, 40
MAX_MILLISECONDS = 12
"""CPU milliseconds of a claim."""
MAX_RATIO = 1.1
"""Time of a frame while the board moves, compared with a still board."""


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        phone = Phone(folder, *SIZE)
        claiming(phone)
        moving(phone)
        phone.close()


def claiming(phone: Phone) -> None:
    """Measure a claim, from the release of the Claim button to the end of the next frame."""
    title(f"A claim, from touch to repaint, {CLAIMS} on each board late in a game")
    headings = ("work", "answering", "next frame", "same again", "on disk")
    print(" " * 18 + "".join(f"{heading:>12}" for heading in headings))
    work = {}
    for board in bundled_boards():
        game = after(f"{board}-full")
        open_game(phone, Game.begin(game.setup, game.events[: len(game.events) * 3 // 4]))
        runs = [_claim(phone, event) for event in _claims(phone)[:CLAIMS]]
        answer, frame, same, disk = (median(each) for each in zip(*runs, strict=True))
        work[board] = answer + frame - same
        cells = (work[board], answer, frame, same, disk)
        print(f"{board:<18}" + "".join(f"{format_time(cell):>12}" for cell in cells))
    print(
        "All times are CPU time. The first column is handling the touch without saving, plus the\n"
        "difference between the next frame and the same frame again.\n"
    )
    for board, time in work.items():
        expected(f"a claim on {board}", time * 1000, MAX_MILLISECONDS, "ms")


def _claims(phone: Phone) -> list[RouteClaimed]:
    """The legal claims of the current player."""
    state, player = phone.now.state, phone.table.player
    routes = state.setup.board.routes
    claims = (RouteClaimed(player, id) for id in routes)
    return [claim for claim in claims if why_refused(state, claim) is None]


def _claim(phone: Phone, event: RouteClaimed) -> tuple[float, float, float, float]:
    """CPU seconds: handling the touch, the next frame, the same frame again, saving."""
    table = phone.table
    table.open_route(phone.now.board.routes[event.route], event.track)
    phone.wait_until_idle()
    on_disk = 0.0
    games = phone.context.store.games
    save = games.save

    def timed(saved: SavedGame, game: Game) -> SavedGame:
        nonlocal on_disk
        begun = process_time()
        saved = save(saved, game)
        on_disk += process_time() - begun
        return saved

    games.save = timed  # type: ignore[method-assign]
    sheet = table.sheet
    assert isinstance(sheet, ClaimSheet)
    touch = UnitTestTouch(*sheet.button.to_window(*sheet.button.center))
    touch.touch_down()
    _frame(phone)
    begun = process_time()
    touch.touch_up()
    answered = process_time() - begun - on_disk
    first, again = _frame(phone), _frame(phone)
    games.save = save  # type: ignore[method-assign]
    assert phone.now.game.events[-1] == event
    phone.wait_until_idle()
    phone.session.undo()
    phone.wait_until_idle()
    return answered, first, again, on_disk


def moving(phone: Phone) -> None:
    """Measure frames while the fullest board is panned and zoomed."""
    title(f"Panning and pinching the fullest board, {FRAMES} frames each")
    open_game(phone, after("usa-full"))
    board = phone.table.ids.board
    board.zoom_at(*board.center, 2.5)
    phone.wait_until_idle()
    # Finish pending rendering, so that it is not counted for the first frame.
    glFinish()
    steps, factors = cycle([(7, 3), (-7, -3)]), cycle([1.04, 1 / 1.04])
    panned = _frames(phone, lambda: board.pan_by(*next(steps)))
    pinched = _frames(phone, lambda: board.zoom_at(*board.center, next(factors)))
    still = _frames(phone, lambda: None)
    phone.app.root.clear_widgets()
    empty = _frames(phone, lambda: None)
    for words, times in (
        ("panned", panned),
        ("pinched", pinched),
        ("not moved", still),
        ("an empty window", empty),
    ):
        print(f"{words:<16} {spread(times)}")
    print()
    for words, times in (("panned", panned), ("pinched", pinched)):
        ratio = median(times) / median(still)
        expected(f"a frame while the board is {words}", ratio, MAX_RATIO, "times")


def _frames(phone: Phone, change: Callable[[], object]) -> list[float]:
    """CPU seconds of frames with a change before each."""
    taken = []
    for _ in range(FRAMES):
        begun = process_time()
        change()
        _frame(phone)
        taken.append(process_time() - begun)
    return taken


def _frame(phone: Phone) -> float:
    """CPU seconds of a frame, including rendering."""
    begun = process_time()
    Window.canvas.ask_update()
    phone.frame()
    Window.dispatch("on_draw")
    Window.dispatch("on_flip")
    glFinish()
    return process_time() - begun


if __name__ == "__main__":
    main()
