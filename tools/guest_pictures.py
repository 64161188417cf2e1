"""Takes pictures of the guests' page in Chromium: `python -m tools.guest_pictures`.

They show a game on a board with terrain and one with stations, in several sizes and both themes.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from companion.table.edits import printed_cards
from tests.support.browser import CHROMIUM, DRIVER, Tab, running_browsers
from tests.support.games import recorded_game
from tests.support.guests import SharedTable, shared_table

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "guests"
Sizes = Sequence[tuple[int, int]]
SIZES: Sizes = ((360, 640), (390, 844), (844, 390), (1280, 800))
PORTRAIT = (390, 844)
GAMES = (("heart-of-africa-full", 60), ("europe-full", 90))
"""Recorded games, and how many entries are played."""


def take(quick: bool) -> bool:
    """Take the pictures, or only one of each tab; returns whether there is a browser."""
    if CHROMIUM is None or DRIVER is None:
        print("No picture of the guests' page: chromium and chromedriver are not installed.")
        return False
    sizes, themes = ((PORTRAIT,), (False,)) if quick else (SIZES, (False, True))
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    with tempfile.TemporaryDirectory() as folder, running_browsers("en") as (browser,):
        tab = browser.tabs[0]
        for name, entries in GAMES[:1] if quick else GAMES:
            with shared_table(Path(folder) / name) as table:
                table.play_recorded(name, entries)
                _take_seat(tab, table.address, table.session.now.setup.names[2], quick)
                _take_sizes(tab, name.removesuffix("-full"), sizes, themes)
        with shared_table(Path(folder) / "end") as table:
            _take_end(tab, table, sizes, themes)
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER.relative_to(ROOT)}")
    return True


def _take_seat(tab: Tab, address: str, player: str, quick: bool) -> None:
    tab.resize(*PORTRAIT, scale=2)
    tab.open(address)
    tab.wait_for("document.querySelector('#seat-list .seat')")
    if not quick:
        tab.screenshot(FOLDER / "seats.png")
    tab.click(".seat", player)
    tab.wait_for("document.querySelector('#own-player .player')")
    tab.wait_for("document.querySelector('#names text')")


def _take_sizes(tab: Tab, name: str, sizes: Sizes, themes: Iterable[bool]) -> None:
    for dark in themes:
        for width, height in sizes:
            tab.resize(width, height, dark, scale=2)
            _wait_for_names(tab)
            picture = f"{width}x{height}-{'dark' if dark else 'light'}.png"
            tab.screenshot(FOLDER / f"{name}-table-{picture}")
            if len(sizes) == 1:
                continue
            # A free route of which the doubling is explained, if the board has terrain.
            tab.run(
                "const free = [...document.querySelectorAll('#touch polyline')]"
                ".filter(each => each.getAttribute('aria-label').endsWith(', free'));"
                "free[free.length >> 1].dispatchEvent(new MouseEvent('click', {bubbles: true}))"
            )
            tab.wait_for("!document.getElementById('details').hidden")
            tab.screenshot(FOLDER / f"{name}-route-{picture}")
            tab.press("\ue00c")
            tab.run("document.querySelectorAll('.player')[1].click()")
            tab.wait_for("document.querySelector('#details button.fact')")
            tab.screenshot(FOLDER / f"{name}-player-{picture}")
            tab.press("\ue00c")


def _take_end(tab: Tab, table: SharedTable, sizes: Sizes, themes: Iterable[bool]) -> None:
    """The tickets of a player and the result."""
    game = recorded_game(GAMES[0][0])
    table.open(game)
    player = game.setup.names[2]
    _take_seat(tab, table.address, player, quick=True)
    ids = {card.pairs: id for id, card in printed_cards(game.setup.board).items()}
    hand = [ids[ticket.pairs] for ticket in game.state.players[player].tickets]
    key = f"tickets {table.session.now.saved.id}"
    tab.run("localStorage.setItem(arguments[0], JSON.stringify(arguments[1]))", key, hand)
    tab.reload()
    tab.wait_for("document.querySelector('#names text')")
    for page in ("tickets", "result"):
        if page == "result":
            assert table.session.show_result().accepted
            tab.wait_for("document.querySelector('#scores button')")
        tab.click(f"#tabs [data-tab={page}]")
        for dark in themes:
            for width, height in sizes:
                tab.resize(width, height, dark, scale=2)
                _wait_for_names(tab)
                theme = "dark" if dark else "light"
                tab.screenshot(FOLDER / f"{page}-{width}x{height}-{theme}.png")


def _wait_for_names(tab: Tab) -> None:
    """Wait until the names belong to the size of the board."""
    tab.run("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    tab.wait_for("document.body.dataset.names === 'placed'")


if __name__ == "__main__":
    take(quick=False)
