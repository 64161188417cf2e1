"""Steps to the views: games, pages, sheets and letters."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass

from companion.rules.boards import bundled_boards
from companion.rules.events import (
    Event,
)
from companion.rules.game import Game
from companion.rules.setup import Player
from companion.store.saved_game import local_time
from companion.ui.navigator import PageName
from companion.ui.pages.log import LogPage
from companion.ui.pages.result.explanation_view import ExplanationView
from companion.ui.pages.table.claim_sheet import ClaimSheet
from tests.support.games import recorded_game
from tests.support.phone import Phone
from tests.support.stores import open_store
from tests.support.table import open_game, save_game
from tests.support.view_games import (
    FIVE,
    after,
)


def connected(one: str, other: str) -> Callable[[Phone], None]:
    """Opens the answer whether two cities are connected."""
    return lambda phone: phone.table.show_connection(one, other)


def revealed(steps: int) -> Callable[[Phone], None]:
    """Shows so many steps more of the reveal, or all that are left."""

    def show(phone: Phone) -> None:
        for _ in range(steps):
            phone.page("reveal").advance()

    return show


def without_turn_offer(phone: Phone) -> None:
    """Dismisses the offer to turn the board."""
    phone.table.turn_offer.dismiss()


def at_table(game: Game, *then: Callable[[Phone], object]) -> Callable[[Phone], None]:
    """Open a game on the table page, then call each function in `then`.

    If the first of them opens another page, the table page is only on the back stack.
    """
    first = then[0] if then else None
    pages, steps = ((first.name,), then[1:]) if isinstance(first, screen) else ((), then)

    def show(phone: Phone) -> None:
        open_game(phone, game, *pages)
        for step in steps:
            step(phone)
            phone.wait_until_idle()

    return show


def route(id: str, player: str | None = None, option: int = 0) -> Callable[[Phone], None]:
    """Open a route's claim sheet for a player with a doubling option selected."""

    def show(phone: Phone) -> None:
        phone.table.open_route(phone.now.board.routes[id])
        sheet = phone.table.sheet
        assert isinstance(sheet, ClaimSheet)
        if player is not None:
            sheet.choose_player(player)
        sheet.option = option

    return show


def claimed(id: str) -> Callable[[Phone], None]:
    """Open the sheet of a claimed route."""
    return lambda phone: phone.table.open_route(phone.now.board.routes[id], 0)


def routes(*ids: str) -> Callable[[Phone], None]:
    """Open the sheet that asks which route a tap meant."""
    return lambda phone: phone.table.ids.board.dispatch("on_route", tuple((id, 0) for id in ids))


def city(id: str) -> Callable[[Phone], None]:
    """Open a city's sheet."""
    return lambda phone: phone.table.open_city(id)


def player_sheet(player: str) -> Callable[[Phone], None]:
    """Open a player's sheet."""
    return lambda phone: phone.table.open_player(player)


def player_settings(player: str) -> Callable[[Phone], None]:
    """Open the sheet that changes a player's name, colour or seat."""
    return lambda phone: phone.table.open_player_settings(player)


def entry(event: Event) -> Callable[[Phone], object]:
    """Make an entry, which may be refused."""
    return lambda phone: phone.table.session.enter(event)


def finish(phone: Phone) -> None:
    """Press Finish."""
    phone.table.finish()


def correction(index: int) -> Callable[[Phone], object]:
    """Begin to correct an entry."""
    return lambda phone: phone.session.correct(index)


def insertion(index: int) -> Callable[[Phone], object]:
    """Begin to insert an entry before another one."""
    return lambda phone: phone.session.insert_before(index)


@dataclass(frozen=True)
class screen:  # noqa: N801  (used like the functions around it)
    """Go to a page."""

    name: PageName

    def __call__(self, phone: Phone) -> None:
        """Open the page on top of the current one."""
        phone.navigator.go(self.name)


def letters(text: str) -> Callable[[Phone], None]:
    """Type into the focused text field."""
    return lambda phone: phone.type(text)


def explained(part: str, player: str) -> Callable[[Phone], None]:
    """Open the explanation of a player's points for a part and select the first row."""

    def show(phone: Phone) -> None:
        phone.page("result").explain(part, player)
        phone.wait_until_idle()
        reasons = next(
            each for each in phone.visible_widgets() if isinstance(each, ExplanationView)
        )
        reasons.selected = 0

    return show


def log_of(player: str) -> Callable[[Phone], None]:
    """Filter the log by a player."""

    def show(phone: Phone) -> None:
        page = phone.page("log")
        assert isinstance(page, LogPage)
        page.filter_by(player)

    return show


def log_entry(index: int) -> Callable[[Phone], None]:
    """Open the sheet of an entry of the log."""
    return lambda phone: phone.page("log").open_entry(index)


def game_on_each_board(phone: Phone) -> None:
    """Home with three games in progress."""
    for name, entries in (("usa-full", 20), ("heart-of-africa-full", 30), ("europe-full", 25)):
        save_game(phone, after(name, entries))
    phone.navigator.reset_to("home")


def one_game_of(name: str) -> Callable[[Phone], None]:
    """Home with one game in progress."""

    def show(phone: Phone) -> None:
        save_game(phone, after(name))
        phone.navigator.reset_to("home")

    return show


def tallied_games(phone: Phone) -> None:
    """Home with games in progress whose tally has begun."""
    for name in ("usa-left", "heart-of-africa-left", "usa-open-turns"):
        save_game(phone, recorded_game(name))
    phone.navigator.reset_to("home")


def damaged_file(phone: Phone) -> None:
    """Home with a notice about a damaged file."""
    game_on_each_board(phone)
    broken = phone.folder / "games" / f"{'0' * 32}.json"
    broken.write_text("{", encoding="utf-8")
    phone.navigator.reset_to("home")
    broken.unlink(missing_ok=True)


def with_past_games(name: PageName) -> Callable[[Phone], None]:
    """A page about finished games, with four of them, one not played to the end."""

    def show(phone: Phone) -> None:
        for game in ("usa-full", "heart-of-africa-full", "usa-open-turns", "europe-full"):
            save_game(phone, recorded_game(game))
            phone.session.finish()
        phone.navigator.reset_to("home", name)

    return show


def new_game(board: str, *players: Player, expanded: bool = False) -> Callable[[Phone], None]:
    """The New game page with a board and players."""

    def show(phone: Phone) -> None:
        phone.navigator.go("new_game")
        page = phone.page("new_game")
        page.prefill(players, bundled_boards().summary(board))
        if expanded:
            page.house_rules.expanded = True

    return show


def remembered_players(phone: Phone) -> None:
    """The New game page with four players, and more players of earlier games."""
    names = [Player(f"Guest {number}", "red") for number in range(1, 13)]
    for player in (*FIVE, *names):
        phone.context.store.learned.remember_players([player], "usa", local_time())
    new_game("usa", *FIVE[:4])(phone)


def startup_error(phone: Phone) -> None:
    """The app, started while another process has locked the data folder."""
    phone.close()
    # Collect the pages of the closed app now, not in the middle of a frame.
    gc.collect()
    with open_store(phone.folder):
        phone.start()
