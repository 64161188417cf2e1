"""Asks for each player's starting terrain card at the start of a game."""

from __future__ import annotations

from kivy.properties import ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.rules.terrain_draws import without_starting_cards
from companion.table.snapshot import Snapshot
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.kit.surface import Panel
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator

MIN_BOARD_HEIGHT = 150
"""The height that stays free for the board, in dp."""


class TerrainCardButton(Tappable):
    """A terrain card to choose."""

    text = StringProperty("")
    terrain_color = ColorProperty((0, 0, 0, 1))


class StartingCardRow(BoxLayout):
    """A player and a button for each terrain card."""

    name = StringProperty("")
    color_name = StringProperty("blue")


@register_events("on_card", "on_skip")
class StartingCardsPanel(Panel):
    """Dispatches `on_card` with a player and a terrain; hidden when every player has a card."""

    max_height = NumericProperty(0)

    def __init__(self, **properties: object) -> None:
        self._shown: tuple[str, ...] = ()
        """The players of the rows, and the language."""
        super().__init__(**properties)

    def show(self, snapshot: Snapshot, skipped: bool) -> None:
        """Show a row for each player without a card."""
        hidden = skipped or snapshot.correcting is not None or snapshot.finished
        missing = () if hidden else without_starting_cards(snapshot.game)
        rows, language = self.ids.rows, translator.language
        if (*missing, language) == self._shown:
            return
        self._shown = (*missing, language)
        rows.clear_widgets()
        for name in missing:
            rows.add_widget(self._row(snapshot, name))

    def _row(self, snapshot: Snapshot, name: str) -> StartingCardRow:
        row = StartingCardRow(name=name, color_name=snapshot.setup.colors[name])
        terrain = snapshot.setup.terrain
        for kind in terrain.types if terrain else ():
            color = theme.terrain(kind.id)
            card = TerrainCardButton(text=translator.tr(kind.short), terrain_color=color)
            card.name_for_readers = translator.tr("{player}: {deed}", player=name, deed=card.text)
            card.bind(on_tap=lambda _, id=kind.id: self.dispatch("on_card", name, id))
            row.add_widget(card)
        return row


load("pages/table/starting_cards_panel")
