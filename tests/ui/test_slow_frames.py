"""A second tap on a slow phone: it comes before the eye could see what the first one did."""

from __future__ import annotations

from companion.rules.events import RouteClaimed, TurnPassed
from tests.support.phone import HastyPhone
from tests.support.table import lay, lay_recorded

SLOW = 0.8
"""Seconds until the next page is drawn, longer than two taps are ever apart."""


def test_a_page_that_takes_long_to_come_takes_no_tap_that_was_meant_for_the_last(
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


def test_a_turn_ends_once_however_long_the_answer_takes(phone: HastyPhone) -> None:
    lay(phone, "usa", 3, RouteClaimed("Ana", "duluth--helena"))
    phone.tap_twice(phone.button("Next"), SLOW)
    phone.commit()
    assert phone.now.game.events[1:] == (TurnPassed("Peter"),)
