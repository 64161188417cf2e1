"""The tickets page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from companion.rules.events import RouteClaimed, StationBuilt, Ticket, TicketsTaken
from companion.ui.kit.text import MarkedText
from companion.ui.pages.tickets.ticket_input import SuggestionRow
from tests.support.phone import FastPhone, Phone
from tests.support.result import choose
from tests.support.tickets import saved_tickets, show_tickets, tap_place, tickets_page
from tests.support.widgets import (
    press_enter,
)

DULUTH_OMAHA = Ticket("duluth", "omaha", 5)


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastPhone]:
    """One phone for all tests of this module, which keeps its learned tickets."""
    phone = FastPhone(tmp_path_factory.mktemp("phone") / "data")
    yield phone
    phone.close()


def walk(*routes: str) -> list[RouteClaimed]:
    return [RouteClaimed("Ana", route) for route in routes]


# By letters


def test_known_ticket_takes_three_letters_and_one_tap(phone: Phone) -> None:
    show_tickets(phone, "usa", 3)
    phone.type("mia xyz")
    assert phone.shows("No matching ticket.")
    phone.press("Clear")
    assert not phone.shows("No matching ticket.")
    phone.taps = 0
    phone.type("l mi")
    phone.press("Los Angeles – Miami")
    assert phone.taps == 1
    assert saved_tickets(phone, "Ana") == (Ticket("los-angeles", "miami", 19),)
    phone.type("dul")
    press_enter(phone)
    assert phone.shows("Several tickets match: choose one, or type more letters.")
    assert len(saved_tickets(phone, "Ana")) == 1, "several match"
    assert tickets_page(phone).input.ids.search.writing
    phone.type(" elp")
    tickets_page(phone).input.choose_single()
    assert saved_tickets(phone, "Ana")[1:] == (Ticket("duluth", "el-paso", 10),)


def test_held_ticket_is_refused_with_its_holder(phone: Phone) -> None:
    show_tickets(phone, "usa", 3, TicketsTaken("Peter", (Ticket("los-angeles", "miami", 19),)))
    phone.press("Ana")
    phone.type("l mi")
    offered = [
        widget.title for widget in phone.visible_widgets() if isinstance(widget, SuggestionRow)
    ]
    assert offered.index("Las Vegas – Miami") < offered.index("Los Angeles – Miami")
    assert phone.shows("Peter has it")
    phone.press("Los Angeles – Miami")
    assert phone.shows("Peter already has the ticket Los Angeles – Miami.")
    tickets_page(phone).input.clear()
    phone.press("On the board")
    tap_place(phone, "miami")
    tap_place(phone, "los-angeles")
    assert phone.shows("Peter already has the ticket")
    assert saved_tickets(phone, "Ana") == ()


def test_enter_takes_the_obvious_match_and_keeps_the_focus(phone: Phone) -> None:
    show_tickets(phone, "heart-of-africa", 2)
    for letters in ("bo d", "bo"):
        phone.type(letters)
        press_enter(phone)
        phone.wait_until_idle()
        assert [ticket.start for ticket in saved_tickets(phone, "Ana")] == ["bondo"]
        assert tickets_page(phone).input.ids.search.writing
    assert saved_tickets(phone, "Ana")[0].end == "douala"


def test_words_are_not_broken_at_bold_letters(phone: Phone) -> None:
    phone.resize(320, 568)
    show_tickets(phone, "heart-of-africa", 2)
    phone.type("d")
    rows = [each for each in phone.visible_widgets() if isinstance(each, SuggestionRow)]
    assert len(rows) > 2
    for width in range(90, 300, 7):
        label = MarkedText(letters=rows[0].letters, width=width)
        label.texture_update()
        lines = [re.sub(r"\[/?b\]", "", line) for line in label.text.splitlines()]
        assert " ".join(lines) == rows[0].title
        # Kivy has not wrapped any line again.
        assert label.texture_size[0] <= width
        assert label.texture_size[1] < 1.5 * len(lines) * label.font_size
    phone.resize(390, 844)


# A card the deck does not have


def test_new_ticket_takes_at_most_six_taps_and_is_remembered(phone: Phone) -> None:
    show_tickets(phone, "heart-of-africa", 2)
    phone.type("lua")
    phone.press("Luanda – …")
    phone.type("zom")
    phone.press("Luanda – Zomba")
    suggested = int(tickets_page(phone).input.value_card.points)
    phone.press("One more")
    phone.press("One more")
    phone.press("Add for Ana")
    assert phone.taps <= 6
    card = Ticket("luanda", "zomba", suggested + 2)
    assert saved_tickets(phone, "Ana") == (card,)

    show_tickets(phone, "heart-of-africa", 2)
    phone.type("l zo")
    phone.press("Luanda – Zomba")
    assert phone.taps == 1
    assert saved_tickets(phone, "Ana") == (card,)


def test_value_is_typed_with_the_ends_or_asked_for(phone: Phone) -> None:
    show_tickets(phone, "heart-of-africa", 2)
    phone.type("bei cab 12")
    phone.press("Beira – Cabinda")
    assert phone.taps == 1
    assert saved_tickets(phone, "Ana") == (Ticket("beira", "cabinda", 12),)
    phone.taps = 0
    phone.type("dur lua")
    phone.press("Durban – Luanda")
    phone.type("21")
    phone.press("Add for Ana")
    assert phone.taps == 2
    assert saved_tickets(phone, "Ana")[1] == Ticket("durban", "luanda", 21)


def test_ticket_that_was_begun_is_not_dropped_by_next_and_result(phone: Phone) -> None:
    show_tickets(phone, "usa", 2)
    for button, page in (("Next: Peter", "tickets"), ("Result", "result")):
        tickets_page(phone).input.focus_search()
        phone.wait_until_idle()
        phone.type("mia")
        phone.press(button)
        assert phone.screen == "tickets"
        assert phone.shows("A ticket is begun but not entered.")
        assert tickets_page(phone).input.ids.search.text == "mia"
        phone.press("Discard it")
        assert phone.screen == page
        assert tickets_page(phone).player == "Peter"
    assert phone.navigator.back()
    assert tickets_page(phone).input.ids.search.text == ""


def test_old_search_is_kept_only_on_the_way_back(phone: Phone) -> None:
    show_tickets(phone, "usa", 2)
    phone.type("mia")
    phone.press("Other phones")
    assert phone.navigator.back()
    phone.wait_until_idle()
    assert tickets_page(phone).input.ids.search.text == "mia"
    phone.navigator.reset_to("home", "table", "tickets")
    phone.wait_until_idle()
    assert tickets_page(phone).input.ids.search.text == ""
    assert not phone.buttons("Los Angeles – Miami")


# On the board


def test_two_taps_on_the_board_enter_a_known_ticket(phone: Phone) -> None:
    show_tickets(phone, "usa", 2)
    phone.press("On the board")
    tap_place(phone, "seattle")
    assert phone.shows("From Seattle to…")
    picker = tickets_page(phone).input.picker
    assert picker is not None
    assert picker.highlight.places == ("seattle",)
    cities = {"las-vegas", "los-angeles", "new-york", "oklahoma-city"}
    assert set(picker.highlight.targets) == cities
    tap_place(phone, "new-york")
    assert saved_tickets(phone, "Ana") == (Ticket("new-york", "seattle", 20),)
    assert phone.taps == 3


def test_country_is_chosen_by_any_of_its_places_and_back_undoes_one_step(phone: Phone) -> None:
    show_tickets(phone, "heart-of-africa", 2)
    phone.press("On the board")
    tap_place(phone, "sudan-west")
    tap_place(phone, "pretoria")
    for step in ("value", "board", "letters"):
        assert phone.screen == "tickets", step
        phone.press("Back")
    assert phone.screen == "check"
    phone.press("Tickets")
    phone.press("On the board")
    tap_place(phone, "sudan-west")
    tap_place(phone, "pretoria")
    phone.press("Add for Ana")
    assert [{card.start, card.end} for card in saved_tickets(phone, "Ana")] == [
        {"sudan", "pretoria"}
    ]


def test_board_beside_the_tickets_takes_taps_and_shows_the_walk(phone: FastPhone) -> None:
    phone.set_size(1280, 800)
    show_tickets(phone, "usa", 2, *walk("duluth--omaha", "denver--omaha"))
    assert not phone.buttons("On the board")
    tap_place(phone, "duluth")
    assert phone.shows("From Duluth to…")
    tap_place(phone, "el-paso")
    (held,) = saved_tickets(phone, "Ana")
    assert {held.start, held.end} == {"duluth", "el-paso"}
    phone.press("Duluth – El Paso")
    board = tickets_page(phone).input.picker
    assert board
    assert {"duluth--omaha", "denver--omaha"} <= {route for route, _ in board.highlight.tracks}
    (row,) = tickets_page(phone).ids.rows.children
    assert (row.spaces, row.missing) == (10, 4)
    phone.close_sheet()
    assert board.camera.scale > board.viewport.all().scale
    phone.press("Next: Peter")
    assert board.camera.scale == board.viewport.all().scale, "of another player"
    phone.set_size(390, 844)
    phone.wait_until_idle()
    assert tickets_page(phone).input.picker is None
    assert tickets_page(phone).ids.scroll.height > 300


# What is shown


def test_walk_shortfall_and_total_are_updated(phone: Phone) -> None:
    show_tickets(phone, "usa", 2, *walk("duluth--omaha", "denver--omaha"))
    phone.type("dul elp")
    phone.press("Duluth – El Paso")
    assert phone.shows("gets as far as Denver, 4 spaces missing")
    assert phone.shows("Ana: 0 of 1 completed, −10")
    phone.press("Duluth – El Paso")
    phone.press("Show on the board")
    board = tickets_page(phone).input.picker
    assert board
    assert {"duluth--omaha", "denver--omaha"} <= {route for route, _ in board.highlight.tracks}
    assert set(board.highlight.places) == {"duluth", "el-paso"}
    while phone.screen == "tickets":
        phone.press("Back")
    assert phone.screen == "check"
    phone.session.enter(RouteClaimed("Ana", "denver--santa-fe"))
    phone.session.enter(RouteClaimed("Ana", "el-paso--santa-fe"))
    phone.press("Tickets")
    assert phone.shows("Ana: 1 of 1 completed, +10")
    assert phone.shows("Duluth · Omaha · Denver · Santa Fe · El Paso")


def test_long_walk_is_shortened_in_the_middle_and_borrowed_routes_are_named(phone: Phone) -> None:
    routes = ("boston--new-york", "new-york--washington", "raleigh--washington")
    held = TicketsTaken("Ana", (Ticket("boston", "miami", 12),))
    show_tickets(phone, "usa", 2, *walk(*routes, "charleston--raleigh", "charleston--miami"), held)
    assert phone.shows("Boston · New York · Washington · … · Miami")
    show_tickets(
        phone,
        "europe",
        2,
        RouteClaimed("Peter", "pamplona--paris"),
        StationBuilt("Ana", "pamplona"),
        RouteClaimed("Ana", "lisboa--madrid"),
        TicketsTaken("Ana", (Ticket("lisboa", "paris", 9),)),
    )
    assert phone.shows("gets as far as Madrid, 3 spaces missing")
    assert phone.shows("station in Pamplona: could borrow Pamplona – Paris from Peter")


# What is corrected


def test_value_move_and_remove_take_one_tap_and_can_be_undone(phone: Phone) -> None:
    held = Ticket("los-angeles", "miami", 19)
    show_tickets(phone, "usa", 3, TicketsTaken("Ana", (held, Ticket("duluth", "el-paso", 10))))
    phone.press("Los Angeles – Miami")
    phone.press("Worth 20")
    assert saved_tickets(phone, "Ana")[0].points == 20
    phone.press("One less")
    assert saved_tickets(phone, "Ana")[0] == held
    phone.press("Maya")
    assert [{card.start, card.end} for card in saved_tickets(phone, "Ana")] == [
        {"duluth", "el-paso"}
    ]
    assert saved_tickets(phone, "Maya") == (held,)
    phone.press("Undo")
    assert saved_tickets(phone, "Ana")[0] == held
    assert saved_tickets(phone, "Maya") == ()
    phone.press("Duluth – El Paso")
    phone.press("Remove")
    assert saved_tickets(phone, "Ana") == (held,)
    phone.press("Undo")
    assert len(saved_tickets(phone, "Ana")) == 2
    phone.press("Redo")
    assert saved_tickets(phone, "Ana") == (held,)


# Navigation


def test_next_leads_through_the_players_to_the_result_also_after_a_restart(phone: Phone) -> None:
    show_tickets(phone, "usa", 3)
    for name in ("Peter", "Maya"):
        phone.press(f"Next: {name}")
        assert tickets_page(phone).player == name
    assert phone.shows("3 of 3 · Maya")
    phone.press("Peter")
    phone.type("dul elp")
    phone.press("Duluth – El Paso")
    assert len(saved_tickets(phone, "Peter")) == 1
    phone.reopen()
    assert phone.shows("2 of 3 · Peter"), "the player with the last ticket"
    phone.press("Next: Maya")
    phone.press("Result")
    assert phone.screen == "result"


def test_ticket_can_be_corrected_after_the_result(phone: Phone) -> None:
    show_tickets(phone, "usa", 2, *walk("duluth--omaha"), TicketsTaken("Ana", (DULUTH_OMAHA,)))
    phone.press("Next: Peter")
    phone.press("Result")
    choose(phone, "Move to Past games as unfinished")
    phone.press("Back")
    assert phone.screen == "tickets"
    phone.press("Ana")
    phone.press("Duluth – Omaha")
    phone.press("One more")
    assert phone.context.store.games.finished()[0].scores["Ana"] == 2 + 6 + 10
