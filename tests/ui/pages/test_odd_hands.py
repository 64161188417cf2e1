"""The quiet question about a hand that does not fit what was dealt."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.rules.events import Ticket, TicketsTaken
from tests.ui.hasty import HastyPhone
from tests.ui.phone import Phone
from tests.ui.ticket_page import finish

ONE = TicketsTaken("Ana", (Ticket("duluth", "el-paso", 10),))
TWO = TicketsTaken("Peter", (Ticket("los-angeles", "miami", 19), Ticket("boston", "miami", 12)))
ASKED = "Ana has 1 ticket: is one missing?"


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    phone = HastyPhone(tmp_path_factory.mktemp("phone") / "kept")
    yield phone
    phone.close()


def test_a_hand_of_one_ticket_is_asked_about_where_it_is_entered(phone: Phone) -> None:
    finish(phone, "usa", 2, TWO)
    phone.press("Ana")
    assert not phone.reads("missing")
    phone.type("dul elp")
    phone.press("Duluth – El Paso")
    assert phone.reads(ASKED)
    phone.type("bos mia")
    phone.press("Next: Peter")
    assert not phone.reads(ASKED)
    phone.press("Ana")
    phone.type("kan hou")
    phone.press("Houston – Kansas City")
    assert not phone.reads("missing")


def test_the_result_asks_about_every_odd_hand_and_counts_it_all_the_same(phone: Phone) -> None:
    finish(phone, "usa", 2, ONE, TWO)
    phone.navigator.go("result")
    phone.commit()
    assert phone.reads(ASKED)
    phone.press("Finish: put it among the past games")
    assert phone.now.finished


def test_hands_that_fit_are_not_asked_about(phone: Phone) -> None:
    more = TicketsTaken("Ana", (Ticket("houston", "kansas-city", 5),))
    finish(phone, "usa", 2, ONE, TWO, more)
    phone.navigator.go("result")
    phone.commit()
    assert not phone.reads("missing")


def test_two_long_tickets_in_one_hand_are_asked_about(phone: Phone) -> None:
    long = (Ticket("athina", "edinburgh", 21), Ticket("brest", "petrograd", 20))
    finish(phone, "europe", 2, TicketsTaken("Ana", long))
    assert phone.reads("Ana has 2 long tickets, and 1 is dealt: is one somebody else’s?")
