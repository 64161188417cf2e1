"""The hint in the first game that shows dragging from city to city."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.events import RouteClaimed
from tests.support.phone import FastPhone
from tests.support.table import enter_game, setup, start_game

HINT = "Drag from city to city to claim a route"


def seen(phone: FastPhone) -> bool:
    return phone.context.preferences.settings.drag_hint_seen


def dismiss_turn_offer(phone: FastPhone) -> None:
    phone.table.turn_offer.dismiss()
    phone.wait_until_idle()


def test_hint_disappears_with_the_first_drag_for_good(phone: FastPhone) -> None:
    start_game(phone, "europe", 3)
    dismiss_turn_offer(phone)
    assert phone.shows(HINT)
    phone.tap_at(*phone.table.drag_hint.center)
    phone.wait_until_idle()
    assert not seen(phone), "a touch on the hint writes nothing"
    assert not phone.now.game.events
    phone.table.close_sheet()
    phone.wait_until_idle()
    phone.tap_city("paris")
    assert not phone.shows(HINT), "behind a sheet"
    phone.close_sheet()
    assert phone.shows(HINT)
    phone.drag_between("paris", "dieppe")
    assert not phone.shows(HINT)
    assert seen(phone)
    phone.reopen()
    start_game(phone, "europe", 3)
    assert not phone.shows(HINT)


def test_drag_is_shown_three_times_and_the_hint_until_the_first_claim(phone: FastPhone) -> None:
    start_game(phone, "europe", 3)
    dismiss_turn_offer(phone)
    table = phone.table
    assert table.drag_hint._route is not None
    phone.wait(6)
    assert table.drag_hint._route is None, "after three drags"
    assert phone.shows(HINT)
    phone.session.enter(RouteClaimed("Ana", "brest--paris"))
    phone.wait_until_idle()
    assert not phone.shows(HINT)
    assert seen(phone)


def test_hint_of_a_new_game_waits_until_its_board_is_shown(phone: FastPhone) -> None:
    enter_game(phone, replace(setup("europe", 3), counted=True))
    phone.navigator.reset_to("home", "table", "log")
    phone.wait_until_idle()
    enter_game(phone, setup("usa", 3))
    phone.table.drag_hint.update(is_free=True)
    assert not phone.table.drag_hint.shown
    phone.navigator.reset_to("home", "table")
    dismiss_turn_offer(phone)
    assert phone.shows(HINT)
