"""A double tap on anything that closes or leaves a page does what a single tap does."""

from __future__ import annotations

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
    """One phone for every button; the ways lay out again what was there."""
    phone = FastPhone(tmp_path_factory.mktemp("kept"))
    yield phone
    phone.close()


def waiting(phone: FastPhone) -> None:
    """Three games, as they were before any was thrown away."""
    games = phone.context.store.games
    for game in games.removed_in_progress():
        games.restore(game.id)
    begun = {game.board for game in games.in_progress()}
    for board in ("europe", "usa", "nordic-countries"):
        if board not in begun:
            games.begin(setup(board, 3))
    phone.navigator.reset_to("home")


def thrown_away(phone: FastPhone) -> None:
    waiting(phone)
    phone.wait_until_idle()
    phone.press("Throw away: Nordic Countries")


def noticed(phone: FastPhone) -> None:
    phone.context.store.notices.clear()
    for sentence in ("One file could not be read.", "Another file could not be read."):
        phone.context.store.notices.add(phrase(sentence))
    waiting(phone)


def played(phone: FastPhone) -> None:
    """Three games, as they were before any was deleted."""
    games = phone.context.store.games
    for game in games.removed_finished():
        games.restore(game.id)
    while len(games.finished()) < 3:
        open_recorded_game(phone, "usa-shared")
        assert accepted(phone.session.finish)
    phone.session.clear()
    phone.navigator.reset_to("home", "past_games")


def deleted(phone: FastPhone) -> None:
    played(phone)
    phone.wait_until_idle()
    phone.tap(phone.buttons("Delete")[0])


def own_cards(phone: FastPhone) -> None:
    for ticket in (Ticket("little-rock", "miami", 12), Ticket("atlanta", "boston", 9)):
        phone.context.store.learned.remember_ticket(USA, ticket)
    phone.navigator.reset_to("home", "cards")


def nearly_the_decks(phone: FastPhone) -> None:
    for ticket in (Ticket("cape-town", "pretoria", 8), Ticket("cape-town", "zomba", 9)):
        phone.context.store.learned.remember_ticket(AFRICA, ticket)
    phone.navigator.reset_to("home", "cards")


def corrected(phone: FastPhone) -> None:
    phone.session.clear()
    for route in ("boston--montreal", "duluth--helena"):
        phone.context.store.learned.correct(USA, RouteCorrection(route, 5, ("red",)))
    phone.navigator.reset_to("home", "corrections")


def lay_anew(phone: FastPhone, board: str, *events: Event) -> None:
    """Lay a game in the place of the one before, so that no more and more are waiting."""
    now = phone.session.snapshot
    if now is not None and not now.finished:
        (phone.folder / "in_progress" / f"{now.saved.id}.json").unlink()
    start_game(phone, board, 3, *events)


def dealt(phone: FastPhone) -> None:
    lay_anew(phone, "heart-of-africa")


def asked(phone: FastPhone) -> None:
    phone.navigator.reset_to("home")
    phone.navigator.go("new_game", PlayAgain(setup("usa", 5)))


def at_the_table(phone: FastPhone) -> None:
    lay_anew(phone, "usa", *CLAIMS)


def correcting(phone: FastPhone) -> None:
    at_the_table(phone)
    phone.session.correct(0)


def at_a_claim(phone: FastPhone) -> None:
    at_the_table(phone)
    phone.tap_route("boston--montreal")


def in_the_log(phone: FastPhone) -> None:
    at_the_table(phone)
    phone.navigator.go("log")


def at_an_entry(phone: FastPhone) -> None:
    in_the_log(phone)
    phone.wait_until_idle()
    phone.tap(next(row for row in phone.visible_widgets() if getattr(row, "number", "") == "1"))


def at_the_tickets(phone: FastPhone) -> None:
    lay_anew(phone, "usa")
    phone.navigator.go("tickets")
    phone.wait_until_idle()


def typing_a_ticket(phone: FastPhone) -> None:
    at_the_tickets(phone)
    phone.type("los")


def at_a_ticket(phone: FastPhone) -> None:
    at_the_tickets(phone)
    for card in USA.tickets[:2]:
        assert accepted(phone.session.take_ticket, "Ana", card.ticket)
    phone.wait_until_idle()
    page = tickets_page(phone)
    page.open_ticket(page.ids.rows.children[0].result)


class Case(NamedTuple):
    """What to tap twice, and how one comes there."""

    way: Callable[[FastPhone], None]
    button: str


CASES = (
    Case(waiting, "Throw away: Nordic Countries"),
    Case(waiting, "Throw away: USA (10th Anniversary)"),
    Case(thrown_away, "Undo"),
    Case(noticed, "Dismiss"),
    Case(played, "Delete"),
    Case(deleted, "Undo"),
    Case(own_cards, "Remove Atlanta – Boston"),
    Case(nearly_the_decks, "One less"),
    Case(corrected, "Take back"),
    Case(dealt, "Skip"),
    Case(dealt, "Ana: Desert"),
    Case(asked, "Remove"),
    Case(correcting, "Cancel"),
    Case(at_a_claim, "The printed board differs"),
    Case(in_the_log, "Back"),
    Case(at_an_entry, "Show on the board"),
    Case(at_an_entry, "Change this entry"),
    Case(at_an_entry, "Remove this entry"),
    Case(typing_a_ticket, "Chicago – Los Angeles"),
    Case(at_a_ticket, "Remove"),
)


def counted(phone: FastPhone) -> dict[str, int]:
    """How much there is of all that a tap could take away or bring."""
    store = phone.context.store
    now = phone.session.snapshot
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
    """What a tap has changed, or two that are so far apart, and what is in sight then."""
    case.way(phone)
    phone.wait_until_idle()
    before = counted(phone)
    button = phone.buttons(case.button)[0]
    if apart:
        phone.tap_twice(button, *apart)
    else:
        phone.tap(button)
    phone.wait_until_idle()
    changed = {name: count - before[name] for name, count in counted(phone).items()}
    seated = len(getattr(phone.navigator.page, "players", ()))
    sheet = type(phone.navigator.page.sheet).__name__
    return {**changed, "seated": seated, "screen": phone.screen, "sheet": sheet}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.way.__name__}-{case.button}")
def test_double_tap_does_what_a_single_tap_does(phone: FastPhone, case: Case) -> None:
    once = after(phone, case)
    for apart in (0.05, 0.15, 0.29):
        assert after(phone, case, apart) == once, apart
