"""Learned tickets, which no bundled deck has: listed, corrected and removed."""

from __future__ import annotations

from companion.rules.boards import bundled_boards
from companion.rules.events import Ticket
from companion.ui.kit.fields import ValueStepper
from companion.ui.pages.tickets.ticket_input import SuggestionRow
from tests.support.phone import Phone
from tests.support.table import start_game
from tests.support.tickets import saved_tickets, show_tickets

BOARDS = bundled_boards()
LEARNED = {
    "usa": Ticket("little-rock", "miami", 12),
    "europe": Ticket("amsterdam", "berlin", 5),
    "heart-of-africa": Ticket("cape-town", "pretoria", 9),
}
"""A learned ticket for each board; the deck of Africa has it with another value."""


def remembered(phone: Phone, board: str) -> list[Ticket]:
    return phone.context.store.learned.tickets(BOARDS[board])


def look(phone: Phone) -> None:
    phone.navigator.go("own_tickets")
    phone.wait_until_idle()


def test_entered_ticket_outside_the_deck_is_suggested_in_the_next_game(phone: Phone) -> None:
    """The deck of the board has this ticket with another value."""
    show_tickets(phone, "heart-of-africa", 2)
    phone.type("cap pre 9")
    phone.press("Cape Town – Pretoria")
    assert remembered(phone, "heart-of-africa") == list(saved_tickets(phone, "Ana"))
    assert remembered(phone, "heart-of-africa")[0].points == 9
    show_tickets(phone, "heart-of-africa", 2)
    phone.type("cap pre")
    first = next(row for row in phone.visible_widgets() if isinstance(row, SuggestionRow))
    assert first.points == "9"


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


def stepper(phone: Phone) -> ValueStepper:
    return next(each for each in phone.visible_widgets() if isinstance(each, ValueStepper))


def write_value(phone: Phone, digits: str) -> None:
    """Type a value into the field of the only ticket and leave the field."""
    field = stepper(phone).ids.field
    phone.tap(field)
    phone.wait_until_idle()
    phone.type(digits)
    field.dispatch("on_text_validate")
    field.focus = False
    phone.wait_until_idle()


def test_value_is_changed_in_the_list_and_an_impossible_one_refused(phone: Phone) -> None:
    phone.context.store.learned.remember_ticket(BOARDS["usa"], LEARNED["usa"])
    look(phone)
    phone.press("One more")
    assert [card.points for card in remembered(phone, "usa")] == [13]
    write_value(phone, "21")
    assert [card.points for card in remembered(phone, "usa")] == [21]
    write_value(phone, "99")
    assert phone.shows("A ticket is worth 1 to 50 points.")
    assert stepper(phone).entered == 21
    assert [card.points for card in remembered(phone, "usa")] == [21]


def test_removed_ticket_is_not_suggested_until_undo(phone: Phone) -> None:
    phone.context.store.learned.remember_ticket(BOARDS["usa"], LEARNED["usa"])
    start_game(phone, "usa", 2)
    assert LEARNED["usa"] in phone.now.cards
    look(phone)
    phone.press("Remove Little Rock – Miami")
    assert phone.shows("None yet.")
    assert remembered(phone, "usa") == []
    assert Ticket("little-rock", "miami", 12) not in phone.now.cards
    phone.press("Undo")
    assert remembered(phone, "usa") == [LEARNED["usa"]]
    assert LEARNED["usa"] in phone.now.cards


def test_ticket_with_the_deck_value_is_no_longer_a_learned_ticket(phone: Phone) -> None:
    phone.context.store.learned.remember_ticket(
        BOARDS["heart-of-africa"], Ticket("cape-town", "pretoria", 8)
    )
    look(phone)
    phone.press("One less")
    assert remembered(phone, "heart-of-africa") == []
    assert phone.shows("None yet.")


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
    page = phone.page("own_tickets")
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
