"""The board of the table page: highlight and rotation."""

from __future__ import annotations

from companion.drawing.geometry import Area
from companion.rules.boards import bundled_boards
from companion.rules.events import RouteClaimed, StationBuilt
from companion.ui.board.view import BoardView
from companion.ui.kit.buttons import Tappable
from companion.ui.navigator import ShowEntry
from companion.ui.pages.table.hints import MUCH_LARGER
from tests.support.phone import FastPhone
from tests.support.table import start_game
from tests.support.widgets import route_area, track_on_screen


def test_entry_is_highlighted_until_the_board_is_tapped(phone: FastPhone) -> None:
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


def test_sheet_does_not_cover_its_route(phone: FastPhone) -> None:
    start_game(phone, "usa", 3)
    phone.tap_route("miami--new-orleans")
    area = route_area(phone.table.ids.board, "miami--new-orleans")
    assert area.bottom > phone.table.covered
    phone.close_sheet()
    phone.tap_city("miami")
    board = phone.table.ids.board
    assert board.to_window(*board.place_on_screen("miami"))[1] > phone.table.covered


def test_board_rotation_is_saved_with_the_game(phone: FastPhone) -> None:
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


def test_menu_leads_to_the_settings(phone: FastPhone) -> None:
    start_game(phone, "usa", 3)
    phone.press("Menu")
    phone.press("Settings")
    assert phone.screen == "settings"
    phone.press("Back")
    assert phone.screen == "table"
    assert phone.table.sheet is None


OFFER = "Rotate the board to fill the screen"


def test_turning_is_offered_where_the_board_becomes_much_larger(phone: FastPhone) -> None:
    larger = []
    start_game(phone, "heart-of-africa", 3)
    phone.table.skip_starting_cards()
    phone.wait_until_idle()
    assert not phone.buttons(OFFER)
    start_game(phone, "europe", 3)
    for size in ((390, 844), (844, 390)):
        phone.set_size(*size)
        assert bool(phone.buttons(OFFER)) == (size == (390, 844))
        for id, other in bundled_boards().items():
            view = BoardView(board=other, size=phone.table.ids.board.size)
            if view.gain_by_turning() >= MUCH_LARGER:
                larger.append((id, size[0]))
    boards = ("europe", "legendary-asia", "switzerland", "usa")
    assert sorted(larger) == [(board, 390) for board in boards]


def test_turning_is_offered_once_per_board(phone: FastPhone) -> None:
    for board, answer, turned in (("usa", OFFER, 1), ("europe", "No, thanks", 0)):
        start_game(phone, board, 3)
        phone.press(answer)
        assert phone.table.ids.board.turned == turned
        assert not phone.buttons(OFFER)
        start_game(phone, board, 3)
        assert not phone.buttons(OFFER)
    phone.kill()
    phone.start()
    assert phone.table.ids.board.turned == 0
    assert not phone.buttons(OFFER)
    start_game(phone, "switzerland", 3)
    phone.button(OFFER)


def test_offer_to_turn_hides_no_route_and_nothing_lies_on_the_board_otherwise(
    phone: FastPhone,
) -> None:
    for size in ((390, 844), (412, 915), (360, 740)):
        phone.set_size(*size)
        start_game(phone, "europe", 3)
        offer, view = phone.table.turn_offer, phone.table.ids.board
        assert offer.shown
        area = Area(offer.x, offer.y, offer.right, offer.top)
        assert not any(area.overlaps(each) for each in view.hit_areas())
    phone.press("No, thanks")
    phone.table.turn_offer.center = track_on_screen(view, "brest--paris")
    phone.tap_route("brest--paris")
    assert phone.table.sheet is not None, "a hidden offer leaves touches to the board"
    start_game(phone, "heart-of-africa", 3)
    view = phone.table.ids.board
    for button in (each for each in phone.visible_widgets() if isinstance(each, Tappable)):
        assert not view.collide_point(*view.to_widget(*button.to_window(*button.center)))
