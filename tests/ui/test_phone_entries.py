"""Players enter their turns on their phones while the score keeper uses the app, by touch."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count
from typing import Any

import pytest
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.input.providers.mouse import MouseMotionEventProvider
from kivy.tests.common import UnitTestTouch

from companion.rules.events import RouteClaimed, StationBuilt, TerrainDrawn, TurnPassed
from companion.ui.page import JUST_ARRIVED
from companion.ui.pages.table.claim_sheet import ClaimSheet
from companion.ui.pages.table.player_sheets import PlayerSheet
from tests.support.network import WIFI
from tests.support.phone import FastPhone
from tests.support.sharing_guest import Guest
from tests.support.table import start_game

NUMBERS = count()
"""Make the ids of entries."""
ROUTE = "bondo--fachoda"
CLAIM = {"do": "claim", "route": ROUTE, "track": 0}
OTHER_CLAIM = {"do": "claim", "route": "cape-town--port-elizabeth", "track": 0}
DESERT = {"do": "terrain", "terrain": "desert", "count": 1}


@pytest.fixture(autouse=True)
def at_table(phone: FastPhone) -> Iterator[None]:
    """A shared game of three on the table page; every player has a terrain card."""
    phone.set_size(390, 844)
    phone.device.addresses = (WIFI,)
    cards = [TerrainDrawn(name, "jungle") for name in ("Ana", "Peter", "Maya")]
    start_game(phone, "heart-of-africa", 3, *cards)
    phone.context.sharing.switch_on()
    phone.wait_until_idle()
    yield
    phone.context.sharing.switch_off()
    phone.context.store.settings.change(players_enter=True, own_player="")


def joined(phone: FastPhone, player: str = "Ana") -> Guest:
    # Not by HTTP, which takes as many frames as the machine needs.
    secret = phone.context.sharing.take_seat(player)
    phone.wait()
    return Guest(phone.context.sharing.link, secret)


def enter(phone: FastPhone, guest: Guest, event: dict[str, Any]) -> None:
    assert guest.enter(phone, f"n{next(NUMBERS)}", **event).content["outcome"] == "entered"


def open_other_phones(phone: FastPhone) -> None:
    """Open the page in a window where nothing needs scrolling."""
    phone.set_size(1280, 800)
    phone.press("Menu")
    phone.press("Other phones")


def notice(phone: FastPhone) -> Any:
    return phone.navigator.page.ids.notice


def events(phone: FastPhone) -> tuple[object, ...]:
    """What was entered after the first cards."""
    return phone.now.game.events[3:]


def test_entry_is_notified_with_the_phone_sign_and_marked_in_the_log(phone: FastPhone) -> None:
    phone.session.enter_from_phone(RouteClaimed("Ana", ROUTE), "claim")
    phone.wait()
    assert notice(phone).text == "Ana: Bondo – Fachoda +7"
    assert notice(phone).from_phone
    assert phone.table.player == "Peter"
    phone.press("Log")
    rows = phone.page("log").rows
    assert [row["is_from_phone"] for row in rows] == [True, False, False, False]


def test_joining_is_notified_and_the_phone_can_be_removed_at_once(phone: FastPhone) -> None:
    guest = joined(phone)
    assert phone.shows("Ana has joined with a phone.")
    assert phone.button("Ana").has_phone
    assert not phone.button("Peter").has_phone
    phone.press("Remove")
    assert phone.shows("Phone removed: Ana")
    assert not phone.button("Ana").has_phone
    assert guest.enter(phone, "removed", **CLAIM).content == {"reason": "seat"}
    assert not events(phone)


def test_undo_in_the_notification_removes_the_entry_it_names(phone: FastPhone) -> None:
    guest = joined(phone, "Peter")
    phone.session.enter(RouteClaimed("Ana", ROUTE))
    phone.wait()
    undo = notice(phone)._action
    enter(phone, guest, OTHER_CLAIM)
    undo()
    phone.wait()
    assert events(phone) == (RouteClaimed("Peter", "cape-town--port-elizabeth"),)
    assert phone.shows("Removed: Ana: Bondo – Fachoda")


def test_button_that_takes_the_place_of_another_acts_after_a_second(phone: FastPhone) -> None:
    # Not by HTTP, which takes as many frames as the machine needs.
    for id in ("first", "second"):
        phone.session.enter_from_phone(TerrainDrawn("Ana", "desert"), id)
        phone.wait()
    phone.tap(phone.button("Undo"))
    assert len(events(phone)) == 2
    phone.wait(1.0)
    phone.press("Undo")
    assert len(events(phone)) == 1


def test_undo_in_the_bar_shows_an_entry_that_has_just_arrived(phone: FastPhone) -> None:
    phone.session.enter(RouteClaimed("Ana", ROUTE))
    phone.session.enter_from_phone(RouteClaimed("Peter", "cape-town--port-elizabeth"), "claim")
    phone.wait()
    notice(phone).clear()
    phone.tap(phone.button("Undo"))
    assert len(events(phone)) == 2
    assert notice(phone).text.startswith("Peter: Cape Town – Port Elizabeth")
    phone.wait(JUST_ARRIVED)
    notice(phone).clear()
    phone.tap(phone.button("Undo"))
    assert len(events(phone)) == 1


def test_first_own_card_for_a_player_with_a_phone_is_remarked_once(phone: FastPhone) -> None:
    joined(phone)
    for remark in (True, False):
        phone.press("Desert")
        assert phone.shows("Ana enters on a phone") is remark
        assert notice(phone).button == "Undo"


def test_open_claim_sheet_keeps_player_route_and_choice(phone: FastPhone) -> None:
    guest = joined(phone)
    phone.session.enter(TerrainDrawn("Ana", "mountain"))
    phone.tap_route("cape-town--port-elizabeth")
    sheet = phone.table.sheet
    assert isinstance(sheet, ClaimSheet)
    phone.tap(phone.button("Double with 1 Mountain card"))
    phone.wait_until_idle()
    before = [(each, each.pos) for each in sheet.walk(restrict=True)]
    enter(phone, guest, CLAIM)
    assert phone.now.player == "Peter"
    assert phone.table.sheet is sheet
    assert (sheet.player, phone.table.player, sheet.option) == ("Ana", "Ana", 1)
    cards = {card.name: card for card in phone.table.ids.scoreboard.cards}
    assert (cards["Ana"].selected, cards["Peter"].selected) == (True, False)
    assert [(each, each.pos) for each in sheet.walk(restrict=True)] == before
    assert sheet.button.enabled
    phone.press(sheet.button.text)
    assert isinstance(events(phone)[-1], RouteClaimed)
    assert phone.table.sheet is None
    assert phone.table.player == "Peter"


def test_selection_follows_once_the_sheet_is_closed(phone: FastPhone) -> None:
    guest = joined(phone)
    phone.tap_route("cape-town--port-elizabeth")
    enter(phone, guest, CLAIM)
    assert phone.table.player == "Ana"
    phone.close_sheet()
    assert phone.table.player == "Peter"


def test_sheet_says_that_its_route_was_just_taken(phone: FastPhone) -> None:
    guest = joined(phone, "Peter")
    phone.tap_route(ROUTE)
    sheet = phone.table.sheet
    assert isinstance(sheet, ClaimSheet)
    enter(phone, guest, CLAIM)
    assert sheet.refusal == "Ana cannot claim Bondo – Fachoda: Peter has this track."
    assert not sheet.button.enabled
    phone.session.remove(3)
    phone.wait_until_idle()
    assert events(phone) == ()


def test_players_sheet_stays_open_with_the_new_numbers(phone: FastPhone) -> None:
    guest = joined(phone)
    phone.open_player("Ana")
    sheet = phone.table.sheet
    assert isinstance(sheet, PlayerSheet)
    before = [(each, each.pos) for each in sheet.walk(restrict=True)]
    enter(phone, guest, DESERT)
    assert phone.table.sheet is sheet
    assert sheet.ids.terrain.children[-1].count == 1
    assert [(each, each.pos) for each in sheet.walk(restrict=True)] == before


def test_nothing_changes_under_a_finger(phone: FastPhone) -> None:
    guest = joined(phone)
    board = phone.table.ids.board
    touch = UnitTestTouch(*board.to_window(*board.place_on_screen("cape-town")))
    touch.touch_down()
    enter(phone, guest, CLAIM)
    assert phone.now.player == "Peter"
    assert phone.table.player == board.player == "Ana"
    end = board.to_window(*board.place_on_screen("port-elizabeth"))
    touch.touch_move(*end)
    phone.wait()
    assert phone.table.player == board.player == "Ana"
    touch.touch_up(*end)
    phone.wait_until_idle()
    assert isinstance(phone.table.sheet, ClaimSheet)
    assert phone.table.sheet.player == "Ana"


def test_mouse_pointer_above_the_window_does_not_delay_the_page(phone: FastPhone) -> None:
    pointer = MouseMotionEventProvider("mouse", "")
    pointer.begin_hover_event(Window)
    pointer.update(EventLoop.post_dispatch_input)
    assert EventLoop.touches
    enter(phone, joined(phone), CLAIM)
    phone.wait()
    assert phone.table.player == "Peter"
    pointer.end_hover_event(Window)
    pointer.update(EventLoop.post_dispatch_input)


def test_entries_of_one_frame_are_entered_one_per_frame(phone: FastPhone) -> None:
    sharing = phone.context.sharing
    for name in ("Ana", "Peter", "Maya"):
        enter_pass = partial(phone.session.enter_from_phone, TurnPassed(name), f"frame-{name}")
        sharing._in_frames(enter_pass)
    for entries in (1, 2, 3):
        phone.frame()
        assert len(events(phone)) == entries


def test_keepers_own_player_cannot_be_taken_and_entering_can_be_switched_off(
    phone: FastPhone,
) -> None:
    peter = joined(phone, "Peter")
    open_other_phones(phone)
    phone.press("Ana")
    assert phone.context.sharing.own_player == "Ana"
    refused = Guest(phone.context.sharing.link).take_seat(phone, "Ana")
    assert refused.content["text"] == "The score keeper plays as this player."
    phone.press("Players enter their own turns")
    answer = peter.enter(phone, "off", **OTHER_CLAIM)
    assert answer.content["text"] == "The score keeper enters all turns of this game."
    phone.press("Players enter their own turns")
    enter(phone, peter, OTHER_CLAIM)


def test_own_player_and_switch_are_remembered(phone: FastPhone) -> None:
    open_other_phones(phone)
    phone.press("Maya")
    phone.press("Players enter their own turns")
    phone.context.sharing.switch_off()
    phone.context.sharing.switch_on()
    phone.wait()
    assert phone.context.sharing.own_player == "Maya"
    assert not phone.context.sharing.players_enter
    phone.press("Maya")
    assert phone.context.sharing.own_player == ""


def test_stations_and_next_come_from_a_phone(phone: FastPhone) -> None:
    start_game(phone, "europe", 3)
    phone.context.sharing.show(phone.session)
    phone.wait()
    guest = joined(phone)
    enter(phone, guest, {"do": "station", "city": "paris"})
    assert phone.now.game.events == (StationBuilt("Ana", "paris"),)
    phone.session.choose("Ana")
    enter(phone, guest, {"do": "pass"})
    assert phone.now.player == "Peter"
