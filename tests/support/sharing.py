"""Sharing the game with guests."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.rules.events import Event
from companion.store.guest_access import GuestAccess
from companion.table.edits import printed_cards
from companion.ui.device import NetworkAddress
from companion.ui.sharing import PORT
from tests.support.network import WIFI
from tests.support.phone import Phone


def shared(
    *seats: str, networks: Sequence[NetworkAddress] = (WIFI,), port: int = PORT
) -> Callable[[Phone], None]:
    """Share the game, with guests in these seats."""

    def show(phone: Phone) -> None:
        phone.device.addresses = tuple(networks)
        secrets = {name: f"{number:032x}" for number, name in enumerate(seats)}
        # Not by `switch_on`: a random token would change the picture.
        game = phone.now.saved.id
        access = GuestAccess("abcdefgh2345", WIFI.address, port, secrets, game)
        phone.context.store.guest_access.write(access)
        phone.context.sharing.restore()

    return show


def from_phone(event: Event) -> Callable[[Phone], None]:
    """Enter an event as its player does on a phone."""

    def show(phone: Phone) -> None:
        assert phone.session.enter_from_phone(event, f"{event.player}-phone").accepted

    return show


def handed_in(player: str, *cards: str, mine: str = "", taken: str = "") -> Callable[[Phone], None]:
    """Hand in a player's tickets, after the keeper entered one of theirs or another player's."""

    def show(phone: Phone) -> None:
        session, names = phone.session, phone.session.now.setup.names
        printed = printed_cards(session.now.board)
        if mine:
            session.take_ticket(player, printed[mine])
        if taken:
            session.take_ticket(names[names.index(player) - 1], printed[taken])
        assert session.hand_in(player, "", cards).accepted
        phone.page("tickets").choose_player(player)
        phone.page("tickets").ids.notice.clear()

    return show
