"""The board of the table page: highlight and rotation."""

from __future__ import annotations

import pytest

from companion.drawing.area import Area
from companion.rules.boards import bundled_boards
from companion.rules.events import RouteClaimed, StationBuilt
from companion.ui.kit.buttons import Tappable
from companion.ui.navigator import ShowEntry
from tests.support.phone import Phone
from tests.support.table import start_game
from tests.support.widgets import route_area, track_on_screen


def test_drag_along_a_claimed_route_is_refused_with_a_reason(phone: Phone) -> None:
    start_game(phone, "usa", 3, RouteClaimed("Ana", "duluth--helena"))
    phone.drag_between("helena", "duluth")
    assert len(phone.now.game.events) == 1
    assert phone.shows("Peter cannot claim Duluth – Helena: Ana has this track.")
    assert phone.table.ids.notice.refused


def test_only_the_chosen_track_is_highlighted(phone: Phone) -> None:
    start_game(phone, "usa", 4)
    board = phone.table.ids.board
    phone.tap_route("denver--salt-lake-city", 0)
    assert board.highlight.tracks == (("denver--salt-lake-city", 0),)
    phone.press("yellow")
    tracks = bundled_boards()["usa"].routes["denver--salt-lake-city"].tracks
    assert board.highlight.tracks == (("denver--salt-lake-city", tracks.index("yellow")),)
    phone.press("Claim for Ana  +4")
    assert board.highlight.tracks == ()


def test_entry_is_highlighted_until_the_board_is_tapped(phone: Phone) -> None:
    start_game(
        phone, "europe", 4, RouteClaimed("Ana", "brest--paris"), StationBuilt("Peter", "paris")
    )
    board = phone.table.ids.board
    phone.press("Log")
    phone.tap(next(row for row in phone.visible_widgets() if getattr(row, "number", "") == "1"))
    phone.wait_until_idle()
    phone.press("Show on the board")
    assert board.highlight.tracks == (("brest--paris", 0),)
    assert phone.shows("Ana: Brest – Paris")
    phone.tap_at(board.x + 12, board.y + 12)
    phone.wait(board.double_tap_time + 0.1)
    assert board.highlight.tracks == ()
    phone.navigator.go("table", ShowEntry(1))
    assert board.highlight.places == ("paris",)


def test_sheet_does_not_cover_its_route(phone: Phone) -> None:
    start_game(phone, "usa", 3)
    phone.tap_route("miami--new-orleans")
    area = route_area(phone.table.ids.board, "miami--new-orleans")
    assert area.bottom > phone.table.covered
    phone.close_sheet()
    phone.tap_city("miami")
    board = phone.table.ids.board
    assert board.to_window(*board.place_on_screen("miami"))[1] > phone.table.covered


def test_board_rotation_is_saved_with_the_game(phone: Phone) -> None:
    start_game(phone, "usa", 3, RouteClaimed("Ana", "duluth--helena"))
    phone.press("Menu")
    phone.press("Rotate the board")
    assert phone.table.ids.board.turned == 1
    phone.kill()
    phone.start()
    assert phone.table.ids.board.turned == 1
    phone.press("Menu")
    for _ in range(3):
        phone.press("Rotate the board")
    assert phone.table.ids.board.turned == 0
    assert len(phone.now.game.events) == 1
    start_game(phone, "usa", 2)
    assert phone.table.ids.board.turned == 0


def test_menu_leads_to_the_settings(phone: Phone) -> None:
    start_game(phone, "usa", 3)
    phone.press("Menu")
    phone.press("Settings")
    assert phone.screen == "settings"
    phone.press("Back")
    assert phone.screen == "table"
    assert phone.table.sheet is None


OFFER = "Rotate the board to fill the screen"


def test_turning_is_offered_where_the_board_becomes_much_larger(phone: Phone) -> None:
    offered = []
    for board in bundled_boards():
        for size in ((390, 844), (844, 390)):
            phone.resize(*size)
            start_game(phone, board, 3)
            if phone.buttons(OFFER):
                offered.append((board, size[0]))
    assert sorted(offered) == [(board, 390) for board in ("europe", "switzerland", "usa")]


@pytest.mark.parametrize("answer", [OFFER, "No, thanks"])
def test_turning_is_offered_once_per_board(phone: Phone, answer: str) -> None:
    start_game(phone, "usa", 3)
    phone.press(answer)
    assert phone.table.ids.board.turned == (1 if answer == OFFER else 0)
    assert not phone.buttons(OFFER)
    start_game(phone, "usa", 3)
    assert not phone.buttons(OFFER)
    phone.kill()
    phone.start()
    assert phone.table.ids.board.turned == 0
    assert not phone.buttons(OFFER)
    start_game(phone, "europe", 3)
    phone.button(OFFER)


def test_offer_to_turn_hides_no_route(phone: Phone) -> None:
    for board, size in (("usa", (390, 844)), ("europe", (412, 915)), ("switzerland", (360, 740))):
        phone.resize(*size)
        start_game(phone, board, 3)
        offer, view = phone.table.ids.turn_offer, phone.table.ids.board
        assert offer.shown
        area = Area(offer.x, offer.y, offer.right, offer.top)
        assert not any(area.overlaps(each) for each in view.hit_areas())


def test_nothing_lies_on_the_board_otherwise(phone: Phone) -> None:
    start_game(phone, "heart-of-africa", 3)
    view = phone.table.ids.board
    for button in (each for each in phone.visible_widgets() if isinstance(each, Tappable)):
        assert not view.collide_point(*view.to_widget(*button.to_window(*button.center)))


def test_hidden_offer_leaves_touches_to_the_board(phone: Phone) -> None:
    start_game(phone, "usa", 3)
    phone.press("No, thanks")
    board = phone.table.ids.board
    phone.table.ids.turn_offer.center = track_on_screen(board, "duluth--helena")
    phone.tap_route("duluth--helena")
    assert phone.table.sheet is not None
