"""Sharing the game with other phones: by touch in the app, by HTTP requests of guests."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import segno
from kivy.core.window import Window

from companion.rules.events import RouteClaimed
from companion.rules.setup import Player
from companion.table.edits import rename_player
from companion.ui.look.icons import QrCode
from companion.ui.look.theme import theme
from companion.ui.sharing import LOOK_EVERY
from tests.support.network import CABLE, OTHER_WIFI, WIFI
from tests.support.phone import FastPhone
from tests.support.sessions import accepted
from tests.support.sharing import shared
from tests.support.sharing_guest import Guest, is_listening
from tests.support.table import open_recorded_game, start_game

CLAIM = RouteClaimed("Ana", "brest--paris")


@pytest.fixture(autouse=True)
def at_table(phone: FastPhone) -> Iterator[None]:
    """A game of three on the table page, not shared."""
    phone.set_size(390, 844)
    phone.device.addresses = (WIFI,)
    start_game(phone, "europe", 3)
    yield
    phone.context.sharing.switch_off()


def open_page(phone: FastPhone) -> None:
    phone.press("Menu")
    phone.press("Other phones")
    assert phone.screen == "other_phones"


def share(phone: FastPhone) -> str:
    """Switch sharing on by touch; the link in the code."""
    open_page(phone)
    phone.press("Switch on")
    return phone.context.sharing.link


def file(phone: FastPhone) -> Path:
    return phone.folder / "guests.json"


def drawn_code(phone: FastPhone) -> list[list[bool]]:
    """The modules of the code as they are on the screen, with a quiet zone of four modules."""
    # An off-screen window has no pixels beyond its initial size.
    phone.set_size(320, 568)
    (code,) = (each for each in phone.visible_widgets() if isinstance(each, QrCode))
    phone.wait()
    width, _, pixels = phone.render_pixels()
    side = min(code.size)
    left, bottom = code.to_window(code.center_x - side / 2, code.center_y - side / 2)
    count = len(segno.make_qr(code.text).matrix) + 8
    module = int(side / count)
    start = int((side - module * (count - 8)) / 2) - 4 * module

    def is_dark(row: int, column: int) -> bool:
        x = int(left + start + (column + 0.5) * module)
        y = int(bottom + start + (count - row - 0.5) * module)
        red, green, blue = pixels[(y * width + x) * 4 :][:3]
        assert (red, green, blue) in ((0, 0, 0), (255, 255, 255))
        return red == 0

    return [[is_dark(row, column) for column in range(count)] for row in range(count)]


def expected_code(text: str) -> list[list[bool]]:
    rows = [[bool(module) for module in row] for row in segno.make_qr(text).matrix]
    count = len(rows) + 8
    border = [[False] * count for _ in range(4)]
    return [*border, *([False] * 4 + row + [False] * 4 for row in rows), *border]


def test_code_and_address_lead_to_the_game_until_it_is_switched_off(phone: FastPhone) -> None:
    open_page(phone)
    assert phone.shows("Let the others follow the game")
    assert not file(phone).exists()
    assert not phone.context.is_sharing
    phone.press("Switch on")
    link = phone.context.sharing.link
    address = link.removeprefix("http://")
    assert phone.shows("Use the same Wi-Fi as this phone.")
    assert [text for text in phone.texts() if text.replace("\n", "") == address]
    assert address.startswith(f"{WIFI.address}:")
    assert file(phone).exists()
    guest = Guest(link)
    before = guest.table()
    assert before["seat"] is None
    assert accepted(phone.session.enter, CLAIM)
    claimed = guest.table(before["version"])["version"]
    assert claimed != before["version"]
    phone.session.undo()
    assert guest.table(claimed)["version"] != claimed
    phone.press("Switch off")
    assert not is_listening(link)
    assert not file(phone).exists()
    assert phone.shows("Let the others follow the game")
    phone.press("Switch on")
    new = phone.context.sharing.link
    assert link.rpartition("/")[2] != new.rpartition("/")[2], "a new token"


def test_drawn_code_is_the_link_black_on_white(phone: FastPhone) -> None:
    link = share(phone)
    assert drawn_code(phone) == expected_code(link)
    theme.apply(True, 1.0)
    try:
        assert drawn_code(phone) == expected_code(link)
    finally:
        theme.apply(False, 1.0)


def test_taken_seat_is_shown_and_can_be_taken_again_only_after_remove(phone: FastPhone) -> None:
    link = share(phone)
    first, second = Guest(link), Guest(link)
    assert first.take_seat(phone, "Nobody").status == 409
    assert not phone.context.sharing.seats
    assert phone.shows("No players yet.")
    assert first.take_seat(phone, "Ana").status == 200
    phone.wait_until_idle()
    assert not phone.shows("No players yet.")
    assert "Ana" in phone.texts()
    assert first.seat == "Ana"
    assert len(first.secret) * 4 >= 128
    refused = second.take_seat(phone, "Ana")
    assert (refused.status, refused.content["reason"]) == (409, "refused")
    phone.wait_until_idle()
    phone.press("Remove")
    assert phone.shows("Phone removed: Ana")
    assert phone.shows("No players yet.")
    assert first.seat is None
    assert second.take_seat(phone, "Ana").status == 200
    assert (first.seat, second.seat) == (None, "Ana")


def test_buttons_scrolled_to_stay_when_somebody_joins(phone: FastPhone) -> None:
    phone.set_size(320, 568)
    share(phone)
    phone.page("other_phones").ids.scroll.scroll_y = 0
    phone.wait()

    def place() -> tuple[float, float]:
        chip = phone.button("Maya")
        x, y = chip.to_window(*chip.center)
        return float(x), float(y)

    before = place()
    phone.context.sharing.take_seat("Peter")
    phone.wait_until_idle()
    assert place() == pytest.approx(before, abs=1)
    joined = phone.button("Peter")
    assert not joined.enabled
    assert not joined.disabled, "Kivy draws the text of a disabled label in transparent white"
    phone.tap(joined)
    assert not phone.context.sharing.own_player
    phone.press("Maya")
    phone.wait_until_idle()
    assert place() == pytest.approx(before, abs=1)
    phone.press("Maya")
    for name in ("Ana", "Maya"):
        assert phone.shows("I play:")
        phone.context.sharing.take_seat(name)
        phone.wait_until_idle()
    assert not phone.shows("I play:")


def test_table_shows_that_the_game_is_shared(phone: FastPhone) -> None:
    assert not phone.buttons("Other phones")
    share(phone)
    phone.key(27)
    assert phone.screen == "table"
    phone.press("Other phones")
    assert phone.screen == "other_phones"
    phone.press("Switch off")
    phone.key(27)
    assert not phone.buttons("Other phones")


def test_narrow_bar_has_only_a_dot_on_the_menu(phone: FastPhone) -> None:
    accepted(phone.session.enter, CLAIM)
    share(phone)
    phone.key(27)
    phone.session.undo()
    phone.set_size(320, 568)
    assert not phone.buttons("Other phones")
    assert phone.button("Menu").has_dot
    phone.set_size(390, 844)
    assert phone.buttons("Other phones")
    assert not phone.button("Menu").has_dot


def test_screen_stays_on_while_the_game_is_shared(phone: FastPhone) -> None:
    phone.context.preferences.change("keep_awake", False)
    try:
        assert Window.allow_screensaver
        share(phone)
        assert not Window.allow_screensaver
        phone.navigator.reset_to("home")
        assert not Window.allow_screensaver
        phone.context.sharing.switch_off()
        assert Window.allow_screensaver
    finally:
        phone.context.preferences.change("keep_awake", True)


def test_page_without_a_network_tells_what_to_do(phone: FastPhone) -> None:
    phone.device.addresses = ()
    open_page(phone)
    phone.press("Switch on")
    assert phone.shows("No network")
    assert phone.shows("hotspot")
    phone.device.addresses = (WIFI,)
    phone.wait(LOOK_EVERY)
    phone.wait_until_idle()
    assert not phone.shows("No network")
    assert not phone.shows("The address has changed.")
    assert Guest(phone.context.sharing.link).table()


def test_seats_survive_a_lost_network(phone: FastPhone) -> None:
    link = share(phone)
    guest = Guest(link)
    guest.take_seat(phone, "Maya")
    phone.device.addresses = ()
    phone.wait(LOOK_EVERY)
    assert phone.shows("No network")
    assert not is_listening(link)
    phone.device.addresses = (WIFI,)
    phone.wait(LOOK_EVERY)
    assert phone.context.sharing.link == link
    assert guest.seat == "Maya"
    assert not phone.shows("The address has changed.")


def test_other_address_can_be_chosen(phone: FastPhone) -> None:
    phone.device.addresses = (WIFI, CABLE)
    first = share(phone)
    assert WIFI.address in first
    Guest(first).take_seat(phone, "Ana")
    phone.wait_until_idle()
    phone.drag((195, 200), (195, 500))
    phone.wait_until_idle()
    phone.press(f"{CABLE.address} · eth0")
    link = phone.context.sharing.link
    assert CABLE.address in link
    assert not is_listening(first)
    # Browsers keep a secret for one address only.
    assert Guest(link).take_seat(phone, "Ana").status == 200
    assert link.rpartition("/")[2] == first.rpartition("/")[2]


def test_new_network_changes_the_code_and_asks_to_scan_again(phone: FastPhone) -> None:
    first = share(phone)
    assert not phone.shows("The address has changed.")
    phone.device.addresses = (WIFI, OTHER_WIFI)
    phone.wait(LOOK_EVERY)
    assert phone.context.sharing.addresses == (WIFI, OTHER_WIFI)
    assert phone.context.sharing.link == first
    phone.device.addresses = (OTHER_WIFI,)
    phone.wait(LOOK_EVERY)
    phone.wait_until_idle()
    link = phone.context.sharing.link
    assert OTHER_WIFI.address in link
    assert phone.shows("The address has changed.")
    assert drawn_code(phone) == expected_code(link)
    assert not is_listening(first)


def test_renamed_player_keeps_the_seat_also_after_undo(phone: FastPhone) -> None:
    guest = Guest(share(phone))
    guest.take_seat(phone, "Peter")
    setup = phone.now.setup
    phone.session.change_players(rename_player(setup, "Peter", "Pierre"))
    assert guest.seat == "Pierre"
    phone.session.undo()
    assert guest.seat == "Peter"
    phone.session.redo()
    assert guest.seat == "Pierre"
    assert set(phone.context.sharing.seats) == {"Pierre"}


def test_play_again_keeps_sharing_and_seats(phone: FastPhone) -> None:
    open_recorded_game(phone, "europe-full")
    player = phone.now.setup.names[0]
    guest = Guest(share(phone))
    guest.take_seat(phone, player)
    first = phone.now.saved.id
    phone.navigator.reset_to("home", "table", "tickets", "result")
    phone.wait_until_idle()
    phone.press("Play again")
    phone.start_game()
    assert phone.screen == "table"
    assert phone.now.saved.id != first
    assert phone.context.sharing.link == guest.link
    assert guest.seat == player


def test_player_who_does_not_play_again_has_no_seat(phone: FastPhone) -> None:
    link = share(phone)
    guest, other = Guest(link), Guest(link)
    guest.take_seat(phone, "Ana")
    other.take_seat(phone, "Maya")
    version = guest.table()["version"]
    setup = phone.session.next_setup()
    two = tuple(player for player in setup.players if player.name != "Maya")
    phone.context.sessions.begin(replace(setup, players=two))
    phone.context.sharing.show(phone.session)
    phone.navigator.reset_to("home", "table")
    assert guest.table(version)["version"] != version
    assert guest.seat == "Ana"
    assert other.seat is None


def test_phones_stay_with_their_game_until_the_keeper_moves_them(phone: FastPhone) -> None:
    phone.session.enter(CLAIM)
    guest = Guest(share(phone))
    guest.take_seat(phone, "Ana")
    before, shared = guest.table(), phone.session
    open_recorded_game(phone, "usa-full")
    phone.session.finish()
    phone.navigator.reset_to("home", "past_games")
    phone.wait_until_idle()
    phone.page("past_games").open_game(phone.now.saved.id)
    phone.wait_until_idle()
    phone.navigator.reset_to("home", "new_game")
    new_game = phone.page("new_game")
    new_game.prefill((Player("Ana", "blue"), Player("Zoe", "red")), new_game.board)
    new_game.start()
    phone.wait()
    assert phone.shows("The other phones still show the other game.")
    assert phone.session is not shared
    assert guest.table() == before
    # The game that guests see accepts their requests.
    assert shared.undo().accepted
    assert guest.table()["table"]["last"] is None
    other = Guest(guest.link)
    assert other.take_seat(phone, "Peter").status == 200
    open_page(phone)
    phone.press("Show this game on the phones")
    assert guest.seat == "Ana"
    assert other.seat is None
    assert guest.table()["ending"]["game"] == phone.now.saved.id
    assert shared.id != phone.now.saved.id


def test_other_game_is_offered_once_and_then_under_other_phones(phone: FastPhone) -> None:
    share(phone)
    start_game(phone, "usa", 2)
    other = phone.now.saved.id
    for offered in (True, False):
        phone.navigator.reset_to("home")
        phone.page("home").continue_game(other)
        phone.wait_until_idle()
        assert bool(phone.buttons("Show this game on the phones")) == offered
    open_page(phone)
    phone.press("Show this game on the phones")
    assert phone.context.sharing.session is phone.session
    assert not phone.buttons("Show this game on the phones")


def test_shared_game_is_served_again_after_a_kill_in_another_game(phone: FastPhone) -> None:
    guest = Guest(share(phone))
    shared = phone.now.saved.id
    start_game(phone, "usa", 2)
    phone.reopen()
    phone.wait()
    assert phone.now.saved.id != shared
    assert guest.table()["ending"]["game"] == shared


def test_guests_are_told_when_no_game_is_open(phone: FastPhone) -> None:
    guest = Guest(share(phone))
    version = guest.table()["version"]
    phone.context.sessions.close(phone.now.saved.id)
    assert guest.table(version)["version"] != version
    assert guest.take_seat(phone, "Ana").status == 409


def test_refused_file_leaves_sharing_off(phone: FastPhone) -> None:
    file(phone).mkdir()
    try:
        open_page(phone)
        phone.press("Switch on")
        assert phone.shows("Not saved")
        assert not phone.context.is_sharing
    finally:
        file(phone).rmdir()


def test_sharing_that_cannot_be_deleted_is_off_with_a_sentence(phone: FastPhone) -> None:
    link = share(phone)
    file(phone).unlink()
    file(phone).mkdir()
    try:
        phone.press("Switch off")
        assert phone.shows("Sharing is off, but may be on again when the app starts next")
        assert phone.buttons("Switch on")
        assert not is_listening(link)
    finally:
        file(phone).rmdir()


def test_used_port_is_replaced_by_another(phone: FastPhone) -> None:
    with socket.socket() as other:
        other.bind((WIFI.address, 0))
        other.listen()
        shared("Ana", port=other.getsockname()[1])(phone)
        phone.navigator.go("other_phones")
        phone.wait_until_idle()
        assert phone.shows("The address has changed.")
        assert not phone.context.sharing.seats
        assert Guest(phone.context.sharing.link).table()
