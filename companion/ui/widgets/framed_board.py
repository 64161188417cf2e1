"""A board in small with rounded corners, to go with those of the card it stands on."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.properties import ObjectProperty

from companion.ui.board.thumbnail import BoardThumbnail, scene_of


class FramedBoard(BoardThumbnail):
    """A thumbnail within a card's outline, of a scene or of a board that is at hand."""

    board = ObjectProperty(None, allownone=True)
    state = ObjectProperty(None, allownone=True)
    """Where the game on it stands; None for an empty board."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**{"inset": dp(1), **properties})
        self.fbind("board", self._set_scene)
        self.fbind("state", self._set_scene)
        self._set_scene()

    def _set_scene(self, *_: object) -> None:
        if self.board is not None:
            self.scene = scene_of(self.board, self.state)
