"""Learned tickets, which no bundled deck has: listed, corrected and removed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules.boards import bundled_boards
from companion.rules.events import Ticket
from companion.ui.kit.value_stepper import ValueStepper
from companion.ui.pages.tickets.ticket_suggestions import SuggestionRow
from tests.support.phone import FastPhone, Phone
from tests.support.tickets import saved_tickets, show_tickets
from tests.support.widgets import buttons_too_small, overflowing_texts, widgets_outside_window

BOARDS = bundled_boards()
LEARNED = {
    "usa": Ticket("little-rock", "miami", 12),
    "europe": Ticket("amsterdam", "berlin", 5),
    "heart-of-africa": Ticket("cape-town", "pretoria", 9),
}
"""A learned ticket for each board; the deck of Africa has it with another value."""


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Phone]:
    phone = FastPhone(tmp_path / "data")
    yield phone
    phone.close()


def remembered(phone: Phone, board: str) -> list[Ticket]:
    return phone.context.store.learned.tickets(BOARDS[board])


def look(phone: Phone) -> None:
    phone.navigator.go("cards")
    phone.wait_until_idle()


@pytest.mark.parametrize(
    ("board", "line", "title"),
    [
        ("usa", "lit mia 12", "Little Rock – Miami"),
        ("europe", "ams ber 5", "Amsterdam – Berlin"),
        ("heart-of-africa", "cap pre 9", "Cape Town – Pretoria"),
    ],
)
def test_learned_ticket_is_remembered_on_every_board(
    phone: Phone, board: str, line: str, title: str
) -> None:
    show_tickets(phone, board, 2)
    phone.type(line)
    phone.press(title)
    assert remembered(phone, board) == list(saved_tickets(phone, "Ana"))
    assert remembered(phone, board)[0].points == LEARNED[board].points

    show_tickets(phone, board, 2)
    phone.type(line.rsplit(" ", 1)[0])
    first = next(row for row in phone.visible_widgets() if isinstance(row, SuggestionRow))
    assert first.points == line.split()[-1]


def test_learned_tickets_are_listed_with_the_difference_to_the_deck(phone: Phone) -> None:
    look(phone)
    assert phone.shows("None yet.")
    for board, card in LEARNED.items():
        phone.context.store.learned.remember_ticket(BOARDS[board], card)
    phone.navigator.reset_to("home")
    look(phone)
    assert not phone.shows("None yet.")
    for board, card in LEARNED.items():
        assert phone.shows(BOARDS[board].ticket_title(card))
    assert phone.shows("your own value; 7 in the app’s deck")
    assert phone.shows("not in the app’s deck, entered before")


def test_value_is_changed_in_the_list(phone: Phone) -> None:
    phone.context.store.learned.remember_ticket(BOARDS["usa"], LEARNED["usa"])
    look(phone)
    phone.press("One more")
    assert [card.points for card in remembered(phone, "usa")] == [13]
    field = next(
        each for each in phone.visible_widgets() if isinstance(each, ValueStepper)
    ).ids.field
    phone.tap(field)
    phone.wait_until_idle()
    phone.type("21")
    field.dispatch("on_text_validate")
    field.focus = False
    phone.wait_until_idle()
    assert [card.points for card in remembered(phone, "usa")] == [21]


def test_impossible_value_is_refused_and_the_old_one_shown(phone: Phone) -> None:
    phone.context.store.learned.remember_ticket(BOARDS["usa"], LEARNED["usa"])
    look(phone)
    field = next(
        each for each in phone.visible_widgets() if isinstance(each, ValueStepper)
    ).ids.field
    phone.tap(field)
    phone.wait_until_idle()
    phone.type("99")
    field.focus = False
    phone.wait_until_idle()
    assert phone.shows("A ticket is worth 1 to 50 points.")
    assert (
        next(each for each in phone.visible_widgets() if isinstance(each, ValueStepper)).entered
        == 12
    )
    assert [card.points for card in remembered(phone, "usa")] == [12]


def test_removed_ticket_is_not_suggested_until_undo(phone: Phone) -> None:
    show_tickets(phone, "usa", 2)
    phone.type("lit mia 12")
    phone.press("Little Rock – Miami")
    show_tickets(phone, "usa", 2)
    look(phone)
    phone.press("Remove Little Rock – Miami")
    assert phone.shows("None yet.")
    assert remembered(phone, "usa") == []
    assert Ticket("little-rock", "miami", 12) not in phone.now.cards
    phone.press("Undo")
    assert remembered(phone, "usa") == [LEARNED["usa"]]
    assert LEARNED["usa"] in phone.now.cards


def test_ticket_with_the_deck_value_is_no_longer_an_learned_ticket(phone: Phone) -> None:
    phone.context.store.learned.remember_ticket(
        BOARDS["heart-of-africa"], Ticket("cape-town", "pretoria", 8)
    )
    look(phone)
    phone.press("One less")
    assert remembered(phone, "heart-of-africa") == []
    assert phone.shows("None yet.")


def test_list_fits_a_small_phone(phone: Phone) -> None:
    for board, card in LEARNED.items():
        phone.context.store.learned.remember_ticket(BOARDS[board], card)
    phone.context.preferences.change("text_size", 1.3)
    phone.resize(320, 568)
    try:
        look(phone)
        page = phone.page("cards")
        assert (buttons_too_small(page), overflowing_texts(page), widgets_outside_window(page)) == (
            [],
            [],
            [],
        )
    finally:
        phone.context.preferences.change("text_size", 1.0)
        phone.resize(390, 844)


def many_cards(phone: Phone, board: str) -> list[Ticket]:
    """As many own tickets of a board as are remembered."""
    ends = sorted(BOARDS[board].ticket_ends)
    pairs = [(start, end) for start in ends for end in ends if start < end]
    rows = [{"board": board, "from": start, "to": end, "points": 49} for start, end in pairs]
    phone.context.store.learned.merge({"tickets": rows})
    return remembered(phone, board)


def test_many_cards_need_only_visible_widgets(phone: Phone) -> None:
    count = sum(len(many_cards(phone, board)) for board in ("usa", "europe"))
    assert count == 600
    look(phone)
    page = phone.page("cards")
    assert len(page.ids.list.data) == count
    assert 0 < sum(isinstance(each, ValueStepper) for each in page.walk()) < 12
    page.ids.list.scroll_y = 0
    phone.wait(0.3)
    assert phone.shows(page.ids.list.data[count - 1]["title"])
    last = max(
        (each for each in phone.visible_widgets() if isinstance(each, ValueStepper)),
        key=lambda each: -each.to_window(*each.center)[1],
    )
    phone.tap(last.children[-1])
    phone.wait_until_idle()
    assert [card.points for card in remembered(phone, "usa")].count(48) == 1


def test_all_cards_are_removed_and_put_back(phone: Phone) -> None:
    look(phone)
    assert not phone.buttons("Remove all tickets")
    for board, card in LEARNED.items():
        phone.context.store.learned.remember_ticket(BOARDS[board], card)
    phone.navigator.reset_to("home")
    look(phone)
    phone.press("Remove all tickets")
    assert phone.shows("3 tickets removed")
    assert phone.shows("None yet.")
    assert [remembered(phone, board) for board in LEARNED] == [[], [], []]
    phone.press("Undo")
    assert [remembered(phone, board) for board in LEARNED] == [[card] for card in LEARNED.values()]
    assert not phone.shows("None yet.")
