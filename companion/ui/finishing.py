"""Makes the screens that lead from the last turn to the result, and connects them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from kivy.uix.screenmanager import Screen

if TYPE_CHECKING:
    from companion.ui.app import RailkeeperApp

FINISHING: Mapping[str, Callable[[RailkeeperApp], Screen]] = {}
"""How each of them is made."""
