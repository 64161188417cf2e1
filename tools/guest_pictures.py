"""Takes pictures of the guests' page: `python -m tools.guest_pictures [--engine firefox]`.

They show the states of the page in several sizes and both themes.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from companion.table.edits import printed_cards
from tests.support.browser import CHROMIUM, DRIVER, Tab, running_browsers, running_engines
from tests.support.games import recorded_game
from tests.support.guests import SharedTable, shared_table

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "guests"
SIZES = ((320, 568), (360, 640), (390, 844), (844, 390), (1280, 800), (1920, 1080))
PORTRAIT = (390, 844)
AFRICA, FIVE_PLAYERS, STATIONS = "heart-of-africa-full", "usa-full", "europe-full"
ENGINES = ("chromium", "firefox", "webkit")

_PANEL = "!document.querySelector('#details').hidden"
_TAP_ROUTE = """
    const free = [...document.querySelectorAll('#touch polyline')].filter((_, number) =>
        document.querySelector('#free').children[number].childElementCount)
    free[free.length >> 1].dispatchEvent(new MouseEvent('click', {bubbles: true}))
"""
_TAP_PLAYER = "document.querySelectorAll('.player')[1].click()"
_TAP_TICKET = "document.querySelector('.ticket').click()"
_TAP_NUMBER = "document.querySelector('#scores tbody tr:nth-child(2) button').click()"


class Pictures:
    """Takes pictures of a page in several sizes and themes."""

    def __init__(
        self,
        tab: Tab,
        prefix: str = "",
        language: str = "en",
        sizes: Sequence[tuple[int, int]] = SIZES,
        themes: Sequence[bool] = (False, True),
    ) -> None:
        self.tab, self._prefix, self._language = tab, prefix, language
        self._sizes, self._themes = sizes, themes

    def open(self, table: SharedTable, player: str = "", hand: Sequence[str] = ()) -> None:
        """Open the page as a player or, without one, as somebody who only watches."""
        tab = self.tab
        tab.resize(*PORTRAIT, scale=2)
        tab.open(table.address)
        kept = {
            "language": self._language,
            f"tickets {table.session.now.saved.id}": json.dumps(hand),
        }
        tab.run("localStorage.clear(); Object.assign(localStorage, arguments[0])", kept)
        tab.reload()
        if player:
            tab.wait_for("document.querySelector('#seat-list .seat')")
            self.take("seats", needs_board=False)
            tab.resize(*PORTRAIT, scale=2)
            tab.click("#seat-list .seat", player)
            tab.wait_for("document.querySelector('#own-player .player')")
        else:
            tab.click("#watch")
        tab.wait_for("document.querySelector('#names text')")

    def take(self, name: str, opening: str = "", needs_board: bool = True) -> None:
        """Take the pictures of a state, whose panel is opened by a script in every size."""
        tab = self.tab
        for dark in self._themes:
            for width, height in self._sizes:
                tab.resize(width, height, dark, scale=1 if width > 1000 else 2)
                if needs_board:
                    _wait_for_names(tab)
                if opening:
                    tab.run(opening)
                    tab.wait_for(_PANEL)
                    _wait_for_names(tab)
                theme = "dark" if dark else "light"
                tab.screenshot(FOLDER / f"{self._prefix}{name}-{width}x{height}-{theme}.png")
                if opening:
                    tab.run("document.querySelector('#close').click(); scrollTo(0, 0)")


def take(quick: bool, engine: str = "chromium", dark: bool = False, language: str = "en") -> bool:
    """Take the pictures, or only one of each tab; returns whether there is a browser."""
    if CHROMIUM is None or DRIVER is None:
        print("No picture of the guests' page: chromium and chromedriver are not installed.")
        return False
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, _open_tab(engine, dark) as tab:
        if engine == "chromium":
            themes: Sequence[bool] = (False,) if quick else (False, True)
            pictures = Pictures(tab, "", language, (PORTRAIT,) if quick else SIZES, themes)
        else:
            pictures = Pictures(tab, f"{engine}-", language, themes=(dark,))
        with shared_table(Path(folder)) as table:
            _take_table(pictures, table, quick)
            if not quick:
                _take_other_games(pictures, table)
            _take_end(pictures, table, quick)
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER.relative_to(ROOT)}")
    return True


@contextmanager
def _open_tab(engine: str, dark: bool) -> Iterator[Tab]:
    if engine == "chromium":
        with running_browsers("en") as (browser,):
            # As on a phone.
            browser.devtools("Emulation.setScrollbarsHidden", hidden=True)
            yield browser.tabs[0]
    else:
        with running_engines(dark, scale=2) as browsers:
            yield browsers[ENGINES.index(engine) + 1].tabs[0]


def _take_table(pictures: Pictures, table: SharedTable, quick: bool) -> None:
    """The table of the player whose turn it is, the claim of a route and the panel of a player."""
    table.play_recorded(AFRICA, 60)
    pictures.open(table, table.session.now.player)
    pictures.take("table")
    if quick:
        return
    pictures.take("claim", _TAP_ROUTE)
    pictures.take("player", _TAP_PLAYER)


def _take_other_games(pictures: Pictures, table: SharedTable) -> None:
    """Five players in the last round, stations, and the table without a player."""
    for name, game, entries in (("five", FIVE_PLAYERS, 64), ("stations", STATIONS, 48)):
        table.seats.clear()
        table.play_recorded(game, entries)
        pictures.open(table, table.session.now.setup.names[1])
        pictures.take(name)
        table.remove(table.session.now.setup.names[1])
        pictures.open(table)
        pictures.take(f"{name}-watched")


def _take_end(pictures: Pictures, table: SharedTable, quick: bool) -> None:
    """The tickets of a player, the result, and the result without a player."""
    game = recorded_game(AFRICA)
    table.seats.clear()
    table.open(game)
    player = game.setup.names[0]
    ids = {card.pairs: id for id, card in printed_cards(game.setup.board).items()}
    pictures.open(table, player, [ids[each.pairs] for each in game.state.players[player].tickets])
    pictures.tab.click("#tabs [data-tab=tickets]")
    pictures.tab.wait_for("document.querySelector('.ticket')")
    pictures.take("tickets")
    if not quick:
        pictures.take("ticket", _TAP_TICKET)
    assert table.session.show_result().accepted
    pictures.tab.wait_for("document.querySelector('#scores button')")
    pictures.take("result")
    if quick:
        return
    pictures.take("explanation", _TAP_NUMBER)
    table.remove(player)
    pictures.open(table)
    pictures.take("result-watched")


def _wait_for_names(tab: Tab) -> None:
    """Wait until the names belong to the size of the board."""
    tab.run("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    tab.wait_for(
        "document.body.dataset.names === 'placed'"
        " || !document.querySelector('#board').getClientRects().length"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", choices=ENGINES, default="chromium")
    parser.add_argument("--dark", action="store_true", help="the theme of Firefox and WebKit")
    parser.add_argument("--language", default="en")
    options = parser.parse_args()
    take(False, options.engine, options.dark, options.language)
