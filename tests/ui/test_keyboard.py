"""A route claimed with a keyboard alone, as the smoke test of the emulator does it."""

from __future__ import annotations

from kivy.core.window import Window

from companion.ui.keys import ENTER, SLASH
from tests.packaging.smoke import LETTERS, ROUTE
from tests.ui.hasty import HastyPhone
from tests.ui.tables import lay


def test_letters_find_a_route_and_enter_claims_it(phone: HastyPhone) -> None:
    lay(phone, "europe", 2)
    assert phone.key(SLASH)
    phone.settle()
    for letter in LETTERS:
        Window.dispatch("on_textinput", letter)
    phone.settle()
    press_enter(phone)
    assert ROUTE not in phone.now.state.owners
    press_enter(phone)
    assert ROUTE in phone.now.state.owners


def press_enter(phone: HastyPhone) -> None:
    """The key first goes to the field that has the keyboard, and then to the app."""
    if not Window.dispatch("on_key_down", ENTER, 40, "\r", []):
        Window.dispatch("on_keyboard", ENTER, 40, "\r", [])
    phone.settle()
