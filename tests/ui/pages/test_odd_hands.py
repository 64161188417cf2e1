"""Questions about tickets that do not fit the deal or the deck are shown where they are entered."""

from __future__ import annotations

from companion.rules.events import Ticket, TicketsTaken
from tests.support.phone import FastPhone
from tests.support.result import choose
from tests.support.tickets import show_tickets

TWO = TicketsTaken("Peter", (Ticket("los-angeles", "miami", 19), Ticket("boston", "miami", 12)))
ASKED = "Ana has 1 ticket: is one missing?"


def test_hand_without_enough_tickets_is_questioned(phone: FastPhone) -> None:
    show_tickets(phone, "usa", 2, TWO)
    phone.press("Ana")
    assert phone.shows("Ana has no tickets: not entered yet?")
    phone.type("dul elp")
    phone.press("Duluth – El Paso")
    assert phone.shows(ASKED)
    phone.navigator.go("result")
    phone.wait_until_idle()
    phone.press(ASKED)
    assert phone.screen == "tickets"
    assert phone.page("tickets").player == "Ana"
    phone.press("Next: Peter")
    assert not phone.shows(ASKED)
    phone.navigator.go("result")
    phone.wait_until_idle()
    phone.press(ASKED)
    assert phone.page("tickets").player == "Ana"
    phone.type("kan hou")
    phone.press("Houston – Kansas City")
    assert not phone.shows("is one missing?")
    phone.navigator.go("result")
    phone.wait_until_idle()
    assert not phone.shows("is one missing?")


def test_value_that_differs_from_the_deck_is_questioned(phone: FastPhone) -> None:
    cards = (Ticket("duluth", "el-paso", 15), Ticket("houston", "kansas-city", 5))
    show_tickets(phone, "usa", 2, TWO, TicketsTaken("Ana", cards))
    asked = "Ana: Duluth – El Paso is worth 15 here, 10 in the app’s deck: is that right?"
    assert phone.shows(asked)
    phone.navigator.go("result")
    phone.wait_until_idle()
    assert phone.shows(asked)
    choose(phone, "Move to Past games as unfinished")
    assert phone.now.is_finished
