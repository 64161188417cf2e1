"""Plays the sample game through the real screens, off-screen, and takes pictures of all of them.

`python -m tools.tour` looks at every screen at every size in both themes, `--quick` at a few;
`--docs` renews the pictures in `docs/screens` as well.
"""

from __future__ import annotations

import tempfile
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta, timezone
from functools import partial
from itertools import count
from pathlib import Path

from tests.off_screen import off_screen

DENSITY = 2
"""Pixels per dp, as on a phone."""

# An off-screen window can shrink but never grow.
off_screen(
    KIVY_METRICS_DENSITY=str(DENSITY),
    KCFG_GRAPHICS_WIDTH=str(1280 * DENSITY),
    KCFG_GRAPHICS_HEIGHT=str(915 * DENSITY),
)

from companion.report.score_sheet import score_sheet  # noqa: E402
from companion.report.translation import LANGUAGES  # noqa: E402
from companion.rules.boards import bundled_boards  # noqa: E402
from companion.rules.events import Event, RouteClaimed, TerrainDrawn, TurnPassed  # noqa: E402
from companion.rules.final_tally import tally  # noqa: E402
from companion.rules.game import Game  # noqa: E402
from companion.store.saved_game import SavedGame  # noqa: E402
from companion.store.store import Store  # noqa: E402
from companion.ui.look.theme import theme  # noqa: E402
from companion.ui.pages.result.share_picture import share_picture  # noqa: E402
from companion.ui.pages.table.claim_sheet import ClaimSheet  # noqa: E402
from tests.support.stores import saved_games  # noqa: E402
from tests.ui.hasty import HastyPhone  # noqa: E402
from tests.ui.rooms import crowded  # noqa: E402
from tests.ui.views import SIZES, VIEWS, View, open_view, recorded  # noqa: E402
from tools.png import write_png  # noqa: E402

ROOT = Path(__file__).parents[1]
TOUR, DOCS = ROOT / "build" / "tour", ROOT / "docs" / "screens"
SAMPLE = "heart-of-africa-full"

UPRIGHT, ON_ITS_SIDE = (390, 844), (844, 390)

Shot = tuple[View, tuple[int, int], bool]
"""What to look at, at which size, and whether in the dark."""

QUICK = (
    ("home", UPRIGHT, False),
    ("new-game-africa", UPRIGHT, False),
    ("table-africa", UPRIGHT, False),
    ("table-africa", UPRIGHT, True),
    ("table-usa", ON_ITS_SIDE, False),
    ("claim-africa", UPRIGHT, False),
    ("log", UPRIGHT, True),
    ("result-africa", UPRIGHT, False),
)
SHOWN = (
    ("new-game-africa", UPRIGHT, False),
    ("table-africa", UPRIGHT, False),
    ("table-nordic", UPRIGHT, True),
    ("claim-africa", UPRIGHT, False),
    ("grand-tour", UPRIGHT, False),
    ("result-africa", UPRIGHT, False),
)
"""Those that the documentation shows."""


class ToldTime(HastyPhone):
    """A phone on which it is always the same evening, so that pictures come out alike."""

    def __init__(self, folder: Path) -> None:
        session = datetime(2026, 5, 2, 20, 0, tzinfo=timezone.utc)
        minutes = count()
        self.opened = partial(Store.open, now=lambda: session + timedelta(minutes=next(minutes)))
        super().__init__(folder)


def main() -> None:
    """Play, print the tally, take the pictures."""
    parser = ArgumentParser(prog="python -m tools.tour", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only a handful of pictures")
    parser.add_argument("--docs", action="store_true", help="renew docs/screens as well")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        phone = ToldTime(Path(folder) / "kept")
        state = play(phone, recorded(SAMPLE).game).state
        print(score_sheet(SAMPLE, state, tally(state)))
        shots = named(QUICK) if options.quick else everything()
        print(f"{take(phone, shots, TOUR)} pictures in {TOUR.relative_to(ROOT)}")
        if not options.quick:
            say_it_in_every_language(phone)
        (TOUR / "shared-picture.png").write_bytes(shared_picture())
        phone.close()
        if options.docs:
            # Somebody who has seen nothing else: what is learned on the way would be seen there.
            phone = ToldTime(Path(folder) / "documented")
            taken = take(phone, named(SHOWN), DOCS, small=True)
            print(f"{taken} pictures in {DOCS.relative_to(ROOT)}")
            phone.close()


def say_it_in_every_language(phone: HastyPhone) -> None:
    """Look at every view in every language where there is least room; say what does not fit."""
    others = [language for language in LANGUAGES if language != "en"]
    worse = [each for view in VIEWS for each in crowded(phone, view, others)]
    fits = f"All {len(VIEWS)} views have room in {len(others)} other languages."
    print("\n".join(worse) or fits)


def shared_picture() -> bytes:
    """The sample game as it would be sent to somebody who was not there."""
    record = recorded(SAMPLE)
    saved = SavedGame.from_record(record, id="0" * 32)
    return share_picture(saved, tally(record.game.state))


def play(phone: HastyPhone, game: Game) -> Game:
    """Keep a game from its first entry to its last, and return it as the app has kept it."""
    asked = phone.page("new_game")
    asked.prefill(game.setup.players, bundled_boards().summary(game.setup.board.id))
    phone.commit()
    phone.press("Start")
    for event in game.events:
        enter(phone, event)
    (saved,) = (each.game for each in saved_games(phone.context.store))
    if saved.events != game.events:
        raise SystemExit("The app has kept another game than the one that was played.")
    return saved


def enter(phone: HastyPhone, event: Event) -> None:
    """Make an entry the way a keeper does, with a finger where there is a button for it."""
    table = phone.table
    if table.player != event.player:
        phone.press(event.player)
    if isinstance(event, RouteClaimed):
        table.open_route(phone.now.board.routes[event.route], event.track)
        sheet = table.sheet
        assert isinstance(sheet, ClaimSheet)
        options = sheet.offer.options if sheet.offer else ()
        plays = [None, *(way.play for way in options)]
        sheet.way = plays.index(event.doubled)
        phone.commit()
        phone.press(sheet.button.text)
    elif isinstance(event, TurnPassed):
        phone.press("Next")
    elif isinstance(event, TerrainDrawn):
        table.draw(event.terrain, event.count)
    else:
        table.enter(event)
    phone.commit()


def everything() -> Iterator[Shot]:
    """Every view in every theme at every size."""
    for view in VIEWS:
        for dark in (False, True):
            for size in SIZES:
                yield view, size, dark


def named(shots: Iterable[tuple[str, tuple[int, int], bool]]) -> Iterator[Shot]:
    """Views by their names."""
    views = {view.name: view for view in VIEWS}
    for name, size, dark in shots:
        yield views[name], size, dark


def take(phone: HastyPhone, shots: Iterable[Shot], folder: Path, small: bool = False) -> int:
    """Take pictures into a folder that holds no others; how many there are."""
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
        phone.turn(width, height)
        name = f"{view.name}-{width}x{height}-{'dark' if dark else 'light'}.png"
        write_png(folder / name, *phone.draw(), small=small)
        taken += 1
    return taken


if __name__ == "__main__":
    main()
