"""A double tap on a button that closes or leaves a page does what a single tap does."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from companion.rules.board import RouteCorrection
from companion.rules.boards import bundled_boards
from companion.rules.events import Event, RouteClaimed, Ticket
from companion.rules.wording import phrase
from companion.ui.navigator import PlayAgain
from tests.support.phone import FastPhone
from tests.support.sessions import accepted
from tests.support.table import open_recorded_game, setup, start_game
from tests.support.tickets import tickets_page

USA, AFRICA = (bundled_boards()[id] for id in ("usa", "heart-of-africa"))
CLAIMS = tuple(
    RouteClaimed(player, route)
    for player, route in (("Ana", "duluth--helena"), ("Peter", "helena--seattle"))
)


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastPhone]:
    """One phone for all cases; the function of each case restores its data."""
    phone = FastPhone(tmp_path_factory.mktemp("data"))
    yield phone
    phone.close()


def three_games(phone: FastPhone) -> None:
    """Three games, as they were before any was removed."""
    games = phone.context.store.games
    for game in games.removed_in_progress():
        games.restore(game.id)
    begun = {game.board for game in games.in_progress()}
    for board in ("europe", "usa", "nordic-countries"):
        if board not in begun:
            games.begin(setup(board, 3))
    phone.navigator.reset_to("home")


def menu_of_game(phone: FastPhone) -> None:
    three_games(phone)
    phone.wait_until_idle()
    phone.press("Menu: Nordic Countries")


def removed_game(phone: FastPhone) -> None:
    menu_of_game(phone)
    phone.press("Delete: Nordic Countries")


def with_notices(phone: FastPhone) -> None:
    phone.context.store.notices.clear()
    for sentence in ("One file could not be read.", "Another file could not be read."):
        phone.context.store.notices.add(phrase(sentence))
    three_games(phone)


def close_game(phone: FastPhone) -> None:
    """Close the current game, if there is one."""
    now = phone.context.snapshot
    if now is not None:
        phone.context.sessions.close(now.saved.id)


def three_finished(phone: FastPhone) -> None:
    """Three games, as they were before any was deleted."""
    games = phone.context.store.games
    for game in games.removed_finished():
        games.restore(game.id)
    while len(games.finished()) < 3:
        open_recorded_game(phone, "usa-shared")
        assert accepted(phone.session.finish)
    close_game(phone)
    phone.navigator.reset_to("home", "past_games")


def deleted_game(phone: FastPhone) -> None:
    three_finished(phone)
    phone.wait_until_idle()
    phone.tap(phone.buttons("Delete")[0])


def own_cards(phone: FastPhone) -> None:
    for ticket in (Ticket("little-rock", "miami", 12), Ticket("atlanta", "boston", 9)):
        phone.context.store.learned.remember_ticket(USA, ticket)
    phone.navigator.reset_to("home", "own_tickets")


def cards_with_other_values(phone: FastPhone) -> None:
    for ticket in (Ticket("cape-town", "pretoria", 8), Ticket("cape-town", "zomba", 9)):
        phone.context.store.learned.remember_ticket(AFRICA, ticket)
    phone.navigator.reset_to("home", "own_tickets")


def corrected(phone: FastPhone) -> None:
    close_game(phone)
    for route in ("boston--montreal", "duluth--helena"):
        phone.context.store.learned.correct(USA, RouteCorrection(route, 5, ("red",)))
    phone.navigator.reset_to("home", "corrections")


def restart_game(phone: FastPhone, board: str, *events: Event) -> None:
    """Begin a game in place of the current one, so that games do not accumulate."""
    now = phone.context.snapshot
    if now is not None and not now.is_finished:
        (phone.folder / "games" / f"{now.saved.id}.json").unlink()
    start_game(phone, board, 3, *events)


def starting_cards(phone: FastPhone) -> None:
    restart_game(phone, "heart-of-africa")


def new_game(phone: FastPhone) -> None:
    phone.navigator.reset_to("home")
    phone.navigator.go("new_game", PlayAgain(setup("usa", 5)))


def on_table(phone: FastPhone) -> None:
    restart_game(phone, "usa", *CLAIMS)


def correcting(phone: FastPhone) -> None:
    on_table(phone)
    phone.session.correct(0)


def on_claim_sheet(phone: FastPhone) -> None:
    on_table(phone)
    phone.tap_route("boston--montreal")


def in_log(phone: FastPhone) -> None:
    on_table(phone)
    phone.navigator.go("log")


def on_entry_sheet(phone: FastPhone) -> None:
    in_log(phone)
    phone.wait_until_idle()
    phone.tap(next(row for row in phone.visible_widgets() if getattr(row, "number", "") == "1"))


def on_tickets(phone: FastPhone) -> None:
    restart_game(phone, "usa")
    phone.navigator.go("tickets")
    phone.wait_until_idle()


def typing_a_ticket(phone: FastPhone) -> None:
    on_tickets(phone)
    phone.type("los")


def on_ticket_sheet(phone: FastPhone) -> None:
    on_tickets(phone)
    for card in USA.tickets[:2]:
        assert accepted(phone.session.take_ticket, "Ana", card.ticket)
    phone.wait_until_idle()
    page = tickets_page(phone)
    page.ids.rows.children[0].dispatch("on_tap")


class Case(NamedTuple):
    """A function that opens a page, and the button to tap twice."""

    open_page: Callable[[FastPhone], None]
    button: str


CASES = (
    Case(three_games, "Menu: Nordic Countries"),
    Case(menu_of_game, "Delete: Nordic Countries"),
    Case(removed_game, "Undo"),
    Case(with_notices, "Dismiss"),
    Case(three_finished, "Delete"),
    Case(deleted_game, "Undo"),
    Case(own_cards, "Remove Atlanta – Boston"),
    Case(cards_with_other_values, "One less"),
    Case(corrected, "Remove"),
    Case(starting_cards, "Skip"),
    Case(starting_cards, "Ana: Desert"),
    Case(new_game, "Remove"),
    Case(correcting, "Cancel"),
    Case(on_claim_sheet, "The printed board is different"),
    Case(in_log, "Back"),
    Case(on_entry_sheet, "Show on the board"),
    Case(on_entry_sheet, "Change this entry"),
    Case(on_entry_sheet, "Remove this entry"),
    Case(typing_a_ticket, "Chicago – Los Angeles"),
    Case(on_ticket_sheet, "Remove"),
)


def counted(phone: FastPhone) -> dict[str, int]:
    """The numbers of all objects that a tap could remove or add."""
    store = phone.context.store
    now = phone.context.snapshot
    return {
        "games in progress": len(store.games.in_progress()),
        "thrown away": len(store.games.removed_in_progress()),
        "past games": len(store.games.finished()),
        "deleted": len(store.games.removed_finished()),
        "notices": len(store.notices),
        "cards": sum(len(store.learned.tickets(board)) for board in (USA, AFRICA)),
        "points of cards": sum(card.points for card in store.learned.tickets(AFRICA)),
        "corrections": len(store.learned.corrections(USA)),
        "entries": len(now.game.events) if now else -1,
        "undone": now.can_redo if now else -1,
    }


def after(phone: FastPhone, case: Case, *apart: float) -> dict[str, object]:
    """The changes made by one tap, or two with this delay, and the visible page."""
    case.open_page(phone)
    phone.wait_until_idle()
    before = counted(phone)
    button = phone.buttons(case.button)[0]
    if apart:
        phone.tap_twice(button, *apart)
    else:
        phone.tap(button)
    phone.wait_until_idle()
    changed = {name: count - before[name] for name, count in counted(phone).items()}
    players = len(getattr(phone.navigator.page, "players", ()))
    sheet = type(phone.navigator.page.sheet).__name__
    return {**changed, "players": players, "screen": phone.screen, "sheet": sheet}


APART = (0.05, 0.15, 0.29)
"""Seconds between the taps: the first or the last, and all if THOROUGHNESS is set."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.open_page.__name__}-{case.button}")
def test_double_tap_does_what_a_single_tap_does(phone: FastPhone, case: Case) -> None:
    once = after(phone, case)
    chosen = APART if os.environ.get("THOROUGHNESS") else APART[CASES.index(case) % 2 * 2 :][:1]
    for apart in chosen:
        assert after(phone, case, apart) == once, apart
