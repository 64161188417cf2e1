"""What every page is given: the evening, the shelf, the ways, the device, the preferences."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.store import Shelf
    from companion.table.evening import Answer, Evening
    from companion.table.snapshot import Snapshot
    from companion.ui.device import Device
    from companion.ui.navigation import Ways
    from companion.ui.preferences import Preferences


class House:
    """Everything there is one of."""

    def __init__(
        self,
        shelf: Shelf,
        ways: Ways,
        device: Device,
        preferences: Preferences,
        hear: Callable[[Answer], None],
    ) -> None:
        self.shelf = shelf
        """What is kept."""
        self.ways = ways
        """From page to page."""
        self.device = device
        self.preferences = preferences
        """How the keeper likes it."""
        self._hear = hear

    @cached_property
    def evening(self) -> Evening:
        """The game on the table; the rules come with it, so not before somebody plays."""
        from companion.table.evening import Evening

        return Evening(self.shelf, self._hear)

    @property
    def snapshot(self) -> Snapshot | None:
        """The table as it is now; None while no game lies on it."""
        return self.evening.snapshot if "evening" in self.__dict__ else None
