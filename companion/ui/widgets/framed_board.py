"""A board in small on a ground of its own, for cards."""

from __future__ import annotations

from kivy.properties import ObjectProperty, VariableListProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.board import thumbnail
from companion.ui.look.kv import load


class FramedBoard(BoxLayout):
    """A thumbnail with rounded corners, to go with those of the card it stands on."""

    board = ObjectProperty(None, allownone=True)
    state = ObjectProperty(None, allownone=True)
    """Where the game on it stands; None for an empty board."""
    corners = VariableListProperty([0])
    """How round it is, from the top left clockwise."""


_NEEDED = (thumbnail,)
"""Modules whose widgets the kv file names."""

load("widgets/framed_board")
