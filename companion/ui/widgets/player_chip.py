"""A player to choose: marker and name."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty

from companion.ui.look.kv import load
from companion.ui.widgets import marker
from companion.ui.widgets.tapping import Tappable


class PlayerChip(Tappable):
    """One of the players."""

    text = StringProperty("")
    color_name = StringProperty("blue")
    chosen = BooleanProperty(False)


_NEEDED = (marker,)
"""Modules whose widgets the kv file names."""

load("widgets/player_chip")
