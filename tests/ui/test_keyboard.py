"""Using the app with a keyboard only."""

from __future__ import annotations

from kivy.core.window import Window

from companion.rules.events import TurnPassed
from companion.ui.keyboard import ENTER, SLASH, TAB
from tests.packaging.smoke import LETTERS, ROUTE
from tests.support.phone import FastPhone
from tests.support.table import start_game


def test_route_is_found_by_typing_and_claimed_with_enter(phone: FastPhone) -> None:
    start_game(phone, "europe", 2)
    assert phone.key(SLASH)
    phone.wait_until_idle()
    for letter in LETTERS:
        Window.dispatch("on_textinput", letter)
    phone.wait_until_idle()
    press_enter(phone)
    assert ROUTE not in phone.now.state.owners
    press_enter(phone)
    assert ROUTE in phone.now.state.owners


def test_tab_moves_the_focus_through_a_long_list(phone: FastPhone) -> None:
    start_game(phone, "europe", 2, *(TurnPassed(("Ana", "Peter")[turn % 2]) for turn in range(40)))
    phone.set_size(320, 568)
    phone.navigator.go("log")
    phone.wait_until_idle()
    for keys in (12, 18):
        for _ in range(keys):
            assert phone.key(TAB, *(("shift",) if keys == 18 else ()))
        (focused,) = (
            each for each in phone.page("log").walk() if getattr(each, "has_focus", False)
        )
        assert focused in phone.visible_widgets()


def test_closing_sheet_loses_text_and_button_focus(phone: FastPhone) -> None:
    start_game(phone, "europe", 2)
    phone.table.open_player_settings("Ana")
    phone.wait_until_idle()
    sheet = phone.table.sheet
    assert sheet is not None
    sheet.ids.field.focus = True
    sheet.close()
    assert not sheet.ids.field.focus
    assert sheet.parent is not None
    for _ in range(20):
        Window.dispatch("on_keyboard", TAB, 0, None, [])
        assert not any(getattr(part, "has_focus", False) for part in sheet.walk(restrict=True))


def press_enter(phone: FastPhone) -> None:
    """Send Enter to the focused field and, if it does not use it, to the app."""
    if not Window.dispatch("on_key_down", ENTER, 40, "\r", []):
        Window.dispatch("on_keyboard", ENTER, 40, "\r", [])
    phone.wait_until_idle()
