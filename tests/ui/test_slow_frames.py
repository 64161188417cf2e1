"""A second tap before a slow frame has been drawn."""

from __future__ import annotations

from companion.rules.events import RouteClaimed, TurnPassed
from tests.ui.finished import lay_recorded
from tests.ui.hasty import HastyPhone
from tests.ui.tables import lay

SLOW = 0.8
"""Seconds until the next frame, longer than the time between two taps."""


def test_slow_page_ignores_a_tap_meant_for_the_previous_page(
    phone: HastyPhone,
) -> None:
    lay_recorded(phone, "usa-full")
    phone.press("Finish")
    phone.tap_twice(phone.button("Tickets"), SLOW)
    phone.commit()
    assert phone.screen == "tickets"
    first = phone.now.setup.names[0]
    assert phone.reads(first)
    phone.navigator.back()
    phone.navigator.go("result")
    phone.commit()
    phone.tap_twice(phone.button("Play again with the same players"), SLOW)
    phone.commit()
    assert phone.screen == "new_game"


def test_double_tap_before_a_slow_frame_ends_the_turn_once(phone: HastyPhone) -> None:
    lay(phone, "usa", 3, RouteClaimed("Ana", "duluth--helena"))
    phone.tap_twice(phone.button("Next"), SLOW)
    phone.commit()
    assert phone.now.game.events[1:] == (TurnPassed("Peter"),)
