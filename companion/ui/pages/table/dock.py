"""The dock: what this board needs most often, under the thumb."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from companion.rules.board import Board
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator

HOLD = 0.5
"""Seconds to hold a terrain button for taking a card back."""


class DockButton(Tappable):
    """A picture with a word below."""

    icon = StringProperty("")
    text = StringProperty("")
    color = ColorProperty((0, 0, 0, 1))


@register_events("on_take_back")
class TerrainButton(Tappable):
    """A card more; held down, a card less."""

    terrain = StringProperty("")
    text = StringProperty("")
    ground = ColorProperty((0, 0, 0, 1))
    line = NumericProperty(0)
    """How wide it would have to be for its words to stand in one line."""
    in_line = BooleanProperty(False)
    """Whether they do."""

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


@register_events("on_draw", "on_take_back", "on_next", "on_find", "on_log", "on_finish")
class Dock(BoxLayout):
    """Terrain on boards that have it, and the ways to everything else."""

    wide = BooleanProperty(False)
    """Whether it stands at the side."""
    column = NumericProperty(0)
    """How wide a button is if it does."""

    def show(self, board: Board) -> None:
        """Offer what the board has."""
        row = self.ids.terrain
        kinds = board.terrain.types if board.terrain else ()
        if [button.text for button in reversed(row.children)] == [
            translator.tr(kind.short) for kind in kinds
        ]:
            return
        row.clear_widgets()
        for kind in kinds:
            button = TerrainButton(
                terrain=kind.id, text=translator.tr(kind.short), ground=theme.terrain(kind.id)
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


load("pages/table/dock")
