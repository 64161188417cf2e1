"""Makes the screens of what was played: the result, past games and players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from kivy.uix.screenmanager import Screen

if TYPE_CHECKING:
    from companion.ui.app import RailkeeperApp

LOOKING_BACK: Mapping[str, Callable[[RailkeeperApp], Screen]] = {}
"""How each of them is made."""
