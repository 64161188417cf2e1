"""Finding a route by letters, with a keyboard and a mouse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch

from companion.ui.keys import ESCAPE
from tests.ui.hasty import HastyPhone
from tests.ui.phone import Phone
from tests.ui.reading import press_enter
from tests.ui.tables import lay


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Phone]:
    phone = HastyPhone(tmp_path / "kept")
    lay(phone, "usa", 2)
    phone.navigator.go("find")
    phone.commit()
    yield phone
    phone.close()


def test_the_first_escape_leaves_though_letters_are_being_typed(phone: Phone) -> None:
    letters = phone.page("find").ids.letters
    phone.type("bos")
    assert letters.focus
    # As the window does it: what the field does not take goes to the page.
    taken = Window.dispatch("on_key_down", ESCAPE, 41, None, [])
    assert not taken
    phone.key(ESCAPE)
    assert phone.screen == "table"
    assert not letters.focus


def test_letters_that_fit_no_route_get_a_sentence(phone: Phone) -> None:
    phone.type("boston xyz")
    assert phone.reads("No route fits these letters.")


def test_enter_takes_the_one_match_there_is_but_none_of_several(phone: Phone) -> None:
    phone.type("bos")
    press_enter(phone)
    phone.commit()
    assert phone.screen == "find"
    phone.page("find").ids.letters.focus = True
    phone.type(" mon")
    press_enter(phone)
    phone.commit()
    assert phone.screen == "table"
    assert phone.reads("Claim for Ana  +2")


def test_what_a_city_is_called_elsewhere_finds_its_routes(phone: Phone) -> None:
    lay(phone, "europe", 2)
    phone.navigator.go("find")
    phone.commit()
    phone.type("vienna munich")
    phone.button("München – Wien")


def test_the_wheel_scrolls_the_list(phone: Phone) -> None:
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
