"""The layout of the tickets page on the smallest phone and in landscape."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.rules.events import Ticket, TicketsTaken
from tests.support.phone import FastPhone, Phone
from tests.support.tickets import show_tickets, tickets_page
from tests.support.widgets import buttons_too_small, overflowing_texts, widgets_outside_window


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """One phone for all tests of this module."""
    phone = FastPhone(tmp_path_factory.mktemp("phone") / "data")
    yield phone
    phone.close()


@pytest.mark.parametrize(("size", "scale"), [((320, 568), 1.3), ((844, 390), 1.0)])
def test_page_fits(phone: Phone, size: tuple[int, int], scale: float) -> None:
    phone.context.preferences.change("text_size", scale)
    try:
        phone.resize(*size)
        show_tickets(phone, "europe", 5, TicketsTaken("Ana", (Ticket("athina", "edinburgh", 21),)))
        for letters in ("", "co", "lis sof"):
            phone.type(letters)
            _check(phone)
            tickets_page(phone).entry.clear()
        phone.type("lis sof")
        tickets_page(phone).entry.choose_single()
        phone.wait_until_idle()
        _check(phone)
        phone.press("Cancel")
        tickets_page(phone).entry.clear()
        tickets_page(phone).open_ticket(tickets_page(phone)._tally.tickets[0])
        phone.wait_until_idle()
        _check(phone)
    finally:
        phone.context.preferences.change("text_size", 1.0)
        phone.resize(390, 844)


def _check(phone: Phone) -> None:
    shown = phone.navigator.page
    assert buttons_too_small(shown) == []
    assert overflowing_texts(shown) == []
    assert widgets_outside_window(shown) == []
