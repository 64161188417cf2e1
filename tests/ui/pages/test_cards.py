"""Cards the table has met that no deck has: listed, corrected and removed by real touches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules.boards import bundled_boards
from companion.rules.events import Ticket
from companion.ui.kit.value_stepper import ValueStepper
from companion.ui.pages.tickets.ticket_offer import OfferRow
from tests.ui.hasty import HastyPhone
from tests.ui.phone import Phone
from tests.ui.reading import outside, too_small, torn
from tests.ui.ticket_page import cards, finish

BOARDS = bundled_boards()
OWN = {
    "usa": Ticket("little-rock", "miami", 12),
    "europe": Ticket("amsterdam", "berlin", 5),
    "heart-of-africa": Ticket("cape-town", "pretoria", 9),
}
"""A card for each board; that of Africa is in the deck with another value."""


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Phone]:
    phone = HastyPhone(tmp_path / "kept")
    yield phone
    phone.close()


def remembered(phone: Phone, board: str) -> list[Ticket]:
    return phone.context.store.learned.tickets(BOARDS[board])


def look(phone: Phone) -> None:
    phone.navigator.go("cards")
    phone.commit()


@pytest.mark.parametrize(
    ("board", "line", "title"),
    [
        ("usa", "lit mia 12", "Little Rock – Miami"),
        ("europe", "ams ber 5", "Amsterdam – Berlin"),
        ("heart-of-africa", "cap pre 9", "Cape Town – Pretoria"),
    ],
)
def test_a_card_of_ones_own_is_entered_and_remembered_on_every_board(
    phone: Phone, board: str, line: str, title: str
) -> None:
    finish(phone, board, 2)
    phone.type(line)
    phone.press(title)
    assert remembered(phone, board) == list(cards(phone, "Ana"))
    assert remembered(phone, board)[0].points == OWN[board].points

    finish(phone, board, 2)
    phone.type(line.rsplit(" ", 1)[0])
    first = next(row for row in phone.shown() if isinstance(row, OfferRow))
    assert first.points == line.split()[-1]


def test_they_are_listed_with_what_the_deck_says(phone: Phone) -> None:
    look(phone)
    assert phone.reads("There are none yet.")
    for board, card in OWN.items():
        phone.context.store.learned.remember_ticket(BOARDS[board], card)
    phone.navigator.reset_to("home")
    look(phone)
    assert not phone.reads("There are none yet.")
    for board, card in OWN.items():
        assert phone.reads(BOARDS[board].ticket_title(card))
    assert phone.reads("as your cards have it; the deck says 7")
    assert phone.reads("not in the deck, remembered")


def test_a_value_is_corrected_where_it_is_listed(phone: Phone) -> None:
    phone.context.store.learned.remember_ticket(BOARDS["usa"], OWN["usa"])
    look(phone)
    phone.press("One more")
    assert [card.points for card in remembered(phone, "usa")] == [13]
    field = next(each for each in phone.shown() if isinstance(each, ValueStepper)).ids.field
    phone.tap(field)
    phone.commit()
    phone.type("21")
    field.dispatch("on_text_validate")
    field.focus = False
    phone.commit()
    assert [card.points for card in remembered(phone, "usa")] == [21]


def test_a_value_no_card_has_is_refused_and_the_right_one_shown_again(phone: Phone) -> None:
    phone.context.store.learned.remember_ticket(BOARDS["usa"], OWN["usa"])
    look(phone)
    field = next(each for each in phone.shown() if isinstance(each, ValueStepper)).ids.field
    phone.tap(field)
    phone.commit()
    phone.type("99")
    field.focus = False
    phone.commit()
    assert phone.reads("A ticket is worth 1 to 50 points.")
    assert next(each for each in phone.shown() if isinstance(each, ValueStepper)).entered == 12
    assert [card.points for card in remembered(phone, "usa")] == [12]


def test_one_that_is_removed_is_not_offered_any_more_and_can_come_back(phone: Phone) -> None:
    finish(phone, "usa", 2)
    phone.type("lit mia 12")
    phone.press("Little Rock – Miami")
    finish(phone, "usa", 2)
    look(phone)
    phone.press("Remove Little Rock – Miami")
    assert phone.reads("There are none yet.")
    assert remembered(phone, "usa") == []
    assert Ticket("little-rock", "miami", 12) not in phone.now.cards
    phone.press("Undo")
    assert remembered(phone, "usa") == [OWN["usa"]]
    assert OWN["usa"] in phone.now.cards


def test_a_card_set_to_what_the_deck_says_is_the_decks_again(phone: Phone) -> None:
    phone.context.store.learned.remember_ticket(
        BOARDS["heart-of-africa"], Ticket("cape-town", "pretoria", 8)
    )
    look(phone)
    phone.press("One less")
    assert remembered(phone, "heart-of-africa") == []
    assert phone.reads("There are none yet.")


def test_the_list_fits_a_small_phone(phone: Phone) -> None:
    for board, card in OWN.items():
        phone.context.store.learned.remember_ticket(BOARDS[board], card)
    phone.context.preferences.change("text_size", 1.3)
    phone.resize(320, 568)
    try:
        look(phone)
        page = phone.page("cards")
        assert (too_small(page), torn(page), outside(page)) == ([], [], [])
    finally:
        phone.context.preferences.change("text_size", 1.0)
        phone.resize(390, 844)
