"""The first terrain card of each player, asked for when a game begins: one line, one tap each."""

from __future__ import annotations

from kivy.properties import ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.rules.draws import without_starting_cards
from companion.table.snapshot import Snapshot
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator

LEAVES = 150
"""How much of the board's height stays free at least, in dp."""


class DealtCard(Tappable):
    """A terrain somebody may have been dealt."""

    text = StringProperty("")
    ground = ColorProperty((0, 0, 0, 1))


class DealRow(BoxLayout):
    """A player and the cards to choose from."""

    name = StringProperty("")
    color_name = StringProperty("blue")


@register_events("on_deal", "on_skip")
class DealPanel(BoxLayout):
    """Dispatches `on_deal` with a player and a terrain. It takes no room once nobody is missing."""

    most = NumericProperty(0)
    """How high it may be at most."""

    def __init__(self, **properties: object) -> None:
        self._shown: tuple[str, ...] = ()
        """Who is asked for, and in which language."""
        super().__init__(**properties)

    def show(self, snapshot: Snapshot, skipped: bool) -> None:
        """Ask for those who have no card yet."""
        asked = not skipped and snapshot.correcting is None and not snapshot.finished
        missing = without_starting_cards(snapshot.game) if asked else ()
        rows, language = self.ids.rows, translator.language
        if (*missing, language) == self._shown:
            return
        self._shown = (*missing, language)
        rows.clear_widgets()
        for name in missing:
            rows.add_widget(self._row(snapshot, name))

    def _row(self, snapshot: Snapshot, name: str) -> DealRow:
        row = DealRow(name=name, color_name=snapshot.setup.colors[name])
        terrain = snapshot.board.terrain
        for kind in terrain.types if terrain else ():
            card = DealtCard(text=translator.tr(kind.short), ground=theme.terrain(kind.id))
            card.name_for_readers = translator.tr("{player}: {deed}", player=name, deed=card.text)
            card.bind(on_tap=lambda _, id=kind.id: self.dispatch("on_deal", name, id))
            row.add_widget(card)
        return row


load("pages/table/deal_panel")
