"""The server for guests; importing this module imports waitress."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from companion.table.snapshot import Snapshot
from companion.web.keeper import Keeper

if TYPE_CHECKING:
    from companion.store.guest_access import GuestAccess

RunInUi = Callable[[Callable[[], None]], None]
"""Calls a function on the UI thread, later; may be called from any thread."""


class GuestServer:
    """Serves the guests' pages from its own threads until it is stopped."""

    def __init__(self, access: GuestAccess, keeper: Keeper, run_in_ui: RunInUi) -> None:
        """Start to listen; `OSError` if the address or the port cannot be used."""
        raise NotImplementedError

    @property
    def port(self) -> int:
        """The port it listens on."""
        raise NotImplementedError

    def publish(self, snapshot: Snapshot | None) -> None:
        """Show a snapshot to all guests; None if no game is open. Returns at once."""
        raise NotImplementedError

    def set_seats(self, seats: Mapping[str, str]) -> None:
        """Replace the secrets by player name; a guest without a seat is asked to choose again."""
        raise NotImplementedError

    def stop(self) -> None:
        """Answer all waiting requests, then close all connections."""
        raise NotImplementedError
