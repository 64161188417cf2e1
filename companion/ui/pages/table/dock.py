"""The dock: terrain buttons, Next, Find, Log, Finish."""

from __future__ import annotations

from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    StringProperty,
)

from companion.rules.terrain_draws import has_drawn_all
from companion.table.snapshot import Snapshot
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.kit.surface import Panel
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator


class DockButton(Tappable):
    """An icon with a word below."""

    icon = StringProperty("")
    text = StringProperty("")
    color = ColorProperty((0, 0, 0, 1))


class TerrainButton(Tappable):
    """Button for a terrain: each tap draws a card."""

    terrain = StringProperty("")
    text = StringProperty("")
    terrain_color = ColorProperty((0, 0, 0, 1))
    one_line_width = NumericProperty(0)
    """The width at which both texts fit in one line."""
    one_line = BooleanProperty(False)
    """Whether both texts are in one line."""


@register_events("on_draw", "on_next", "on_find", "on_log", "on_finish")
class Dock(Panel):
    """Terrain buttons on boards with terrain, and buttons to other pages."""

    wide = BooleanProperty(False)
    """Whether it is at the side of the board."""
    suggests_next = BooleanProperty(False)
    """Whether the selected player has drawn all cards of a turn: Next is highlighted."""
    counting = BooleanProperty(False)
    """Whether a finished board is counted, so that Next selects the next player."""
    column_width = NumericProperty(0)
    """The width of a button at the side."""

    def show(self, snapshot: Snapshot) -> None:
        """Show the terrain buttons of the game; a pressed button is kept."""
        setup = snapshot.setup
        self.counting = setup.counted
        at_the_end = snapshot.correcting is None and setup.terrain is not None
        self.suggests_next = at_the_end and has_drawn_all(snapshot.game, snapshot.player)
        row = self.ids.terrain
        kinds = setup.terrain.types if setup.terrain else ()
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
