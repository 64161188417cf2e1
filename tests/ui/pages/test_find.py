"""The Find page, with keyboard and mouse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch

from companion.rules.events import RouteClaimed
from companion.ui.keyboard import ESCAPE
from tests.support.phone import FastPhone, Phone
from tests.support.table import start_game
from tests.support.widgets import press_enter


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[FastPhone]:
    phone = FastPhone(tmp_path / "data")
    start_game(phone, "europe", 2)
    phone.navigator.go("find")
    phone.wait_until_idle()
    yield phone
    phone.close()


def test_wheel_scrolls_the_list_and_escape_leaves_it_while_typing(phone: Phone) -> None:
    rows = phone.page("find").ids.list
    assert rows.scroll_y == 1
    for _ in range(3):
        touch = UnitTestTouch(*rows.to_window(*rows.center))
        touch.profile.append("button")
        touch.button = "scrollup"
        touch.touch_down()
        touch.touch_up()
        phone.wait()
    assert rows.scroll_y < 1
    assert phone.screen == "find"
    letters = phone.page("find").ids.search.ids.letters
    phone.type("paris xyz")
    assert phone.shows("No matching route.")
    assert letters.focus
    # The window passes keys that the field does not handle to the page.
    handled = Window.dispatch("on_key_down", ESCAPE, 41, None, [])
    assert not handled
    phone.key(ESCAPE)
    assert phone.screen == "table"
    assert not letters.focus


def test_enter_opens_the_only_route_whose_ends_begin_with_the_letters(phone: Phone) -> None:
    phone.type("am")
    press_enter(phone)
    phone.wait_until_idle()
    assert phone.screen == "find"
    assert phone.page("find").ids.search.writing
    phone.type(" ess")
    assert len(phone.page("find").rows) == 2
    press_enter(phone)
    phone.wait_until_idle()
    assert phone.screen == "table"
    assert phone.shows("Amsterdam – Essen")
    assert phone.shows("Claim for Ana  +4")


def test_only_what_differs_from_a_free_route_is_said(phone: Phone) -> None:
    phone.session.enter(RouteClaimed("Ana", "brest--paris"))
    phone.type("paris")
    rows = {row["title"]: row for row in phone.page("find").rows}
    assert rows["Brest – Paris"]["status"] == "taken by Ana"
    assert rows["Brest – Paris"]["owners"] == [phone.now.setup.colors["Ana"]]
    assert rows["Paris – Zürich"]["status"] == "tunnel"
    assert rows["Dieppe – Paris"]["status"] == ""


def test_large_window_shows_what_was_found_on_the_board(phone: FastPhone) -> None:
    phone.set_size(1280, 800)
    phone.type("paris pamp")
    (board,) = phone.page("find").ids.beside.children
    assert {route for route, _ in board.highlight.tracks} == {"pamplona--paris"}
    phone.tap_at(*board.to_window(*board.place_on_screen("paris")))
    phone.wait_until_idle()
    assert phone.screen == "table"
    assert phone.shows("Paris")
    assert phone.table.sheet is not None
