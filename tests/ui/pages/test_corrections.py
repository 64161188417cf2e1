"""A printed board that differs from the bundled one, set right by real touches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.uix.scrollview import ScrollView

from companion.rules.boards import bundled_boards
from companion.rules.events import RouteClaimed
from tests.support.sessions import accepted
from tests.ui.hasty import HastyPhone
from tests.ui.phone import Phone
from tests.ui.reading import outside, tappable, too_small, torn
from tests.ui.tables import lay

ROUTE = "duluth--helena"


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Phone]:
    """A phone that has learned nothing yet."""
    phone = HastyPhone(tmp_path / "kept")
    yield phone
    phone.close()


def differ(phone: Phone, *choices: str) -> None:
    """Set the route at the table as it is printed."""
    phone.tap_route(ROUTE)
    phone.press("The printed board differs")
    for choice in choices:
        phone.press(choice)
    phone.press("For this board from now on")
    phone.commit()


def test_a_corrected_route_counts_at_once_and_in_the_next_game(phone: Phone) -> None:
    lay(phone, "usa", 2, RouteClaimed("Ana", "boston--montreal"))
    differ(phone, "5", "red")
    assert phone.screen == "table"
    assert phone.reads("Duluth – Helena: 5 red, from now on")
    assert phone.table.sheet is None
    phone.tap_route(ROUTE)
    phone.press("Claim for Peter  +10")
    assert phone.now.state.players["Peter"].trains == 40
    assert phone.now.state.players["Ana"].route_points == 2

    lay(phone, "usa", 3)
    route = phone.now.state.setup.board.routes[ROUTE]
    assert (route.length, route.tracks) == (5, ("red",))
    assert bundled_boards()["usa"].routes[ROUTE].length == 6


def test_a_second_track_is_added_with_its_colour(phone: Phone) -> None:
    lay(phone, "usa", 4)
    phone.tap_route(ROUTE)
    phone.press("The printed board differs")
    phone.press("Two tracks")
    sheet = phone.table.sheet
    assert sheet is not None
    sheet.set_color(1, "blue")
    phone.press("For this board from now on")
    route = phone.now.state.setup.board.routes[ROUTE]
    assert route.tracks == ("orange", "blue")


def test_what_would_break_an_entry_is_refused_with_its_reason(phone: Phone) -> None:
    lay(phone, "usa", 4, RouteClaimed("Ana", "denver--salt-lake-city", 1))
    phone.tap_route("denver--salt-lake-city")
    phone.press("The printed board differs")
    phone.press("One track")
    phone.press("For this board from now on")
    sheet = phone.table.sheet
    assert sheet is not None
    assert "Ana cannot claim another track of Denver – Salt Lake City" in sheet.refusal
    assert phone.texts().count(sheet.refusal) == 1
    assert phone.table.ids.notice.text == ""
    assert phone.context.store.learned.corrections(bundled_boards()["usa"]) == []
    assert len(phone.now.state.setup.board.routes["denver--salt-lake-city"].tracks) == 2


def test_a_correction_is_seen_and_revoked_in_the_settings(phone: Phone) -> None:
    lay(phone, "usa", 2)
    differ(phone, "5", "red")
    phone.press("Settings")
    page = phone.navigator.page
    scroll = next(each for each in page.walk() if isinstance(each, ScrollView))
    scroll.scroll_to(tappable(page, "Corrections of the boards"), animate=False)
    phone.commit()
    phone.press("Corrections of the boards")
    assert phone.screen == "corrections"
    assert phone.reads("Printed: 5 red")
    assert phone.reads("In the app: 6 orange")
    phone.press("Take back")
    assert phone.reads("Nothing has been corrected.")
    phone.press("Undo")
    assert phone.reads("Printed: 5 red")
    phone.press("Take back")
    phone.press("Back")
    phone.press("Back")
    assert phone.screen == "table"
    assert phone.now.state.setup.board.routes[ROUTE].length == 6
    lay(phone, "usa", 2)
    assert phone.now.state.setup.board.corrections == ()


def test_setting_a_route_back_by_hand_is_no_correction(phone: Phone) -> None:
    lay(phone, "usa", 2)
    differ(phone, "5")
    differ(phone, "6")
    assert phone.context.store.learned.corrections(bundled_boards()["usa"]) == []
    assert phone.now.state.setup.board.corrections == ()


def test_a_game_that_needs_the_correction_keeps_it_when_it_is_revoked(phone: Phone) -> None:
    lay(phone, "usa", 4)
    phone.tap_route(ROUTE)
    phone.press("The printed board differs")
    phone.press("Two tracks")
    phone.press("For this board from now on")
    assert accepted(phone.session.enter, RouteClaimed("Ana", ROUTE, 1))
    phone.navigator.go("corrections")
    phone.commit()
    phone.press("Take back")
    assert phone.reads("The game on the table keeps it:")
    assert phone.context.store.learned.corrections(bundled_boards()["usa"]) == []
    phone.press("Back")
    assert len(phone.now.state.setup.board.routes[ROUTE].tracks) == 2


def test_the_sheet_and_the_list_fit_a_small_phone(phone: Phone) -> None:
    lay(phone, "usa", 2)
    differ(phone, "5", "red")
    phone.context.preferences.change("text_size", 1.3)
    phone.resize(320, 568)
    try:
        phone.table.open_correction(phone.now.state.setup.board.routes[ROUTE])
        phone.commit()
        for shown in (phone.table.sheet, phone.page("corrections")):
            assert too_small(shown) == []
            assert torn(shown) == []
        phone.table.close_sheet()
        phone.navigator.go("corrections")
        phone.commit()
        assert outside(phone.page("corrections")) == []
    finally:
        phone.context.preferences.change("text_size", 1.0)
        phone.resize(390, 844)
