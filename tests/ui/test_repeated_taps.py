"""A button that stays in place with the same meaning counts every tap, however quick."""

from __future__ import annotations

import os

import pytest
from kivy.tests.common import UnitTestTouch

from companion.rules.events import TerrainDrawn, TurnPassed
from companion.ui.keyboard import ENTER, TAB
from companion.ui.kit.buttons import Tappable
from tests.support.phone import FastPhone
from tests.support.table import start_game

APART = (0.02, 0.1, 0.15, 0.25, 0.35) if os.environ.get("THOROUGHNESS") else (0.02, 0.15)
"""Seconds between two taps."""


def tap_quickly(phone: FastPhone, *buttons: Tappable, apart: float) -> None:
    """Tap the middle of each button."""
    for spot in [button.to_window(*button.center) for button in buttons]:
        touch = UnitTestTouch(*spot)
        touch.touch_down()
        phone.frame(0.02)
        touch.touch_up()
        phone.frame(apart - 0.02)
    phone.wait_until_idle()


@pytest.mark.parametrize("apart", APART)
def test_every_tap_on_a_terrain_button_draws_a_card(phone: FastPhone, apart: float) -> None:
    start_game(phone, "heart-of-africa", 2, TurnPassed("Ana"))
    tap_quickly(phone, *[phone.button("+1 Mountain")] * 4, apart=apart)
    assert phone.now.game.events[1:] == (TerrainDrawn("Peter", "mountain"),) * 4


@pytest.mark.parametrize("apart", APART)
def test_every_tap_on_undo_and_redo_counts(phone: FastPhone, apart: float) -> None:
    passed = [TurnPassed(("Ana", "Peter")[turn % 2]) for turn in range(6)]
    start_game(phone, "usa", 2, *passed)
    tap_quickly(phone, *[phone.button("Undo")] * 4, apart=apart)
    assert len(phone.now.game.events) == 2
    tap_quickly(phone, *[phone.buttons("Redo")[0]] * 3, apart=apart)
    assert len(phone.now.game.events) == 5


@pytest.mark.parametrize("apart", APART)
def test_every_tap_on_undo_in_the_log_counts(phone: FastPhone, apart: float) -> None:
    passed = [TurnPassed(("Ana", "Peter")[turn % 2]) for turn in range(6)]
    start_game(phone, "usa", 2, *passed)
    phone.press("Log")
    tap_quickly(phone, *[phone.button("Undo")] * 4, apart=apart)
    assert len(phone.now.game.events) == 2


@pytest.mark.parametrize("apart", APART)
def test_every_tap_on_a_stepper_of_the_player_sheet_counts(phone: FastPhone, apart: float) -> None:
    start_game(phone, "heart-of-africa", 2, TurnPassed("Ana"), TurnPassed("Peter"))
    phone.table.open_player("Ana")
    phone.wait_until_idle()
    tap_quickly(phone, *[phone.button("One more Desert & Savanna card")] * 4, apart=apart)
    assert phone.now.state.players["Ana"].terrain["desert"] == 4
    tap_quickly(phone, *[phone.button("One fewer Desert & Savanna card")] * 3, apart=apart)
    assert phone.now.state.players["Ana"].terrain["desert"] == 1


@pytest.mark.parametrize(
    "apart", [0.02, 0.25, *(pytest.param(each, marks=pytest.mark.soak) for each in (0.1, 0.15))]
)
def test_next_and_claim_act_once(phone: FastPhone, apart: float) -> None:
    start_game(phone, "usa", 2)
    tap_quickly(phone, *[phone.button("Next")] * 2, apart=apart)
    assert phone.now.game.events == (TurnPassed("Ana"),)
    phone.tap_route("boston--montreal")
    tap_quickly(phone, *[phone.button("Claim for Peter  +2")] * 2, apart=apart)
    assert phone.now.state.owners["boston--montreal"]
    assert len(phone.now.game.events) == 2
    assert phone.table.sheet is None


def test_next_and_a_terrain_button_count_in_quick_succession(phone: FastPhone) -> None:
    start_game(phone, "heart-of-africa", 2, TurnPassed("Ana"))
    tap_quickly(phone, phone.button("Next"), phone.button("+1 Desert"), apart=0.05)
    assert phone.now.game.events[1:] == (TurnPassed("Peter"), TerrainDrawn("Ana", "desert"))


def test_enter_held_on_next_passes_one_turn(phone: FastPhone) -> None:
    start_game(phone, "usa", 2)
    while not phone.button("Next").has_focus:
        phone.key(TAB)
    for _ in range(5):
        phone.app._key(None, ENTER, 0, None, [])
        phone.frame(0.03)
    assert phone.now.game.events == (TurnPassed("Ana"),)
