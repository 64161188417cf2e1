"""Player names on the New game page: suggested, typed, checked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.core.window import Window

from companion.rules.setup import Player
from companion.store.saved_game import local_time
from companion.table.player_list import MOST_SUGGESTED
from companion.ui import keyboard
from companion.ui.kit.buttons import Tappable
from tests.support.new_game import FIVE, KNOWN, LONG, NewGamePhone
from tests.support.widgets import press_enter, texts


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[NewGamePhone]:
    """A phone with players from earlier games."""
    phone = NewGamePhone(tmp_path / "data")
    phone.remember_players(*KNOWN)
    yield phone
    phone.close()


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[NewGamePhone]:
    """A phone without earlier games."""
    phone = NewGamePhone(tmp_path / "data")
    phone.wait_until_idle()
    yield phone
    phone.close()


def test_name_is_suggested_once_in_any_case(phone: NewGamePhone) -> None:
    assert [row.ids.field.hint_text for row in phone.rows()] == ["Name", "Name"]
    phone.remember_players(("ana", "red"), ("ANA", "red"))
    assert [name.casefold() for name in phone.chips()].count("ana") == 1
    phone.type_name(0, "aNa")
    assert "ana" not in [name.casefold() for name in phone.chips()]


def test_long_name_is_shown_from_its_beginning(phone: NewGamePhone) -> None:
    phone.remember_players((LONG, "red"))
    for name in (LONG, "Ana"):
        phone.press_chip(name)
    fields = [row.ids.field for row in phone.rows()]
    assert [field.text for field in fields[:2]] == [LONG, "Ana"]
    assert fields[0].scroll_x == 0
    fields[0].parent.parent.dispatch("on_remove")
    phone.wait_until_idle()
    assert fields[0].text == "Ana"
    assert fields[0].scroll_x == 0


def test_enter_focuses_the_next_name(fresh: NewGamePhone) -> None:
    fresh.type_name(0, "Zoë ")
    press_enter(fresh)
    fresh.type("Ben")
    assert fresh.rows()[1].ids.field.focus
    press_enter(fresh)
    assert fresh.rows()[2].ids.field.focus
    fresh.type("Eve")
    press_enter(fresh)
    press_enter(fresh)
    assert not any(row.ids.field.focus for row in fresh.rows())
    fresh.start_game()
    assert fresh.started_setup().names == ("Zoë", "Ben", "Eve")


def test_enter_after_the_last_player_closes_the_keyboard(phone: NewGamePhone) -> None:
    phone.prefill(FIVE)
    phone.tap(phone.rows()[-1].ids.field)
    phone.wait_until_idle()
    press_enter(phone)
    assert len(phone.rows()) == 5
    assert not any(row.ids.field.focus for row in phone.rows())


def test_start_closes_the_keyboard_and_ignores_an_empty_extra_row(phone: NewGamePhone) -> None:
    phone.press("Ana")
    phone.scroll_and_press("Add a player")
    phone.type_name(1, "Ben")
    assert len(phone.rows()) == 3
    field = phone.rows()[1].ids.field
    assert field.focus
    # Starting by keyboard, because a touch would remove the focus itself.
    phone.new_game_page.start()
    phone.wait_until_idle()
    assert phone.started_setup().names == ("Ana", "Ben")
    assert not field.focus


def test_tab_moves_from_name_to_other_controls(fresh: NewGamePhone) -> None:
    fresh.type_name(0, "Zoë")
    stops = []
    for _ in range(3):
        if not Window.dispatch("on_key_down", keyboard.TAB, 43, "\t", []):
            fresh.key(keyboard.TAB)
        stops += [
            widget.name_for_readers
            for widget in fresh.visible_widgets()
            if isinstance(widget, Tappable) and widget.has_focus
        ]
    assert stops == ["Remove", "Colour: red"]
    assert fresh.rows()[1].ids.field.focus


def test_bad_name_is_refused_below_its_field(phone: NewGamePhone) -> None:
    phone.press("Ana")
    field = phone.rows()[1].ids.field
    for typed, sentence in (
        ("ana", "Two players are called ana."),
        ("x" * 61, "is too long for a name"),
        ("A\u202eb", "one of its characters cannot be shown"),
    ):
        field.text = ""
        phone.type_name(1, typed)
        problem = next(text for text in texts(phone.rows()[1]) if sentence in text)
        assert phone.texts().count(problem) == 1
        assert not phone.new_game_page.ids.start.enabled
    field.text = "Ben"
    phone.wait_until_idle()
    assert not phone.shows(sentence)
    assert phone.new_game_page.ids.start.enabled


def test_of_hundreds_of_names_the_latest_and_the_typed_are_suggested(phone: NewGamePhone) -> None:
    guests = [Player(f"Guest {number}", "red") for number in range(490)]
    phone.context.store.learned.remember_players(guests, "europe", local_time())
    phone.navigator.reset_to("home", "new_game")
    phone.wait_until_idle()
    count = len(phone.context.store.learned.players())
    assert len(phone.chips()) == MOST_SUGGESTED
    more = phone.new_game_page.ids.known.ids.row.children[0].text
    assert more == f"{count - MOST_SUGGESTED} more names: type to find one."
    phone.type_name(0, "guest 12")
    assert set(phone.chips()) == {"Guest 12", *(f"Guest 12{digit}" for digit in range(10))}
    phone.press_chip("Guest 123")
    assert [name for name, _ in phone.players()] == ["Guest 123", ""]
    phone.type_name(1, "guest 12")
    assert "Guest 123" not in phone.chips()
    assert len(phone.chips()) == 10
