"""The warning about a number of tickets that does not fit the deal."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.rules.events import Ticket, TicketsTaken
from tests.support.phone import FastPhone, Phone
from tests.support.tickets import show_tickets

ONE = TicketsTaken("Ana", (Ticket("duluth", "el-paso", 10),))
TWO = TicketsTaken("Peter", (Ticket("los-angeles", "miami", 19), Ticket("boston", "miami", 12)))
ASKED = "Ana has 1 ticket: is one missing?"


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    phone = FastPhone(tmp_path_factory.mktemp("phone") / "data")
    yield phone
    phone.close()


def test_hand_of_one_ticket_shows_a_warning(phone: Phone) -> None:
    show_tickets(phone, "usa", 2, TWO)
    phone.press("Ana")
    assert not phone.shows("missing")
    phone.type("dul elp")
    phone.press("Duluth – El Paso")
    assert phone.shows(ASKED)
    phone.type("bos mia")
    phone.press("Next: Peter")
    assert not phone.shows(ASKED)
    phone.press("Ana")
    phone.type("kan hou")
    phone.press("Houston – Kansas City")
    assert not phone.shows("missing")


def test_result_warns_about_odd_hands_and_counts_them(phone: Phone) -> None:
    show_tickets(phone, "usa", 2, ONE, TWO)
    phone.navigator.go("result")
    phone.wait_until_idle()
    assert phone.shows(ASKED)
    phone.press("Finish and move to Past games")
    assert phone.now.finished


def test_normal_hands_show_no_warning(phone: Phone) -> None:
    more = TicketsTaken("Ana", (Ticket("houston", "kansas-city", 5),))
    show_tickets(phone, "usa", 2, ONE, TWO, more)
    phone.navigator.go("result")
    phone.wait_until_idle()
    assert not phone.shows("missing")


def test_two_long_tickets_show_a_warning(phone: Phone) -> None:
    long = (Ticket("athina", "edinburgh", 21), Ticket("brest", "petrograd", 20))
    show_tickets(phone, "europe", 2, TicketsTaken("Ana", long))
    assert phone.shows(
        "Ana has 2 long tickets, but each player gets only 1: does one belong to somebody else?"
    )
