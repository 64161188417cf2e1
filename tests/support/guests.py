"""A shared game without a window: session, server for guests and a thread in place of the UI's."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any
from urllib.parse import urlencode

from companion.rules.errors import Refused
from companion.rules.events import Event as GameEvent
from companion.rules.game import Game
from companion.rules.setup import Setup
from companion.rules.wording import phrase
from companion.store.guest_access import GuestAccess, new_secret, new_token
from companion.table.session import GameSession
from companion.table.sessions import Sessions
from companion.web.guest_server import GuestServer
from companion.web.publications import Guests
from tests.support.games import recorded_game
from tests.support.stores import open_store

ADDRESS = "127.0.0.1"


class UiThread:
    """Calls functions one after the other, as Kivy's clock does."""

    def __init__(self) -> None:
        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._awake = Event()
        self._awake.set()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def run(self, call: Callable[[], None]) -> None:
        """Call a function soon."""
        self._calls.put(call)

    @property
    def waiting_calls(self) -> int:
        """Calls that have not begun."""
        return self._calls.qsize()

    def sleep(self) -> None:
        """Call nothing until `wake_up`, as on a phone whose screen is off."""
        self._awake.clear()

    def wake_up(self) -> None:
        """Call what has been put off."""
        self._awake.set()

    def close(self) -> None:
        self.wake_up()
        self._calls.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            self._awake.wait()
            call()


class SharedTable:
    """A game session whose snapshots go to guests; plays the part of the keeper's app."""

    def __init__(self, folder: Path) -> None:
        self.store = open_store(folder)
        self.sessions = Sessions(self.store)
        self.sessions.listen(lambda _: self.publish())
        self.ui = UiThread()
        self.access = GuestAccess(new_token(), ADDRESS, 0, {})
        self.seats: dict[str, str] = {}
        self.guests = Guests({})
        self.server = self._start()

    def _start(self) -> GuestServer:
        server = GuestServer(
            self.access,
            lambda player: self.take_seat(player),
            self.sessions.find,
            self.ui.run,
            self.sessions.phones.run,
        )
        server.set_guests(self.guests)
        self.access = replace(self.access, port=server.port)
        return server

    @property
    def session(self) -> GameSession:
        """The session of the current game."""
        assert self.sessions.current is not None
        return self.sessions.current

    @property
    def address(self) -> str:
        return f"http://{ADDRESS}:{self.access.port}/{self.access.token}/"

    def take_seat(self, player: str) -> str:
        """Called on the UI thread."""
        if player in self.seats:
            raise Refused(phrase("Another phone has joined as this player."))
        self.seats[player] = new_secret()
        self.set_guests()
        return self.seats[player]

    def set_guests(self, keeper: str = "", can_enter: bool = True) -> None:
        """Publish who has joined, and what the score keeper has switched on."""
        self.guests = Guests(dict(self.seats), keeper, can_enter)
        self.server.set_guests(self.guests)

    def publish(self) -> None:
        """Show the current game."""
        self.server.publish(self.sessions.current.now if self.sessions.current else None)

    def remove(self, player: str) -> None:
        """Free a seat."""
        del self.seats[player]
        self.set_guests()

    def begin(self, setup: Setup) -> None:
        """Begin a game and show it."""
        assert self.sessions.begin(setup).accepted

    def open(self, game: Game) -> None:
        """Save a game and open it."""
        games = self.store.games
        assert self.sessions.open(games.save(games.begin(game.setup), game).id).accepted

    def play(self, *events: GameEvent) -> None:
        """Enter events, which must be legal."""
        for event in events:
            assert self.session.enter(event).accepted

    def play_recorded(self, name: str, entries: int | None = None) -> None:
        """Begin a recorded game and enter its first events."""
        game = recorded_game(name)
        self.begin(game.setup)
        self.play(*game.events[:entries])

    def restart(self) -> None:
        """Stop the server and start it again with the same access, as after a kill."""
        self.server.stop()
        self.resume()

    def reopen_app(self) -> None:
        """Read the game from disk in another session, as after a kill."""
        self.server.stop()
        self.start_app()

    def start_app(self) -> None:
        """Read the game from disk after the server was stopped."""
        id = self.session.id
        self.sessions = Sessions(self.store)
        self.sessions.listen(lambda _: self.publish())
        assert self.sessions.open(id).accepted
        self.resume()

    def resume(self) -> None:
        """Start the server again."""
        self.access = replace(self.access, seats=dict(self.seats))
        self.server = self._start()
        self.publish()

    def has_waiting_request(self) -> bool:
        """Whether the server has a request that it has not answered."""
        connections = self.server._server.active_channels.values()
        return any(connection.requests for connection in tuple(connections))

    def close(self) -> None:
        self.server.stop()
        self.ui.close()
        self.store.close()


@contextmanager
def shared_table(folder: Path) -> Iterator[SharedTable]:
    """A shared table, closed at the end."""
    table = SharedTable(folder)
    try:
        yield table
    finally:
        table.close()


class Guest:
    """A client of the server, without a browser."""

    def __init__(self, table: SharedTable, language: str = "en", secret: str = "") -> None:
        self.table = table
        self.language = language
        self.secret = secret

    def send(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[HTTPResponse, bytes]:
        """Send a request to a path from the root; `headers` replace the usual ones."""
        connection = HTTPConnection(ADDRESS, self.table.access.port, timeout=40)
        try:
            connection.request(method, path, body, {"X-Seat": self.secret, **(headers or {})})
            answer = connection.getresponse()
            return answer, answer.read()
        finally:
            connection.close()

    def get(self, path: str, **query: object) -> Any:
        """The JSON at a path after the token."""
        words = urlencode({"lang": self.language, **query})
        answer, body = self.send("GET", f"/{self.table.access.token}/{path}?{words}")
        assert answer.status == 200, (answer.status, body)
        return json.loads(body)

    def post(self, path: str, value: object, **headers: str) -> tuple[int, Any]:
        """Status and JSON of a request like those of the page."""
        origin = f"http://{ADDRESS}:{self.table.access.port}"
        given = {"Origin": origin, "Content-Type": "application/json", **headers}
        answer, body = self.send(
            "POST", f"/{self.table.access.token}/{path}", json.dumps(value).encode(), given
        )
        is_json = answer.getheader("Content-Type") == "application/json"
        return answer.status, json.loads(body) if is_json else body

    def take_seat(self, player: str) -> None:
        """Take a seat that is free."""
        status, answer = self.post("seat", {"player": player})
        assert status == 200, answer
        self.secret = answer["secret"]
