"""Sharing a game with the browsers of the other players.

The server and its libraries are imported when sharing is switched on, or restored after a kill.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from kivy.clock import Clock

from companion.rules.errors import Refused
from companion.rules.events import TerrainDrawn
from companion.rules.wording import phrase
from companion.store.guest_access import GuestAccess, new_secret, new_token
from companion.table.edits import player_renames
from companion.table.session import GameSession
from companion.table.snapshot import Answer, Snapshot
from companion.ui.context import AppContext
from companion.ui.device import NetworkAddress
from companion.ui.look.translator import translator
from companion.ui.navigator import PageName

if TYPE_CHECKING:
    from companion.web.guest_server import GuestServer

PORT = 8080
"""The first choice of a port, because it is easy to type."""
LOOK_EVERY = 5
"""Seconds after which the addresses of this device are read again."""
SHOWN_ON: tuple[PageName, ...] = ("table", "tickets", "other_phones")
"""Pages that show whether the game is shared."""


class Sharing:
    """Serves a game while it is switched on, and keeps the seats of guests.

    The game stays the same, whatever the keeper opens, until `show` is called.

    A browser stores the secret of its seat for one address and port. If either changes, no guest
    can prove who they are: all seats are free again, and everybody scans the new code.
    """

    def __init__(self, context: AppContext) -> None:
        self._context = context
        self._access: GuestAccess | None = None
        """None while switched off; the address is empty until a server has been started."""
        self._server: GuestServer | None = None
        """None while switched off or without a network."""
        self.session: GameSession | None = None
        """The session of the game that guests see; None if that game was deleted."""
        self._offered: set[str] = set()
        """The ids of the games that the keeper was asked to show."""
        self._drawn: set[tuple[str, str]] = set()
        """Games and players with a phone for whom the keeper has drawn a card."""
        self._in_frames = _InFrames()
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
    def players_enter(self) -> bool:
        """Whether players enter their own turns on their phones."""
        return self._context.store.settings.read().players_enter

    @property
    def own_player(self) -> str:
        """The score keeper's own player in the shared game; empty if there is none."""
        name = self._context.store.settings.read().own_player
        return name if self.session and name in self.session.now.setup.names else ""

    def enters_on_phone(self, player: str) -> bool:
        """Whether a player of the current game has a phone to enter turns on."""
        is_shown = self._context.shared_session is not None
        return is_shown and self.players_enter and player in self.seats

    def is_first_draw(self, answer: Answer) -> bool:
        """Whether the keeper has drawn a card for a player with a phone; True once in a game."""
        if answer.action != "entered" or not isinstance(answer.event, TerrainDrawn):
            return False
        drawn = answer.game, answer.event.player
        if drawn in self._drawn or not self.enters_on_phone(answer.event.player):
            return False
        self._drawn.add(drawn)
        return True

    # Commands of the keeper

    def switch_on(self) -> None:
        """Start to serve the current game under a new token; `Refused` if that cannot be saved."""
        if self.is_on:
            return
        current = self._context.sessions.current
        self._begin(GuestAccess(new_token(), "", PORT, {}, current.id if current else ""), current)
        try:
            self._find_address()
        except Refused:
            with suppress(Refused):
                self.switch_off()
            raise
        # Without a network nothing has been found that would redraw the page.
        self._redraw()

    def restore(self) -> None:
        """Continue after a kill, with the same address if possible; a damaged file is deleted."""
        access = self._context.store.guest_access.read()
        if access is None:
            with suppress(Refused):
                self._context.store.guest_access.delete()
            return
        session: GameSession | None = None
        with suppress(Refused):
            session = self._context.sessions.find(access.game)
        self._begin(access, session)
        self.look_again()

    def switch_off(self) -> None:
        """Stop serving and forget the token and all seats; `Refused` if the file of them stays."""
        if not self.is_on:
            return
        self.stop_server()
        self._look.cancel()
        self._context.sessions.stop_listening(self._receive)
        self._access = self.session = None
        self._offered.clear()
        self._context.preferences.keep_awake_for_guests(False)
        self._redraw()
        self._context.store.guest_access.delete()

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
        self._context.navigator.page.notify(phrase("Phone removed: {player}", player=player))

    def let_players_enter(self, is_on: bool) -> None:
        """Switch on or off that players enter their own turns; `Refused` if it cannot be saved."""
        self._context.store.settings.change(players_enter=is_on)
        self._publish_guests()

    def choose_own_player(self, player: str) -> None:
        """Choose the score keeper's own player, or nobody; `Refused` if it cannot be saved."""
        self._context.store.settings.change(own_player=player)
        self._publish_guests()

    def look_again(self) -> None:
        """Read the addresses of this device again, and serve at a new one if the old is gone."""
        self._attempt(self._find_address)

    def show(self, session: GameSession) -> None:
        """Show guests another game; players of both keep their seats."""
        if self._access is None or session is self.session:
            return
        self.session = session
        names = session.now.setup.names
        seats = {name: secret for name, secret in self.seats.items() if name in names}
        self._attempt(lambda: self._set_seats(seats))
        self._publish()

    def offer(self) -> None:
        """Ask the keeper once whether guests should see the current game instead of theirs."""
        session = self._context.session
        if not self.is_on or session is self.session or session.id in self._offered:
            return
        self._offered.add(session.id)
        self._context.navigator.page.notify(
            phrase("The other phones still show the other game."),
            button=translator.tr("Show this game on the phones"),
            act=lambda: self.show(session),
        )

    # Requests of guests

    def take_seat(self, player: str) -> str:
        """Give a guest the seat of a player and return its new secret; `Refused` if taken."""
        if self.session is None or player not in self.session.now.setup.names:
            raise Refused(phrase("{player} is not in this game.", player=player))
        if player in self.seats:
            raise Refused(phrase("Another phone has joined as {player}.", player=player))
        if player == self.own_player:
            raise Refused(phrase("The score keeper plays as {player}.", player=player))
        secret = new_secret()
        self._set_seats({**self.seats, player: secret})
        self._context.navigator.page.notify(
            phrase("{player} has joined with a phone.", player=player),
            button=translator.tr("Remove"),
            act=lambda: self._attempt(lambda: self.remove(player)),
        )
        return secret

    # Implementation

    def _begin(self, access: GuestAccess, session: GameSession | None) -> None:
        self._access, self.session, self.has_moved = access, session, False
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

        before, find = self._access, self._context.sessions.find
        assert before is not None
        for port in dict.fromkeys((before.port, PORT, 0)):
            same = (before.address, before.port) == (address, port)
            access = replace(before, address=address, port=port, seats=before.seats if same else {})
            try:
                run = self._context.sessions.phones.run
                self._server = GuestServer(access, self.take_seat, find, self._in_frames, run)
            except OSError:
                continue
            self._access = replace(access, port=self._server.port)
            self.has_moved = self.has_moved or bool(before.address and not same)
            self._publish_guests()
            self._publish()
            self._context.store.guest_access.write(self._access)
            return

    def _receive(self, answer: Answer) -> None:
        """Show guests what has changed in their game; without one, the next that is opened."""
        if self.session is None:
            if answer.after is not None and answer.before is None:
                self.show(self._context.session)
        elif answer.game == self.session.id:
            if answer.after is None:
                self.session = None
            elif answer.before is not None:
                self._follow_players(answer.before, answer.after)
            self._publish()

    def _publish(self) -> None:
        if self._server is not None:
            self._server.publish(self.session.now if self.session else None)

    def _publish_guests(self) -> None:
        if self._server is not None:
            from companion.web.publications import Guests

            guests = Guests(dict(self.seats), self.own_player, self.players_enter)
            self._server.set_guests(guests)
        self._redraw()

    def _follow_players(self, before: Snapshot, after: Snapshot) -> None:
        """Keep the seats of renamed players."""
        renames = player_renames(before.setup, after.setup)
        renamed = {old.name: new.name for old, new in renames}
        if renamed.keys() & self.seats.keys():
            seats = {renamed.get(name, name): secret for name, secret in self.seats.items()}
            self._attempt(lambda: self._set_seats(seats))
        own = self._context.store.settings.read().own_player
        if own in renamed:
            self._attempt(lambda: self.choose_own_player(renamed[own]))

    def _set_seats(self, seats: Mapping[str, str]) -> None:
        """Replace the seats, in the file first; `Refused` changes nothing."""
        assert self._access is not None
        game = self.session.id if self.session else ""
        access = replace(self._access, seats=seats, game=game)
        self._context.store.guest_access.write(access)
        self._access = access
        self._publish_guests()

    def _attempt(self, act: Callable[[], None]) -> None:
        """Call `act`; the reason of a failure becomes a notice for the keeper."""
        try:
            act()
        except Refused as problem:
            self._context.store.notices.add(problem.phrase)

    def _redraw_page(self, _: float) -> None:
        navigator = self._context.navigator
        if navigator.screens.current_screen is not None and navigator.name in SHOWN_ON:
            # Somebody joined, which disturbs no more than an entry.
            navigator.redraw_for_phone()


class _InFrames:
    """Calls functions on the UI thread, one per frame; may be called from any thread."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], object]] = deque()
        self._next = Clock.create_trigger(self._call_first)

    def __call__(self, act: Callable[[], object]) -> None:
        self._waiting.append(act)
        self._next()

    def _call_first(self, _: float) -> None:
        act = self._waiting.popleft()
        if self._waiting:
            self._next()
        act()
