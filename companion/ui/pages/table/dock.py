"""The dock: what this board needs most often, under the thumb."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from companion.rules import Board
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.words import words
from companion.ui.widgets.tapping import Tappable

HOLD = 0.5
"""Seconds to hold a terrain button for taking a card back."""


class DockButton(Tappable):
    """A picture with a word below."""

    icon = StringProperty("")
    text = StringProperty("")
    ink = ColorProperty((0, 0, 0, 1))


class TerrainButton(Tappable):
    """A card more; held down, a card less."""

    terrain = StringProperty("")
    text = StringProperty("")
    ground = ColorProperty((0, 0, 0, 1))
    line = NumericProperty(0)
    """How wide it would have to be for its words to stand in one line."""
    in_line = BooleanProperty(False)
    """Whether they do."""

    __events__ = ("on_take_back",)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._held = Clock.create_trigger(self._take_back, HOLD)
        self._took_back = False

    def on_press(self) -> None:
        """Begin to wait for a hold."""
        self._took_back = False
        self._held()

    def on_release(self) -> None:
        """A short press is a tap."""
        self._held.cancel()
        if not self._took_back:
            super().on_release()

    def _take_back(self, *_: object) -> None:
        self._took_back = True
        self.dispatch("on_take_back")

    def on_take_back(self) -> None:
        """Something to bind to."""


class Dock(BoxLayout):
    """Terrain on boards that have it, and the ways to everything else."""

    board = ObjectProperty(None, allownone=True)
    wide = BooleanProperty(False)
    """Whether it stands at the side."""
    column = NumericProperty(0)
    """How wide a button is if it does."""

    __events__ = ("on_draw", "on_take_back", "on_next", "on_find", "on_log", "on_finish")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        words.bind(say=self.on_board)

    def on_board(self, *_: object) -> None:
        """Offer what the board has."""
        row = self.ids.terrain
        row.clear_widgets()
        board: Board | None = self.board
        for kind in board.terrain.types if board and board.terrain else ():
            button = TerrainButton(
                terrain=kind.id, text=words.say(kind.short), ground=theme.terrain(kind.id)
            )
            button.bind(
                on_tap=lambda button: self.dispatch("on_draw", button.terrain),
                on_take_back=lambda button: self.dispatch("on_take_back", button.terrain),
                line=self._fit,
                width=self._fit,
            )
            row.add_widget(button)

    def _fit(self, *_: object) -> None:
        """One line on every terrain button, or two on every one."""
        buttons = self.ids.terrain.children
        in_line = all(button.line <= button.width for button in buttons)
        for button in buttons:
            button.in_line = in_line

    def on_draw(self, terrain: str) -> None:
        """Something to bind to."""

    def on_take_back(self, terrain: str) -> None:
        """Something to bind to."""

    def on_next(self) -> None:
        """Something to bind to."""

    def on_find(self) -> None:
        """Something to bind to."""

    def on_log(self) -> None:
        """Something to bind to."""

    def on_finish(self) -> None:
        """Something to bind to."""


load("pages/table/dock")
