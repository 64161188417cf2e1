"""The app in another process: `main.py` off-screen, with a folder of its own, sharing a game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from companion.rules.setup import Setup
from companion.store.guest_access import GuestAccess, new_secret, new_token
from tests.packaging.alone import alone
from tests.support.stores import open_store

_ROOT = Path(__file__).parents[2]
_SCRIPT = """
import os, runpy, sys
sys.path.insert(0, os.getcwd())
_, address, injected = sys.argv
del sys.argv[1:]
from companion.ui.device import NetworkAddress
from companion.ui.device.desktop import Desktop
Desktop.network_addresses = lambda _: (NetworkAddress(address, "wlan0"),)
exec(injected)
runpy.run_path("main.py", run_name="__main__")
"""


class AppProcess:
    """The app of a score keeper with a new game, in which a phone has joined as each player.

    It shares the game as after a kill, at the same address whenever it is started. As a context it
    runs from the beginning to the end.
    """

    def __init__(self, home: Path, setup: Setup, injected: str = "", **settings: str) -> None:
        self.folder = home / "games"
        self._injected = injected
        self._environment = alone(home, KIVY_NO_CONSOLELOG="1", **settings)
        seats = {name: new_secret() for name in setup.names}
        with open_store(self.folder) as store:
            self.game = store.games.begin(setup).id
            # An address that no other test process uses, so that the port is free.
            address = f"127.2.{os.getpid() // 250 % 250}.{os.getpid() % 250 + 1}"
            self.access = GuestAccess(new_token(), address, 8080, seats, self.game)
            store.guest_access.write(self.access)
            store.last_location.write(self.game, "table")

    def start(self) -> None:
        """Start the app, which takes a while until it answers."""
        # However often it was killed during a start before.
        (self.folder / "failed_starts").unlink(missing_ok=True)
        self.process = subprocess.Popen(
            [sys.executable, "-c", _SCRIPT, self.access.address, self._injected],
            cwd=_ROOT,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def kill(self) -> None:
        """Kill it with SIGKILL; it must not have ended by itself."""
        assert self.process.poll() is None
        self.process.kill()
        self.process.communicate()

    def __enter__(self) -> AppProcess:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def tell(self, value: object) -> None:
        """Send a line of JSON to the injected code."""
        assert self.process.stdin is not None
        print(json.dumps(value), file=self.process.stdin, flush=True)

    def report(self) -> Any:
        """Ask the injected code for a report: the line of JSON that it prints."""
        self.tell("report")
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def request(
        self, path: str, value: object = None, player: str = "", *, is_answered: bool = True
    ) -> tuple[int, Any]:
        """Status and JSON of a request of a player's page, or of one that only watches.

        Otherwise the connection is lost after sending it, and the status is 0.
        """
        host = f"{self.access.address}:{self.access.port}"
        headers = {
            "Origin": f"http://{host}",
            "Content-Type": "application/json",
            "X-Seat": self.access.seats.get(player, ""),
        }
        connection = HTTPConnection(host, timeout=60)
        try:
            method, body = ("POST", json.dumps(value).encode()) if value else ("GET", None)
            connection.request(method, f"/{self.access.token}/{path}", body, headers)
            if not is_answered:
                return 0, None
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()
