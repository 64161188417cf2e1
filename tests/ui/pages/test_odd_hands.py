"""Questions about tickets that do not fit the deal or the deck."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.rules.events import Ticket, TicketsTaken
from tests.support.phone import FastPhone, Phone
from tests.support.result import choose
from tests.support.tickets import show_tickets

ONE = TicketsTaken("Ana", (Ticket("duluth", "el-paso", 10),))
TWO = TicketsTaken("Peter", (Ticket("los-angeles", "miami", 19), Ticket("boston", "miami", 12)))
ASKED = "Ana has 1 ticket: is one missing?"


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    phone = FastPhone(tmp_path_factory.mktemp("phone") / "data")
    yield phone
    phone.close()


def test_hand_without_enough_tickets_is_questioned(phone: Phone) -> None:
    show_tickets(phone, "usa", 2, TWO)
    phone.press("Ana")
    assert phone.shows("Ana has no tickets: not entered yet?")
    phone.type("dul elp")
    phone.press("Duluth – El Paso")
    assert phone.shows(ASKED)
    phone.type("bos mia")
    phone.press("Next: Peter")
    assert not phone.shows(ASKED)
    phone.press("Ana")
    phone.type("kan hou")
    phone.press("Houston – Kansas City")
    assert not phone.shows("is one missing?")


def test_result_asks_if_nobody_has_tickets(phone: Phone) -> None:
    show_tickets(phone, "usa", 2)
    phone.navigator.go("result")
    phone.wait_until_idle()
    assert phone.shows("Nobody has any tickets: not entered yet?")


def test_value_that_differs_from_the_deck_is_questioned(phone: Phone) -> None:
    cards = (Ticket("duluth", "el-paso", 15), Ticket("houston", "kansas-city", 5))
    show_tickets(phone, "usa", 2, TWO, TicketsTaken("Ana", cards))
    asked = "Ana: Duluth – El Paso is worth 15 here, 10 in the app’s deck: is that right?"
    assert phone.shows(asked)
    phone.navigator.go("result")
    phone.wait_until_idle()
    assert phone.shows(asked)


def test_result_questions_odd_hands_and_counts_them(phone: Phone) -> None:
    show_tickets(phone, "usa", 2, ONE, TWO)
    phone.navigator.go("result")
    phone.wait_until_idle()
    assert phone.shows(ASKED)
    choose(phone, "File as not played to the end")
    assert phone.now.finished


def test_normal_hands_are_not_questioned(phone: Phone) -> None:
    more = TicketsTaken("Ana", (Ticket("houston", "kansas-city", 5),))
    show_tickets(phone, "usa", 2, ONE, TWO, more)
    phone.navigator.go("result")
    phone.wait_until_idle()
    assert not phone.shows("is one missing?")


def test_two_long_tickets_are_questioned(phone: Phone) -> None:
    long = (Ticket("athina", "edinburgh", 21), Ticket("brest", "petrograd", 20))
    show_tickets(phone, "europe", 2, TicketsTaken("Ana", long))
    assert phone.shows(
        "Ana has 2 long tickets, but may keep only 1: does one belong to somebody else?"
    )
