"""The dock: terrain buttons or Final tally, Next, Find, Log, Finish."""

from __future__ import annotations

from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    StringProperty,
)

from companion.rules.board import TerrainType
from companion.rules.terrain_draws import has_drawn_all
from companion.table.snapshot import Snapshot
from companion.ui.kit.buttons import Tappable, TextButton
from companion.ui.kit.events import register_events
from companion.ui.kit.surface import Panel
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator


class DockButton(Tappable):
    """An icon with a word below or beside it."""

    beside = BooleanProperty(False)
    """Whether the word is beside the icon."""
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


class FinalTallyButton(TextButton):
    """Takes the place of the terrain buttons when the game is over."""


@register_events("on_draw", "on_next", "on_find", "on_log", "on_finish")
class Dock(Panel):
    """Terrain buttons or Final tally in the upper row, and buttons to other pages."""

    wide = BooleanProperty(False)
    """Whether it is at the side of the board."""
    suggests_next = BooleanProperty(False)
    """Whether the selected player has drawn all cards of a turn: Next is highlighted."""
    counting = BooleanProperty(False)
    """Whether a finished board is counted, so that Next selects the next player."""
    roomy = BooleanProperty(False)
    """Whether all buttons are in one row, their icons beside the words."""
    is_over = BooleanProperty(False)
    """Whether Final tally is in the upper row."""
    column_width = NumericProperty(0)
    """The width of a button at the side."""

    def show(self, snapshot: Snapshot) -> None:
        """Show the terrain buttons of the game, or Final tally; a pressed button is kept."""
        setup, is_playing = snapshot.setup, snapshot.correcting is None
        self.counting = setup.counted
        self.suggests_next = (
            is_playing
            and setup.terrain is not None
            and has_drawn_all(snapshot.game, snapshot.player)
        )
        row = self.ids.upper
        self.is_over = is_over = snapshot.state.is_over and is_playing and not setup.counted
        kinds = setup.terrain.types if setup.terrain and not is_over else ()
        texts = [translator.tr(kind.short) for kind in kinds]
        if is_over:
            texts.append(translator.tr("Final tally"))
        if [button.text for button in reversed(row.children)] == texts:
            return
        row.clear_widgets()
        if is_over:
            button = FinalTallyButton(text=texts[0])
            button.bind(on_tap=lambda _: self.dispatch("on_finish"))
            row.add_widget(button)
        for kind, text in zip(kinds, texts, strict=False):
            self._add_terrain_button(kind, text)

    def _add_terrain_button(self, kind: TerrainType, text: str) -> None:
        button = TerrainButton(terrain=kind.id, text=text, terrain_color=theme.terrain(kind.id))
        button.bind(
            on_tap=lambda button: self.dispatch("on_draw", button.terrain),
            one_line_width=self._fit,
            width=self._fit,
        )
        self.ids.upper.add_widget(button)

    def _fit(self, *_: object) -> None:
        """Use one line on all terrain buttons, or two on all."""
        buttons = [each for each in self.ids.upper.children if isinstance(each, TerrainButton)]
        one_line = all(button.one_line_width <= button.width for button in buttons)
        for button in buttons:
            button.one_line = one_line


load("pages/table/dock")
