"""A second tap before a slow frame has been drawn."""

from __future__ import annotations

from companion.rules.events import RouteClaimed, TurnPassed
from tests.support.phone import FastPhone
from tests.support.table import open_recorded_game, start_game

SLOW = 0.8
"""Seconds until the next frame, longer than the time between two taps."""


def test_slow_page_ignores_a_tap_meant_for_the_previous_page(
    phone: FastPhone,
) -> None:
    open_recorded_game(phone, "usa-full")
    phone.finish()
    phone.tap_twice(phone.button("Tickets"), SLOW)
    phone.wait_until_idle()
    assert phone.screen == "tickets"
    first = phone.now.setup.names[0]
    assert phone.shows(first)
    phone.navigator.back()
    phone.navigator.go("result")
    phone.wait_until_idle()
    phone.tap_twice(phone.button("Play again with the same players"), SLOW)
    phone.wait_until_idle()
    assert phone.screen == "new_game"


def test_double_tap_before_a_slow_frame_ends_the_turn_once(phone: FastPhone) -> None:
    start_game(phone, "usa", 3, RouteClaimed("Ana", "duluth--helena"))
    phone.tap_twice(phone.button("Next"), SLOW)
    phone.wait_until_idle()
    assert phone.now.game.events[1:] == (TurnPassed("Peter"),)
