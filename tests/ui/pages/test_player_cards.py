"""The players' cards of the table page: who acts next, and the players' sheets."""

from __future__ import annotations

import pytest

from companion.rules.events import RouteClaimed, TurnPassed
from companion.ui.pages.table.player_sheet import PlayerSheet
from companion.ui.pages.table.scoreboard import PlayerCard
from tests.support.phone import FastPhone
from tests.support.table import open_recorded_game, start_game

HELENA = RouteClaimed("Ana", "duluth--helena")


def card(phone: FastPhone, name: str) -> PlayerCard:
    """The card of a player."""
    cards: list[PlayerCard] = phone.table.ids.scoreboard.children
    return next(each for each in cards if each.name == name)


def open_sheet_of(phone: FastPhone) -> str:
    """The player whose sheet is open."""
    sheet = phone.table.sheet
    return sheet.player if isinstance(sheet, PlayerSheet) else ""


@pytest.mark.parametrize(("x", "y"), [(0.1, 0.1), (0.9, 0.1), (0.5, 0.5), (0.1, 0.9), (0.9, 0.9)])
@pytest.mark.parametrize("size", [(360, 640), (844, 390)])
def test_tap_anywhere_on_a_card_selects_who_acts_next(
    phone: FastPhone, size: tuple[int, int], x: float, y: float
) -> None:
    start_game(phone, "heart-of-africa", 4, TurnPassed("Ana"))
    phone.set_size(*size)
    maya = card(phone, "Maya")
    phone.tap_at(*maya.to_window(maya.x + maya.width * x, maya.y + maya.height * y))
    phone.wait_until_idle()
    assert phone.table.player == "Maya"
    assert phone.table.sheet is None
    assert [each.name for each in phone.table.ids.scoreboard.children if each.selected] == ["Maya"]
    assert phone.shows("Maya is next.")
    assert phone.now.game.events == (TurnPassed("Ana"),)


def test_undo_of_the_notification_restores_the_previous_player(phone: FastPhone) -> None:
    start_game(phone, "usa", 3, HELENA)
    phone.press("Maya")
    undo_of_notice = next(
        each for each in phone.buttons("Undo") if phone.table.ids.notice in each.walk_reverse()
    )
    phone.tap(undo_of_notice)
    phone.wait_until_idle()
    assert phone.table.player == "Peter"
    assert phone.now.game.events == (HELENA,)


def test_undo_in_the_header_undoes_the_last_entry_after_a_selection(phone: FastPhone) -> None:
    start_game(phone, "usa", 3, HELENA)
    phone.press("Maya")
    phone.tap(phone.buttons("Undo")[0])
    assert phone.now.game.events == ()


def test_selected_player_survives_home_and_a_kill(phone: FastPhone) -> None:
    start_game(phone, "usa", 3, HELENA)
    phone.press("Maya")
    phone.navigator.reset_to("home")
    phone.wait_until_idle()
    phone.press("Continue USA (10th Anniversary)")
    assert phone.table.player == "Maya"
    phone.kill()
    phone.start()
    assert phone.screen == "table"
    assert phone.table.player == "Maya"
    assert card(phone, "Maya").selected
    phone.press("Next")
    assert phone.now.game.events == (HELENA, TurnPassed("Maya"))


def test_tap_on_the_selected_card_with_a_chevron_opens_the_sheet(phone: FastPhone) -> None:
    start_game(phone, "usa", 3)
    assert card(phone, "Ana").has_chevron
    assert not card(phone, "Peter").has_chevron
    phone.press("Ana")
    assert open_sheet_of(phone) == "Ana"
    assert phone.now.player == "Ana"


@pytest.mark.parametrize("name", ["Ana", "Maya"])
def test_holding_any_card_opens_the_sheet_and_selects_nobody(phone: FastPhone, name: str) -> None:
    start_game(phone, "usa", 3)
    phone.open_player(name)
    assert open_sheet_of(phone) == name
    assert phone.now.player == "Ana"


@pytest.mark.parametrize("apart", [0.05, 0.15, 0.29])
def test_double_tap_on_a_card_only_selects(phone: FastPhone, apart: float) -> None:
    start_game(phone, "usa", 3)
    phone.tap_twice(card(phone, "Maya"), apart)
    phone.wait_until_idle()
    assert phone.now.player == "Maya"
    assert phone.table.sheet is None


def test_finger_that_leaves_a_card_does_not_open_the_sheet(phone: FastPhone) -> None:
    start_game(phone, "usa", 3)
    maya = card(phone, "Maya")
    start = maya.to_window(*maya.center)
    phone.drag(start, (start[0], start[1] - 200))
    phone.wait(1)
    assert open_sheet_of(phone) == ""
    assert phone.now.player == "Ana"


def test_tap_opens_the_sheet_of_a_player_who_has_no_turn_left(phone: FastPhone) -> None:
    open_recorded_game(phone, "usa-full")
    name = phone.now.setup.names[1]
    assert card(phone, name).has_chevron
    phone.press(name)
    assert open_sheet_of(phone) == name
