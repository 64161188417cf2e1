"""A player of a game that is about to begin: colour, name, place in the turn order."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.look.kv import load
from companion.ui.widgets import marker, name_field, tapping


class PlayerRow(BoxLayout):
    """Tap the marker for another colour, type the name, pull the handle for another place."""

    name = StringProperty("")
    color_name = StringProperty("blue")
    hint = StringProperty("")
    """What stands where no name has been typed."""
    writing = BooleanProperty(False)
    """Whether the name is being typed."""
    can_remove = BooleanProperty(True)
    lifted = BooleanProperty(False)
    """Whether a finger is carrying it."""

    __events__ = ("on_typed", "on_recolor", "on_remove", "on_enter")

    def on_typed(self, name: str) -> None:
        """Something to bind to."""

    def on_recolor(self) -> None:
        """Something to bind to."""

    def on_remove(self) -> None:
        """Something to bind to."""

    def on_enter(self) -> None:
        """Something to bind to."""


_NEEDED = (marker, name_field, tapping)
"""Modules whose widgets the kv file names."""

load("pages/new_game/player_row")
