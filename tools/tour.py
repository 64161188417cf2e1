"""Plays a recorded game in the app on an off-screen window and takes pictures of every view.

`python -m tools.tour` takes every view at every size in both themes, `--quick` only a few, `--docs`
the pictures in `docs/screens` and those for F-Droid and the Play store, also of the guests' page.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta, timezone
from functools import partial
from itertools import count
from pathlib import Path

from tests.support.off_screen import use_off_screen_window

DENSITY = 2
"""Pixels per dp, as on a phone."""

# An off-screen window can shrink but never grow.
use_off_screen_window(
    KIVY_METRICS_DENSITY=str(DENSITY),
    KCFG_GRAPHICS_WIDTH=str(1280 * DENSITY),
    KCFG_GRAPHICS_HEIGHT=str(915 * DENSITY),
)

from kivy.core.window import Window  # noqa: E402

# Kivy's logger takes standard error and would not print why the tour failed.
sys.stderr = sys.__stderr__

from companion.report.export.score_sheet import score_sheet  # noqa: E402
from companion.report.translation import LANGUAGES  # noqa: E402
from companion.rules.boards import bundled_boards  # noqa: E402
from companion.rules.events import Event, RouteClaimed, TerrainDrawn, TicketsTaken, TurnPassed  # noqa: E402
from companion.rules.final_tally import tally  # noqa: E402
from companion.rules.game import Game  # noqa: E402
from companion.store.saved_game import SavedGame  # noqa: E402
from companion.store.store import Store  # noqa: E402
from companion.ui.look.theme import theme  # noqa: E402
from companion.ui.pages.result.share_picture import share_picture  # noqa: E402
from companion.ui.pages.table.claim_sheet import ClaimSheet  # noqa: E402
from tests.support.games import recorded  # noqa: E402
from tests.support.phone import FastPhone  # noqa: E402
from tests.support.stores import saved_games  # noqa: E402
from tests.support.text_fit import overflows_by_language  # noqa: E402
from tests.support.views import SIZES, VIEWS, View, open_view  # noqa: E402
from tools import guest_pictures  # noqa: E402

ROOT = Path(__file__).parents[1]
TOUR, DOCS = ROOT / "build" / "tour", ROOT / "docs" / "screens"
STORE = ROOT / "fastlane/metadata/android/en-US/images/phoneScreenshots"
SAMPLE = "heart-of-africa-full"

PORTRAIT, LANDSCAPE = (390, 844), (844, 390)
STORE_SIZE = (360, 640)
"""The Play store takes no picture that is more than twice as high as wide."""

Shot = tuple[View, tuple[int, int], bool]
"""View, window size in dp, and whether in the dark theme."""

Shots = Iterable[tuple[str, tuple[int, int], bool]]
"""The same with names of views."""

QUICK = (
    ("home", PORTRAIT, False),
    ("new-game-africa", PORTRAIT, False),
    ("table-africa", PORTRAIT, False),
    ("table-africa", PORTRAIT, True),
    ("table-usa", LANDSCAPE, False),
    ("claim-africa", PORTRAIT, False),
    ("log", PORTRAIT, True),
    ("result-africa", PORTRAIT, False),
)
SHOWN = (
    ("new-game-africa", PORTRAIT, False),
    ("table-africa", PORTRAIT, False),
    ("table-nordic", PORTRAIT, True),
    ("claim-africa", PORTRAIT, False),
    ("grand-tour", PORTRAIT, False),
    ("result-africa", PORTRAIT, False),
)
"""Pictures for the documentation."""
GUESTS = {
    "guest-table.png": "table-390x844-light.png",
    "guest-tickets.png": "tickets-390x844-light.png",
    "guest-result.png": "result-390x844-light.png",
}
"""Pictures of the guests' page for the documentation, by the name that it uses."""
ADVERTISED = (
    ("table-africa", STORE_SIZE, False),
    ("claim-africa", STORE_SIZE, False),
    ("result-africa", STORE_SIZE, False),
    ("new-game-africa", STORE_SIZE, False),
    ("table-nordic", STORE_SIZE, True),
    ("grand-tour", STORE_SIZE, False),
)
"""Pictures for the stores, in their order."""


class FixedTimePhone(FastPhone):
    """A phone with fixed game dates, so that pictures do not change."""

    def __init__(self, folder: Path) -> None:
        start = datetime(2026, 5, 2, 20, 0, tzinfo=timezone.utc)
        minutes = count()
        self.open_store = partial(Store.open, now=lambda: start + timedelta(minutes=next(minutes)))
        super().__init__(folder)


def main() -> None:
    """Play the game, print its score sheet, take the pictures."""
    parser = ArgumentParser(prog="python -m tools.tour", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only a handful of pictures")
    parser.add_argument("--docs", action="store_true", help="only docs/screens and the stores")
    options = parser.parse_args()
    if options.docs:
        document()
        return
    with tempfile.TemporaryDirectory() as folder:
        phone = FixedTimePhone(Path(folder) / "kept")
        state = play(phone, recorded(SAMPLE).game).state
        print(score_sheet(SAMPLE, state, tally(state)))
        shots = named(QUICK) if options.quick else all_shots()
        print(f"{take(phone, shots, TOUR)} pictures in {TOUR.relative_to(ROOT)}")
        if not options.quick:
            check_languages(phone)
        (TOUR / "shared-picture.png").write_bytes(shared_picture())
        phone.close()
        guest_pictures.take(quick=options.quick)


def document() -> None:
    """Replace the pictures of the documentation and the stores."""
    if not guest_pictures.take(quick=True):
        raise SystemExit(1)
    _take_anew(SHOWN, DOCS)
    for name, picture in GUESTS.items():
        shutil.copy(guest_pictures.FOLDER / picture, DOCS / name)
    _take_anew(ADVERTISED, STORE, numbered=True)


def _take_anew(shots: Shots, into: Path, *, numbered: bool = False) -> None:
    """Take pictures on a phone without games, whose players and boards would appear in them."""
    with tempfile.TemporaryDirectory() as folder:
        phone = FixedTimePhone(Path(folder))
        taken = take(phone, named(shots), into, numbered=numbered)
        print(f"{taken} pictures in {into.relative_to(ROOT)}")
        phone.close()


def check_languages(phone: FastPhone) -> None:
    """Check every view in every language on the smallest phone and print texts that do not fit."""
    others = [language for language in LANGUAGES if language != "en"]
    worse = [each for view in VIEWS for each in overflows_by_language(phone, view, others)]
    fits = f"All {len(VIEWS)} views fit in {len(others)} other languages."
    print("\n".join(worse) or fits)


def shared_picture() -> bytes:
    """The share picture of the sample game."""
    record = recorded(SAMPLE)
    saved = SavedGame.from_record(record, id="0" * 32)
    return share_picture(saved, tally(record.game.state))


def play(phone: FastPhone, game: Game) -> Game:
    """Enter a whole game in the app and return it as saved."""
    page = phone.page("new_game")
    page.prefill(game.setup.players, bundled_boards().summary(game.setup.board.id))
    phone.wait_until_idle()
    phone.start_game()
    for event in game.events:
        enter(phone, event)
    (saved,) = (each.game for each in saved_games(phone.context.store))
    if saved.events != game.events:
        raise SystemExit("The saved game differs from the recorded one.")
    return saved


def enter(phone: FastPhone, event: Event) -> None:
    """Make an entry, by touch where there is a button."""
    table = phone.table
    # Before the first terrain cards are dealt, their panel is in place of the players' cards.
    if table.player != event.player and not isinstance(event, (TerrainDrawn, TicketsTaken)):
        phone.press(event.player)
    if isinstance(event, RouteClaimed):
        table.open_route(phone.now.board.routes[event.route], event.track)
        sheet = table.sheet
        assert isinstance(sheet, ClaimSheet)
        plays = (None, *(sheet.offer.plays if sheet.offer else ()))
        sheet.option = plays.index(event.doubled)
        phone.wait_until_idle()
        phone.press(sheet.button.text)
    elif isinstance(event, TurnPassed):
        phone.press("Next")
    else:
        table.session.enter(event)
    phone.wait_until_idle()


def all_shots() -> Iterator[Shot]:
    """Every view in every theme at every size."""
    for view in VIEWS:
        for dark in (False, True):
            for size in SIZES:
                yield view, size, dark


def named(shots: Shots) -> Iterator[Shot]:
    """Views by their names."""
    views = {view.name: view for view in VIEWS}
    for name, size, dark in shots:
        yield views[name], size, dark


def take(phone: FastPhone, shots: Iterable[Shot], folder: Path, *, numbered: bool = False) -> int:
    """Take pictures into a folder, whose old ones are deleted; returns how many.

    With `numbered`, their names are in the order in which they were taken.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    taken, before = 0, None
    for view, (width, height), dark in shots:
        if (view, dark) != before:
            theme.dark = dark
            open_view(phone, view)
            theme.dark = dark
            before = view, dark
        phone.set_size(width, height)
        # Thumbnails are rendered anew some time after a change of their size.
        phone.wait(1)
        number = f"{taken + 1}-" if numbered else ""
        name = f"{number}{view.name}-{width}x{height}-{'dark' if dark else 'light'}"
        path = folder / f"{name}.png"
        phone.render_pixels()
        # Kivy adds a number to the name.
        Path(Window.screenshot(name=str(path))).rename(path)
        taken += 1
    return taken


if __name__ == "__main__":
    main()
