"""Setting things right from the table, in few touches; and taps that come too soon."""

from __future__ import annotations

import pytest
from kivy.uix.scrollview import ScrollView

from companion.rules.events import RouteClaimed, TurnPassed
from companion.ui.keys import Z
from companion.ui.navigator import PlayAgain
from tests.ui.finished import show_result
from tests.ui.hasty import HastyPhone
from tests.ui.phone import Phone
from tests.ui.reading import tappable
from tests.ui.tables import lay, setup

CLAIMS = (RouteClaimed("Ana", "duluth--helena"), RouteClaimed("Peter", "helena--seattle"))


def open_entry(phone: Phone, number: int) -> None:
    """Tap a line of the log."""
    phone.tap(next(row for row in phone.shown() if getattr(row, "number", "") == str(number)))
    phone.commit()


def test_a_wrong_player_is_corrected_in_four_taps(phone: Phone) -> None:
    lay(phone, "usa", 3, *CLAIMS)
    phone.taps = 0
    phone.press("Log")
    open_entry(phone, 1)
    phone.press("Maya")
    phone.press("Back")
    assert phone.taps <= 4
    assert phone.screen == "table"
    assert phone.now.game.events[0] == RouteClaimed("Maya", "duluth--helena")


def test_a_forgotten_claim_is_added_in_five_taps(phone: Phone) -> None:
    lay(phone, "usa", 3, *CLAIMS)
    phone.taps = 0
    phone.press("Log")
    open_entry(phone, 2)
    phone.press("Add a forgotten entry before it")
    phone.connect("portland", "seattle")
    assert phone.taps <= 5
    assert phone.now.game.events[1] == RouteClaimed("Peter", "portland--seattle")
    assert len(phone.now.game.events) == 3


def test_undo_in_a_correction_only_leaves_it(phone: Phone) -> None:
    lay(phone, "usa", 3, *CLAIMS)
    phone.session.correct(0)
    phone.commit()
    assert phone.reads("Correcting entry 1")
    phone.press("Undo")
    assert phone.now.correcting is None
    assert phone.now.game.events == CLAIMS
    assert not phone.reads("Correcting entry 1")
    assert not phone.table.ids.notice.text
    phone.session.insert_before(1)
    assert phone.key(Z, "ctrl")
    assert phone.now.game.events == CLAIMS


def test_what_was_undone_is_named_and_offers_to_be_done_again(phone: Phone) -> None:
    lay(phone, "usa", 3, *CLAIMS)
    phone.press("Undo")
    assert phone.reads("Undone: Peter: Helena – Seattle")
    assert phone.table.ids.notice.offer == "Redo"


# Taps that come too soon


def twice(phone: HastyPhone, words: str, apart: float) -> None:
    """Tap the same spot twice, so many seconds apart."""
    phone.tap_twice(phone.button(words), apart)
    phone.commit()


APART = pytest.mark.parametrize("apart", [0.05, 0.15, 0.29])


@APART
def test_a_double_tap_on_claim_is_one_claim_and_skips_nobody(
    phone: HastyPhone, apart: float
) -> None:
    lay(phone, "usa", 3)
    phone.tap_route("duluth--helena")
    twice(phone, "Claim for Ana  +15", apart)
    assert phone.now.game.events == (RouteClaimed("Ana", "duluth--helena"),)
    assert phone.table.player == "Peter"
    assert (phone.screen, phone.table.sheet) == ("table", None)


@APART
def test_a_double_tap_beside_a_sheet_only_closes_it(phone: HastyPhone, apart: float) -> None:
    lay(phone, "usa", 3)
    phone.tap_route("duluth--helena")
    twice(phone, "Back", apart)
    assert (phone.screen, phone.table.sheet) == ("table", None)


@APART
def test_a_double_tap_on_next_passes_one_turn(phone: HastyPhone, apart: float) -> None:
    lay(phone, "usa", 3)
    twice(phone, "Next", apart)
    assert phone.now.game.events == (TurnPassed("Ana"),)


@APART
def test_a_double_tap_on_a_city_s_route_claims_nothing(phone: HastyPhone, apart: float) -> None:
    lay(phone, "europe", 3)
    phone.tap_city("paris")
    twice(phone, "Brest", apart)
    assert phone.now.game.events == ()
    assert phone.table.sheet is not None
    assert phone.reads("Claim for Ana  +4")


@APART
def test_a_double_tap_on_start_begins_one_game_and_enters_nothing(
    phone: HastyPhone, apart: float
) -> None:
    lay(phone, "usa", 3)
    phone.navigator.reset_to("home")
    phone.navigator.go("new_game", PlayAgain(setup("usa", 3)))
    phone.commit()
    before = len(phone.context.store.games.in_progress())
    twice(phone, "Start", apart)
    assert phone.screen == "table"
    assert len(phone.context.store.games.in_progress()) == before + 1
    assert phone.now.game.events == ()


@APART
def test_a_double_tap_on_play_again_only_asks_who_plays(phone: HastyPhone, apart: float) -> None:
    show_result(phone, "usa-full")
    again = "Play again with the same players"
    page = phone.navigator.page
    scroll = next(each for each in page.walk() if isinstance(each, ScrollView))
    scroll.scroll_to(tappable(page, again), animate=False)
    phone.commit()
    twice(phone, again, apart)
    assert phone.screen == "new_game"
    assert phone.context.store.games.in_progress() == []
    assert len(phone.context.store.games.finished()) == 1
