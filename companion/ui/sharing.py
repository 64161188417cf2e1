"""Sharing the current game with the browsers of the other players.

The server and its libraries are imported when sharing is switched on, or restored after a kill.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from kivy.clock import Clock

from companion.rules.errors import Refused
from companion.rules.wording import phrase

if TYPE_CHECKING:
    from companion.store.guest_access import GuestAccess, HandIn
    from companion.table.answer import Answer
    from companion.table.snapshot import Snapshot
    from companion.ui.context import AppContext
    from companion.ui.device.network import NetworkAddress
    from companion.ui.navigator import PageName
    from companion.web.guest_server import GuestServer
    from companion.web.hand_ins import HandIns

PORT = 8080
"""The first choice of a port, because it is easy to type."""
LOOK_EVERY = 5
"""Seconds after which the addresses of this device are read again."""
SHOWN_ON: tuple[PageName, ...] = ("table", "tickets", "other_phones")
"""Pages that show whether the game is shared."""


class Sharing:
    """Serves the current game while it is switched on, and keeps the seats of guests.

    A browser stores the secret of its seat for one address and port. If either changes, no guest
    can prove who they are: all seats are free again, and everybody scans the new code.
    """

    def __init__(self, context: AppContext) -> None:
        self._context = context
        self._access: GuestAccess | None = None
        """None while switched off; the address is empty until a server has been started."""
        self._server: GuestServer | None = None
        """None while switched off or without a network."""
        self._shown: Snapshot | None = None
        """The last game that guests saw."""
        self._redraw = Clock.create_trigger(self._redraw_page)
        self._look = Clock.create_trigger(lambda _: self.look_again(), LOOK_EVERY, interval=True)
        self.addresses: tuple[NetworkAddress, ...] = ()
        """The addresses to choose from, the likely one first."""
        self.has_moved = False
        """Whether the address has changed since sharing was switched on."""

    # State

    @property
    def is_on(self) -> bool:
        """Whether it is switched on, also without a network."""
        return self._access is not None

    @property
    def address(self) -> str:
        """The address of this device that guests use; empty without a network."""
        return self._access.address if self._access and self._server else ""

    @property
    def typed_address(self) -> str:
        """What guests type into a browser; empty without a network."""
        access = self._access
        return f"{access.address}:{access.port}/{access.token}" if access and self._server else ""

    @property
    def link(self) -> str:
        """The link in the QR code; empty without a network."""
        return f"http://{self.typed_address}" if self.typed_address else ""

    @property
    def seats(self) -> Mapping[str, str]:
        """The secrets of the guests by the name of their player."""
        return self._access.seats if self._access else {}

    @property
    def hand_ins(self) -> Mapping[str, HandIn]:
        """What players handed in, by name."""
        return self._access.hand_ins if self._access else {}

    @cached_property
    def tickets(self) -> HandIns:
        """The tickets that players hand in."""
        from companion.web.hand_ins import HandIns

        return HandIns(self._context.sessions, self)

    # Commands of the keeper

    def switch_on(self) -> None:
        """Start to serve the current game under a new token; `Refused` if that cannot be saved."""
        from companion.store.guest_access import GuestAccess, new_token

        if self.is_on:
            return
        self._begin(GuestAccess(new_token(), "", PORT, {}))
        try:
            self._find_address()
        except Refused:
            self.switch_off()
            raise

    def restore(self) -> None:
        """Continue after a kill, with the same address if possible; a damaged file is deleted."""
        access = self._context.store.guest_access.read()
        if access is None:
            self._context.store.guest_access.delete()
            return
        self._begin(access)
        self._follow_players(self._context.snapshot)
        self.look_again()

    def switch_off(self) -> None:
        """Stop serving and forget the token and all seats."""
        if not self.is_on:
            return
        self.stop_server()
        self._look.cancel()
        self._context.sessions.stop_listening(self._receive)
        self._context.store.guest_access.delete()
        self._access = self._shown = None
        self._context.preferences.keep_awake_for_guests(False)
        self._redraw()

    def stop_server(self) -> None:
        """Close all connections; the next look at the network starts the server again."""
        server, self._server = self._server, None
        if server is not None:
            server.stop()

    def choose_address(self, address: str) -> None:
        """Serve at another address of this device; `Refused` if that cannot be saved."""
        if self.is_on and address != self.address:
            self.stop_server()
            try:
                self._listen(address)
            finally:
                self._redraw()

    def remove(self, player: str) -> None:
        """Free the seat of a player; `Refused` if that cannot be saved."""
        self._set_seats({name: self.seats[name] for name in self.seats if name != player})

    def look_again(self) -> None:
        """Read the addresses of this device again, and serve at a new one if the old is gone."""
        self._attempt(self._find_address)

    # Requests of guests

    def take_seat(self, player: str) -> str:
        """Give a guest the seat of a player; see `companion.web.keeper.Keeper`."""
        from companion.store.guest_access import new_secret
        from companion.web.keeper import SeatTaken

        snapshot = self._context.snapshot
        if snapshot is None or player not in snapshot.setup.names:
            raise Refused(phrase("{player} does not play in this game.", player=player))
        if player in self.seats:
            raise SeatTaken(player)
        secret = new_secret()
        self._set_seats({**self.seats, player: secret})
        return secret

    def hand_in(self, player: str, last_receipt: str, cards: Sequence[str]) -> None:
        """Enter the tickets of a player; see `companion.web.keeper.Keeper`."""
        self.tickets.hand_in(player, last_receipt, cards)

    # Tickets

    def set_hand_in(self, player: str, hand_in: HandIn) -> None:
        """Save what a player handed in, and forget those of other games; `Refused` if it fails."""
        same_game = {
            name: each for name, each in self.hand_ins.items() if each.game == hand_in.game
        }
        self._set_guests(self.seats, {**same_game, player: hand_in})

    def publish_ending(self) -> None:
        """Tell guests what they can do and see at the end of the game."""
        if self._server is not None:
            self._server.set_ending(self.tickets.ending)

    # Implementation

    def _begin(self, access: GuestAccess) -> None:
        self._access, self._shown, self.has_moved = access, self._context.snapshot, False
        self._context.sessions.listen(self._receive)
        self._context.preferences.keep_awake_for_guests(True)
        self._look()

    def _find_address(self) -> None:
        """Read the addresses of this device; `Refused` if a new one cannot be saved."""
        if self._access is None:
            return
        before = self.addresses, self._server
        self.addresses = self._context.device.network_addresses()
        found = [each.address for each in self.addresses]
        if self._access.address not in found:
            self.stop_server()
        try:
            if self._server is None and found:
                last = self._access.address
                self._listen(last if last in found else found[0])
        finally:
            if (self.addresses, self._server) != before:
                self._redraw()

    def _listen(self, address: str) -> None:
        """Start the server, if possible on the same port as before."""
        from companion.web.guest_server import GuestServer

        before = self._access
        assert before is not None
        for port in dict.fromkeys((before.port, PORT, 0)):
            same = (before.address, before.port) == (address, port)
            access = replace(before, address=address, port=port, seats=before.seats if same else {})
            try:
                self._server = GuestServer(access, self, _run_in_ui)
            except OSError:
                continue
            self._access = replace(access, port=self._server.port)
            self.has_moved = self.has_moved or bool(before.address and not same)
            self._server.publish(self._context.snapshot)
            self.publish_ending()
            self._context.store.guest_access.write(self._access)
            return

    def _receive(self, _: Answer) -> None:
        self._show(self._context.snapshot)

    def _show(self, snapshot: Snapshot | None) -> None:
        """Show a new snapshot to all guests."""
        self._follow_players(snapshot)
        if self._server is not None:
            self._server.publish(snapshot)
            self.publish_ending()

    def _follow_players(self, snapshot: Snapshot | None) -> None:
        """Keep the seats of renamed players, and free those of players who are not in the game.

        A finished game that the keeper looks at changes no seat.
        """
        before = self._shown
        if snapshot is None:
            return
        self._shown = snapshot
        names, seats, hand_ins = snapshot.setup.names, dict(self.seats), dict(self.hand_ins)
        if before is not None and before.saved.id == snapshot.saved.id:
            old = [name for name in before.setup.names if name not in names]
            new = [name for name in names if name not in before.setup.names]
            renamed = dict(zip(old, new, strict=False))
            seats = {renamed.get(name, name): secret for name, secret in seats.items()}
            hand_ins = {renamed.get(name, name): each for name, each in hand_ins.items()}
        if not snapshot.finished:
            seats = {name: secret for name, secret in seats.items() if name in names}
        if (seats, hand_ins) != (self.seats, self.hand_ins):
            self._attempt(lambda: self._set_guests(seats, hand_ins))

    def _set_seats(self, seats: Mapping[str, str]) -> None:
        self._set_guests(seats, self.hand_ins)

    def _set_guests(self, seats: Mapping[str, str], hand_ins: Mapping[str, HandIn]) -> None:
        """Replace seats and tickets of guests, in the file first; `Refused` changes nothing."""
        assert self._access is not None
        access = replace(self._access, seats=seats, hand_ins=hand_ins)
        self._context.store.guest_access.write(access)
        self._access = access
        if self._server is not None:
            self._server.set_seats(seats)
            self.publish_ending()
        self._redraw()

    def _attempt(self, act: Callable[[], None]) -> None:
        """Call `act`; the reason of a failure becomes a notice for the keeper."""
        try:
            act()
        except Refused as problem:
            self._context.store.notices.add(problem.phrase)

    def _redraw_page(self, _: float) -> None:
        navigator = self._context.navigator
        if navigator.screens.current_screen is not None and navigator.name in SHOWN_ON:
            navigator.page.redraw()


def _run_in_ui(act: Callable[[], None]) -> None:
    Clock.schedule_once(lambda _: act())
