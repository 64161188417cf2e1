"""Which module makes which screen.

Screens know neither the app nor each other: they have properties and events. A builder makes
one, fills it whenever it comes into sight (`refresh`) and binds its events. Its module is
imported when the screen is first needed: that is most of what a start would cost.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from kivy.uix.screenmanager import Screen

if TYPE_CHECKING:
    from companion.ui.app import RailkeeperApp

SCREENS: Mapping[str, str] = {
    "home": "beginning",
    "new_game": "beginning",
    "table": "playing",
    "log": "playing",
    "find": "playing",
    "check": "finishing",
    "tickets": "finishing",
    "corrections": "finishing",
    "result": "looking_back",
    "ceremony": "looking_back",
    "past_games": "looking_back",
    "players": "looking_back",
    "settings": "arranging",
    "about": "arranging",
    "import": "exchanging",
}
"""Every screen, with the module whose `BUILDERS` makes it."""


def make_screen(app: RailkeeperApp, name: str) -> Screen:
    """A screen, connected to the app."""
    module = import_module(f"companion.ui.{SCREENS[name]}")
    screen = module.BUILDERS[name](app)
    screen.name = name
    return screen
