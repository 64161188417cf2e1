"""A small still picture of a board, for cards that stand for a game."""

from __future__ import annotations

from operator import is_

from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.ui.board.camera import Area, Stage
from companion.ui.board.drawing_facts import drawing_facts
from companion.ui.board.layout import lay_out
from companion.ui.board.looks import place_looks, track_looks
from companion.ui.board.picture import BoardPicture
from companion.ui.look.theme import theme


class BoardThumbnail(Widget):
    """A whole board without names; nothing happens when it is touched."""

    board = ObjectProperty(None, allownone=True, comparator=is_)
    """The `Board` to draw."""
    state = ObjectProperty(None, allownone=True, comparator=is_)
    """The `GameState` on it, or None for an empty board."""

    def __init__(self, **properties: object) -> None:
        self._picture: BoardPicture | None = None
        super().__init__(**properties)
        self.fbind("board", self._lay_out)
        self.fbind("state", self._repaint)
        self.fbind("pos", self._reframe)
        self.fbind("size", self._reframe)
        theme.bind(dark=self._dress)
        self._lay_out()

    def _lay_out(self, *_: object) -> None:
        if self._picture:
            self.canvas.remove(self._picture)
            self._picture = None
        if self.board is not None:
            facts = drawing_facts(self.board.id)
            self._picture = BoardPicture(lay_out(self.board, facts), facts, theme.palette)
            self.canvas.add(self._picture)
            self._repaint()
            self._reframe()

    def _repaint(self, *_: object) -> None:
        if self._picture:
            state = self.state if self.state and self.state.setup.board == self.board else None
            self._picture.show(track_looks(self.board, state), place_looks(self.board, state))

    def _reframe(self, *_: object) -> None:
        if self._picture and self.width >= 1 and self.height >= 1:
            frame = Area(self.x, self.y, self.right, self.top)
            self._picture.frame(frame)
            self._picture.aim(Stage(self._picture.layout.world, frame, largest=1e6).all())

    def _dress(self, *_: object) -> None:
        if self._picture:
            self._picture.dress(theme.palette)
