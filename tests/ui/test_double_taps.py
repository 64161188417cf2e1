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
from tests.support.sessions import accepted
from tests.ui.finished import lay_recorded
from tests.ui.hasty import HastyPhone
from tests.ui.tables import lay, setup
from tests.ui.ticket_page import screen

USA, AFRICA = (bundled_boards()[id] for id in ("usa", "heart-of-africa"))
CLAIMS = tuple(
    RouteClaimed(player, route)
    for player, route in (("Ana", "duluth--helena"), ("Peter", "helena--seattle"))
)


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HastyPhone]:
    """One phone for every button; the ways lay out again what was there."""
    phone = HastyPhone(tmp_path_factory.mktemp("kept"))
    yield phone
    phone.close()


def waiting(phone: HastyPhone) -> None:
    """Three games, as they were before any was thrown away."""
    games = phone.context.store.games
    for game in games.discarded:
        games.bring_back(game.id)
    begun = {game.board for game in games.waiting()}
    for board in ("europe", "usa", "nordic-countries"):
        if board not in begun:
            games.begin(setup(board, 3))
    phone.navigator.reset_to("home")


def thrown_away(phone: HastyPhone) -> None:
    waiting(phone)
    phone.commit()
    phone.press("Throw away: Nordic Countries")


def noticed(phone: HastyPhone) -> None:
    phone.context.store.notices.clear()
    for sentence in ("One file could not be read.", "Another file could not be read."):
        phone.context.store.notices.tell(phrase(sentence))
    waiting(phone)


def played(phone: HastyPhone) -> None:
    """Three games, as they were before any was deleted."""
    history = phone.context.store.history
    for id in history.removed:
        history.bring_back(id)
    while len(history) < 3:
        lay_recorded(phone, "usa-shared")
        assert accepted(phone.session.finish)
    phone.session.clear()
    phone.navigator.reset_to("home", "past_games")


def deleted(phone: HastyPhone) -> None:
    played(phone)
    phone.commit()
    phone.tap(phone.buttons("Delete")[0])


def own_cards(phone: HastyPhone) -> None:
    for ticket in (Ticket("little-rock", "miami", 12), Ticket("atlanta", "boston", 9)):
        phone.context.store.learned.remember_ticket(USA, ticket)
    phone.navigator.reset_to("home", "cards")


def nearly_the_decks(phone: HastyPhone) -> None:
    for ticket in (Ticket("cape-town", "pretoria", 8), Ticket("cape-town", "zomba", 9)):
        phone.context.store.learned.remember_ticket(AFRICA, ticket)
    phone.navigator.reset_to("home", "cards")


def corrected(phone: HastyPhone) -> None:
    phone.session.clear()
    for route in ("boston--montreal", "duluth--helena"):
        phone.context.store.learned.correct(USA, RouteCorrection(route, 5, ("red",)))
    phone.navigator.reset_to("home", "corrections")


def lay_anew(phone: HastyPhone, board: str, *events: Event) -> None:
    """Lay a game in the place of the one before, so that no more and more are waiting."""
    now = phone.session.snapshot
    if now is not None and not now.finished:
        (phone.folder / "games" / f"{now.saved.id}.json").unlink()
    lay(phone, board, 3, *events)


def dealt(phone: HastyPhone) -> None:
    lay_anew(phone, "heart-of-africa")


def asked(phone: HastyPhone) -> None:
    phone.navigator.reset_to("home")
    phone.navigator.go("new_game", PlayAgain(setup("usa", 5)))


def at_the_table(phone: HastyPhone) -> None:
    lay_anew(phone, "usa", *CLAIMS)


def correcting(phone: HastyPhone) -> None:
    at_the_table(phone)
    phone.session.correct(0)


def at_a_claim(phone: HastyPhone) -> None:
    at_the_table(phone)
    phone.tap_route("boston--montreal")


def in_the_log(phone: HastyPhone) -> None:
    at_the_table(phone)
    phone.navigator.go("log")


def at_an_entry(phone: HastyPhone) -> None:
    in_the_log(phone)
    phone.commit()
    phone.tap(next(row for row in phone.shown() if getattr(row, "number", "") == "1"))


def at_the_tickets(phone: HastyPhone) -> None:
    lay_anew(phone, "usa")
    phone.navigator.go("tickets")
    phone.commit()


def typing_a_ticket(phone: HastyPhone) -> None:
    at_the_tickets(phone)
    phone.type("los")


def at_a_ticket(phone: HastyPhone) -> None:
    at_the_tickets(phone)
    for card in USA.tickets[:2]:
        assert accepted(phone.session.take_ticket, "Ana", card.ticket)
    phone.commit()
    page = screen(phone)
    page.open_ticket(page.ids.rows.children[0].result)


class Case(NamedTuple):
    """What to tap twice, and how one comes there."""

    way: Callable[[HastyPhone], None]
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


def counted(phone: HastyPhone) -> dict[str, int]:
    """How much there is of all that a tap could take away or bring."""
    store = phone.context.store
    now = phone.session.snapshot
    return {
        "games in progress": len(store.games.waiting()),
        "thrown away": len(store.games.discarded),
        "past games": len(store.history),
        "deleted": len(store.history.removed),
        "notices": len(store.notices),
        "cards": sum(len(store.learned.tickets(board)) for board in (USA, AFRICA)),
        "points of cards": sum(card.points for card in store.learned.tickets(AFRICA)),
        "corrections": len(store.learned.corrections(USA)),
        "entries": len(now.game.events) if now else -1,
        "undone": now.can_redo if now else -1,
    }


def after(phone: HastyPhone, case: Case, *apart: float) -> dict[str, object]:
    """What a tap has changed, or two that are so far apart, and what is in sight then."""
    case.way(phone)
    phone.commit()
    before = counted(phone)
    button = phone.buttons(case.button)[0]
    if apart:
        phone.tap_twice(button, *apart)
    else:
        phone.tap(button)
    phone.commit()
    changed = {name: count - before[name] for name, count in counted(phone).items()}
    seated = len(getattr(phone.navigator.page, "players", ()))
    sheet = type(phone.navigator.page.sheet).__name__
    return {**changed, "seated": seated, "screen": phone.screen, "sheet": sheet}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.way.__name__}-{case.button}")
def test_double_tap_does_what_a_single_tap_does(phone: HastyPhone, case: Case) -> None:
    once = after(phone, case)
    for apart in (0.05, 0.15, 0.29):
        assert after(phone, case, apart) == once, apart
