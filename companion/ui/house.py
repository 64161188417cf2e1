"""What every page is given: the evening, the shelf, the ways, the device, the preferences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.store import Shelf
from companion.table.evening import Evening
from companion.ui.device import Device
from companion.ui.preferences import Preferences

if TYPE_CHECKING:
    from companion.ui.navigation import Ways


@dataclass(frozen=True, slots=True)
class House:
    """Everything there is one of."""

    shelf: Shelf
    """What is kept."""
    evening: Evening
    """The game on the table."""
    ways: Ways
    """From page to page."""
    device: Device
    preferences: Preferences
    """How the keeper likes it."""
