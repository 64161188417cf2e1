"""Two cities and a player, from Find or a city's sheet, answered on the board."""

from __future__ import annotations

from companion.rules.events import RouteClaimed
from companion.ui.pages.table.route_sheets import CitySheet, ConnectionSheet
from tests.support.phone import FastPhone
from tests.support.table import start_game

HELENA = RouteClaimed("Ana", "duluth--helena")


def test_second_city_is_tapped_on_the_board(phone: FastPhone) -> None:
    start_game(phone, "usa", 3, HELENA)
    phone.taps = 0
    phone.tap_city("duluth")
    phone.press("Connected to another city?")
    assert phone.shows("Connected to Duluth? Tap the other city.")
    phone.tap_city("helena")
    assert phone.taps == 3
    assert isinstance(phone.table.sheet, ConnectionSheet)
    assert phone.shows("Peter: 7 spaces missing, all free"), "Ana has the direct route"
    phone.press("Ana")
    assert phone.shows("Ana: connected, 6 spaces")
    highlight = phone.table.ids.board.highlight
    assert highlight.trail == (("duluth--helena", 0),)
    assert highlight.places == ("duluth", "helena")
    assert phone.now.game.events == (HELENA,), "nothing is stored"
    phone.close_sheet()
    phone.tap_city("helena")
    assert isinstance(phone.table.sheet, CitySheet), "the next tap opens the city again"


def test_question_is_cancelled_or_answered_by_the_city_nearest_to_the_tap(
    phone: FastPhone,
) -> None:
    start_game(phone, "usa", 3)
    for cancel in (lambda: phone.press("Cancel"), lambda: phone.key(27)):
        phone.tap_city("duluth")
        phone.press("Connected to another city?")
        cancel()
        assert phone.table.banner == ""
        assert phone.screen == "table"
        phone.tap_city("miami")
        assert isinstance(phone.table.sheet, CitySheet)
        phone.close_sheet()
    phone.tap_city("duluth")
    phone.press("Connected to another city?")
    board = phone.table.ids.board
    x, y = board.to_window(*board.place_on_screen("miami"))
    phone.tap_at(x - 18, y + 14)
    phone.wait(board.double_tap_time + 0.02)
    phone.wait_until_idle()
    sheet = phone.table.sheet
    assert isinstance(sheet, ConnectionSheet)
    assert sheet.title == "Duluth – Miami"


def test_two_cities_are_typed_in_find(phone: FastPhone) -> None:
    start_game(phone, "usa", 3, HELENA)
    phone.press("Find")
    assert not phone.shows("connected?")
    phone.type("omah hel")
    phone.press("Omaha – Helena: connected?")
    assert phone.screen == "table"
    assert phone.shows("Omaha – Helena")
    phone.press("Ana")
    assert phone.shows("Ana: 2 spaces missing, all free")
    assert phone.shows("Duluth – Omaha")
