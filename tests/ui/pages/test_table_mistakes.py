"""Corrections from the table page, and double taps."""

from __future__ import annotations

from kivy.uix.scrollview import ScrollView

from companion.rules.events import RouteClaimed
from companion.ui.keyboard import Z
from companion.ui.navigator import PlayAgain
from tests.support.phone import FastPhone, Phone
from tests.support.table import NAMES, setup, show_result, start_game
from tests.support.widgets import button_named
from tests.ui.pages.test_log import open_entry

CLAIMS = (RouteClaimed("Ana", "duluth--helena"), RouteClaimed("Peter", "helena--seattle"))


def test_wrong_player_is_corrected_in_four_taps(phone: Phone) -> None:
    start_game(phone, "usa", 3, *CLAIMS)
    phone.taps = 0
    phone.press("Log")
    open_entry(phone, 1)
    assert [name for name in NAMES[:3] if phone.button(name).chosen] == ["Ana"]
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


def test_undo_names_the_entry_and_during_a_correction_only_cancels_it(phone: Phone) -> None:
    start_game(phone, "usa", 3, *CLAIMS)
    phone.press("Undo")
    assert phone.shows("Undone: Peter: Helena – Seattle")
    assert phone.table.ids.notice.button == "Redo"
    phone.press("Redo")
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


# Double taps


def twice(phone: FastPhone, words: str, apart: float) -> None:
    """Tap the same point twice, some seconds apart."""
    phone.tap_twice(phone.button(words), apart)
    phone.wait_until_idle()


APART = (0.05, 0.15, 0.29)


def test_double_tap_outside_a_sheet_only_closes_it(phone: FastPhone) -> None:
    start_game(phone, "usa", 3)
    for apart in APART:
        phone.tap_route("duluth--helena")
        twice(phone, "Back", apart)
        assert (phone.screen, phone.table.sheet) == ("table", None)


def test_double_tap_on_a_route_of_a_city_claims_nothing(phone: FastPhone) -> None:
    start_game(phone, "europe", 3)
    for apart in APART:
        phone.tap_city("paris")
        twice(phone, "Brest", apart)
        assert phone.now.game.events == ()
        assert phone.table.sheet is not None
        assert phone.shows("Claim for Ana  +4")
        phone.close_sheet()


def test_double_tap_on_start_starts_one_game(phone: FastPhone) -> None:
    for count, apart in enumerate(APART, 1):
        phone.navigator.reset_to("home")
        phone.navigator.go("new_game", PlayAgain(setup("europe", 3)))
        phone.wait_until_idle()
        twice(phone, "Start with 3 players", apart)
        assert phone.screen == "table"
        assert len(phone.context.store.games.in_progress()) == count
        assert phone.now.game.events == ()


def test_double_tap_on_play_again_only_opens_new_game(phone: FastPhone) -> None:
    again = "Play again with the same players"
    for count, apart in enumerate(APART, 1):
        show_result(phone, "usa-full")
        page = phone.navigator.page
        scroll = next(each for each in page.walk() if isinstance(each, ScrollView))
        scroll.scroll_to(button_named(page, again), animate=False)
        phone.wait_until_idle()
        twice(phone, again, apart)
        assert phone.screen == "new_game"
        assert phone.context.store.games.in_progress() == []
        assert len(phone.context.store.games.finished()) == count
