"""Corrections from the table page, and double taps."""

from __future__ import annotations

import pytest
from kivy.uix.scrollview import ScrollView

from companion.rules.events import RouteClaimed, TurnPassed
from companion.ui.keys import Z
from companion.ui.navigator import PlayAgain
from tests.support.phone import FastPhone, Phone
from tests.support.stores import saved_games
from tests.support.table import setup, show_result, start_game
from tests.support.widgets import button_named

CLAIMS = (RouteClaimed("Ana", "duluth--helena"), RouteClaimed("Peter", "helena--seattle"))


def open_entry(phone: Phone, number: int) -> None:
    """Tap a row of the log."""
    phone.tap(
        next(row for row in phone.visible_widgets() if getattr(row, "number", "") == str(number))
    )
    phone.wait_until_idle()


def test_wrong_player_is_corrected_in_four_taps(phone: Phone) -> None:
    start_game(phone, "usa", 3, *CLAIMS)
    phone.taps = 0
    phone.press("Log")
    open_entry(phone, 1)
    phone.press("Maya")
    phone.press("Back")
    assert phone.taps <= 4
    assert phone.screen == "table"
    assert phone.now.game.events[0] == RouteClaimed("Maya", "duluth--helena")


def test_forgotten_claim_is_added_in_five_taps(phone: Phone) -> None:
    start_game(phone, "usa", 3, *CLAIMS)
    phone.taps = 0
    phone.press("Log")
    open_entry(phone, 2)
    phone.press("Add a missed entry before this one")
    phone.drag_between("portland", "seattle")
    assert phone.taps <= 5
    assert phone.now.game.events[1] == RouteClaimed("Peter", "portland--seattle")
    assert len(phone.now.game.events) == 3


def test_undo_during_a_correction_only_cancels_it(phone: Phone) -> None:
    start_game(phone, "usa", 3, *CLAIMS)
    phone.session.correct(0)
    phone.wait_until_idle()
    assert phone.shows("Correcting entry 1")
    phone.press("Undo")
    assert phone.now.correcting is None
    assert phone.now.game.events == CLAIMS
    assert not phone.shows("Correcting entry 1")
    assert not phone.table.ids.notice.text
    phone.session.insert_before(1)
    assert phone.key(Z, "ctrl")
    assert phone.now.game.events == CLAIMS


def test_undo_notification_names_the_entry_and_offers_redo(phone: Phone) -> None:
    start_game(phone, "usa", 3, *CLAIMS)
    phone.press("Undo")
    assert phone.shows("Undone: Peter: Helena – Seattle")
    assert phone.table.ids.notice.button == "Redo"


# Double taps


def twice(phone: FastPhone, words: str, apart: float) -> None:
    """Tap the same point twice, some seconds apart."""
    phone.tap_twice(phone.button(words), apart)
    phone.wait_until_idle()


APART = pytest.mark.parametrize("apart", [0.05, 0.15, 0.29])


@APART
def test_double_tap_on_claim_claims_once(phone: FastPhone, apart: float) -> None:
    start_game(phone, "usa", 3)
    phone.tap_route("duluth--helena")
    twice(phone, "Claim for Ana  +15", apart)
    assert phone.now.game.events == (RouteClaimed("Ana", "duluth--helena"),)
    assert phone.table.player == "Peter"
    assert (phone.screen, phone.table.sheet) == ("table", None)


@APART
def test_double_tap_outside_a_sheet_only_closes_it(phone: FastPhone, apart: float) -> None:
    start_game(phone, "usa", 3)
    phone.tap_route("duluth--helena")
    twice(phone, "Back", apart)
    assert (phone.screen, phone.table.sheet) == ("table", None)


@APART
def test_double_tap_on_next_passes_one_turn(phone: FastPhone, apart: float) -> None:
    start_game(phone, "usa", 3)
    twice(phone, "Next", apart)
    assert phone.now.game.events == (TurnPassed("Ana"),)


@APART
def test_double_tap_on_a_route_of_a_city_claims_nothing(phone: FastPhone, apart: float) -> None:
    start_game(phone, "europe", 3)
    phone.tap_city("paris")
    twice(phone, "Brest", apart)
    assert phone.now.game.events == ()
    assert phone.table.sheet is not None
    assert phone.shows("Claim for Ana  +4")


@APART
def test_double_tap_on_start_starts_one_game(phone: FastPhone, apart: float) -> None:
    start_game(phone, "usa", 3)
    phone.navigator.reset_to("home")
    phone.navigator.go("new_game", PlayAgain(setup("usa", 3)))
    phone.wait_until_idle()
    before = len(saved_games(phone.context.store))
    twice(phone, "Start with 3 players", apart)
    assert phone.screen == "table"
    assert len(phone.context.store.games.in_progress()) == before + 1
    assert phone.now.game.events == ()


@APART
def test_double_tap_on_play_again_only_opens_new_game(phone: FastPhone, apart: float) -> None:
    show_result(phone, "usa-full")
    again = "Play again with the same players"
    page = phone.navigator.page
    scroll = next(each for each in page.walk() if isinstance(each, ScrollView))
    scroll.scroll_to(button_named(page, again), animate=False)
    phone.wait_until_idle()
    twice(phone, again, apart)
    assert phone.screen == "new_game"
    assert phone.context.store.games.in_progress() == []
    assert len(phone.context.store.games.finished()) == 1
