"""The dock: terrain buttons, Next, Find, Log, Finish."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    StringProperty,
)

from companion.rules.board import Board
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.kit.surface import Panel
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator

HOLD = 0.5
"""Seconds to hold a terrain button to take a card back."""


class DockButton(Tappable):
    """An icon with a word below."""

    icon = StringProperty("")
    text = StringProperty("")
    color = ColorProperty((0, 0, 0, 1))


@register_events("on_take_back")
class TerrainButton(Tappable):
    """Button for a terrain: a tap draws a card, holding it takes one back."""

    terrain = StringProperty("")
    text = StringProperty("")
    terrain_color = ColorProperty((0, 0, 0, 1))
    one_line_width = NumericProperty(0)
    """The width at which both texts fit in one line."""
    one_line = BooleanProperty(False)
    """Whether both texts are in one line."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._hold_timer = Clock.create_trigger(self._take_back, HOLD)
        self._taken_back = False

    def on_press(self) -> None:
        """Start the hold timer."""
        self._taken_back = False
        self._hold_timer()

    def on_release(self) -> None:
        """Dispatch a tap unless a card was taken back."""
        self._hold_timer.cancel()
        if not self._taken_back:
            super().on_release()

    def _take_back(self, *_: object) -> None:
        self._taken_back = True
        self.dispatch("on_take_back")


@register_events("on_draw", "on_take_back", "on_next", "on_find", "on_log", "on_finish")
class Dock(Panel):
    """Terrain buttons on boards with terrain, and buttons to other pages."""

    wide = BooleanProperty(False)
    """Whether it is at the side of the board."""
    column_width = NumericProperty(0)
    """The width of a button at the side."""

    def show(self, board: Board) -> None:
        """Show the board's terrain buttons; a pressed button is kept."""
        row = self.ids.terrain
        kinds = board.terrain.types if board.terrain else ()
        if [button.text for button in reversed(row.children)] == [
            translator.tr(kind.short) for kind in kinds
        ]:
            return
        row.clear_widgets()
        for kind in kinds:
            button = TerrainButton(
                terrain=kind.id,
                text=translator.tr(kind.short),
                terrain_color=theme.terrain(kind.id),
            )
            button.bind(
                on_tap=lambda button: self.dispatch("on_draw", button.terrain),
                on_take_back=lambda button: self.dispatch("on_take_back", button.terrain),
                one_line_width=self._fit,
                width=self._fit,
            )
            row.add_widget(button)

    def _fit(self, *_: object) -> None:
        """Use one line on all terrain buttons, or two on all."""
        buttons = self.ids.terrain.children
        one_line = all(button.one_line_width <= button.width for button in buttons)
        for button in buttons:
            button.one_line = one_line


load("pages/table/dock")
