"""Using the app with a keyboard only."""

from __future__ import annotations

from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.rules.events import StationBuilt, TerrainDrawn, TurnPassed
from companion.ui.keyboard import DOWN, ENTER, SLASH, TAB, UP, N
from companion.ui.kit.rows import PageRow
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


def test_turns_end_and_terrain_cards_are_drawn_by_keys(phone: FastPhone) -> None:
    start_game(phone, "heart-of-africa", 2)
    for key in (ord("1"), ord("3"), N):
        assert phone.key(key)
    terrain = phone.now.setup.terrain
    assert terrain is not None
    cards = (TerrainDrawn("Ana", terrain.types[0].id), TerrainDrawn("Ana", terrain.types[2].id))
    assert phone.now.game.events == (*cards, TurnPassed("Ana"))
    phone.table.open_menu()
    phone.key(N)
    phone.table.close_sheet()
    phone.key(N, "ctrl")
    assert len(phone.now.game.events) == 3


def test_held_key_makes_one_entry(phone: FastPhone) -> None:
    start_game(phone, "heart-of-africa", 2)
    for _ in range(5):
        Window.dispatch("on_keyboard", N, 0, None, [])
    Window.dispatch("on_key_up", N, 0)
    assert phone.now.game.events == (TurnPassed("Ana"),)


def test_digits_do_nothing_on_a_board_without_terrain(phone: FastPhone) -> None:
    start_game(phone, "europe", 2)
    phone.key(ord("1"))
    assert phone.now.game.events == ()


def test_station_is_built_by_keys(phone: FastPhone) -> None:
    start_game(phone, "europe", 2)
    phone.key(SLASH)
    for letter in "paris":
        Window.dispatch("on_textinput", letter)
    phone.wait_until_idle()
    assert [row["title"] for row in phone.page("find").rows][:2] == ["Paris", "Brest – Paris"]
    for key in (DOWN, ENTER):
        phone.key(key)
    assert phone.screen == "table"
    for key in (TAB, ENTER):
        phone.key(key)
    assert phone.now.game.events == (StationBuilt("Ana", "paris"),)


def test_new_game_is_begun_and_ordered_by_keys(phone: FastPhone) -> None:
    phone.navigator.reset_to("home", "new_game")
    phone.wait_until_idle()
    page = phone.page("new_game")
    phone.key(TAB)
    for name in ("Ana", "Peter"):
        phone.type(name)
        press_enter(phone)
    phone.type("Maya")
    for _ in range(3):
        phone.key(UP, "ctrl")
    assert [player.name for player in page.players] == ["Maya", "Ana", "Peter"]
    phone.key(DOWN, "alt")
    assert [player.name for player in page.players] == ["Ana", "Maya", "Peter"]
    assert page.ids.list.rows[1].has_focus


def test_settings_list_the_keys(phone: FastPhone) -> None:
    phone.navigator.reset_to("home", "settings")
    phone.wait_until_idle()
    next(each for each in phone.page("settings").walk() if is_row(each, "Keyboard")).dispatch(
        "on_tap"
    )
    phone.wait_until_idle()
    assert phone.shows("One more terrain card")
    assert phone.shows("Ctrl+Up, Ctrl+Down")


def is_row(widget: Widget, text: str) -> bool:
    return isinstance(widget, PageRow) and widget.text == text


def press_enter(phone: FastPhone) -> None:
    """Send Enter to the focused field and, if it does not use it, to the app."""
    if not Window.dispatch("on_key_down", ENTER, 40, "\r", []):
        Window.dispatch("on_keyboard", ENTER, 40, "\r", [])
    phone.wait_until_idle()
