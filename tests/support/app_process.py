"""The app in another process: `main.py` off-screen, with a folder of its own, sharing a game."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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

    It shares the game as after a kill, at the same address whenever it is started.
    """

    def __init__(self, home: Path, setup: Setup, injected: str = "") -> None:
        self.folder = home / "games"
        self._home = home
        self._injected = injected
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
            env=alone(self._home, KIVY_NO_CONSOLELOG="1"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def kill(self) -> None:
        """Kill it with SIGKILL; it must not have ended by itself."""
        assert self.process.poll() is None
        self.process.kill()
        self.process.communicate()
