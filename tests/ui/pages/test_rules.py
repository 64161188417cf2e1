"""Rules at a glance, opened from the board's name or the menu."""

from __future__ import annotations

from companion.rules.events import TerrainDrawn
from tests.support.phone import FastPhone
from tests.support.table import start_game


def test_board_name_and_menu_open_the_rules(phone: FastPhone) -> None:
    start_game(phone, "heart-of-africa", 3, TerrainDrawn("Ana", "mountain"))
    phone.press("Rules at a glance")
    assert phone.screen == "rules"
    assert phone.shows("The Heart of Africa · 3 players")
    assert phone.shows("4 tickets each, keep 2 or more")
    phone.press("Back")
    assert phone.screen == "table"
    phone.press("Menu")
    phone.press("Rules at a glance")
    assert phone.screen == "rules"


def test_station_and_tickets_pages_remind_of_their_rules(phone: FastPhone) -> None:
    start_game(phone, "europe", 3)
    phone.tap_city("paris")
    phone.press("Build a station for Ana (1 card)")
    phone.session.choose("Ana")
    phone.wait_until_idle()
    phone.tap_city("wien")
    assert phone.shows("Build a station for Ana (2 cards of one colour)")
    phone.close_sheet()
    phone.navigator.go("tickets")
    phone.wait_until_idle()
    assert phone.shows("3 tickets and 1 long ticket each, keep 2 or more")
    assert phone.shows("Later: draw 3 tickets, keep 1 or more")
