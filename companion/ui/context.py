"""What every page is given: the evening, the shelf, the ways, the device, the preferences."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.rules.boards import Boards
    from companion.store.store import Store
    from companion.table.session import Answer, GameSession
    from companion.table.snapshot import Snapshot
    from companion.ui.device import Device
    from companion.ui.navigator import Navigator
    from companion.ui.preferences import Preferences


class AppContext:
    """Everything there is one of."""

    def __init__(
        self,
        store: Store,
        boards: Boards,
        navigator: Navigator,
        device: Device,
        preferences: Preferences,
        hear: Callable[[Answer], None],
    ) -> None:
        self.boards = boards
        """All boards the app knows."""
        self.store = store
        """What is kept."""
        self.navigator = navigator
        """From page to page."""
        self.device = device
        self.preferences = preferences
        """How the keeper likes it."""
        self._hear = hear

    @cached_property
    def session(self) -> GameSession:
        """The game on the table; the rules come with it, so not before somebody plays."""
        from companion.table.session import GameSession

        return GameSession(self.store, self._hear)

    @property
    def snapshot(self) -> Snapshot | None:
        """The table as it is now; None while no game lies on it."""
        return self.session.snapshot if "session" in self.__dict__ else None
