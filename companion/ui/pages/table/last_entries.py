"""The last entries below the scores, in large windows."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.report.log_entries import log_entry
from companion.rules.game import Game
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.kit.rows import Divided
from companion.ui.look.kv import load
from companion.ui.look.translator import translator

ROW_HEIGHT = 48
"""The height of an entry, in dp."""


class LastEntry(Divided, Tappable):
    """One entry in one line; a tap shows it on the board."""

    index = NumericProperty(0)
    """Its index in the log."""
    entry = StringProperty("")
    color_name = StringProperty("blue")
    points = StringProperty("")


@register_events("on_show", "on_log")
class LastEntries(BoxLayout):
    """As many entries as fit, newest first; dispatches `on_show` with the index of one."""

    entries = ListProperty()
    """The properties of the rows, newest first."""

    def __init__(self, **properties: object) -> None:
        self.fill_soon = Clock.create_trigger(self._fill, -1)
        super().__init__(**properties)
        self.bind(entries=self.fill_soon)

    def show(self, game: Game) -> None:
        """Show the last entries of a game."""
        last = range(len(game.events) - 1, max(-1, len(game.events) - 1 - 20), -1)
        self.entries = [self._properties(game, index) for index in last]

    def _properties(self, game: Game, index: int) -> dict[str, object]:
        entry = log_entry(game, index)
        return {
            "index": index,
            "entry": translator.render(entry.description),
            "color_name": game.setup.colors[entry.event.player],
            "points": entry.points,
        }

    def _fill(self, *_: object) -> None:
        rows = self.ids.rows
        shown = self.entries[: max(0, int(self.ids.room.height // dp(ROW_HEIGHT)))]
        while len(rows.children) > len(shown):
            rows.remove_widget(rows.children[0])
        while len(rows.children) < len(shown):
            row = LastEntry()
            row.bind(on_tap=lambda row: self.dispatch("on_show", int(row.index)))
            rows.add_widget(row)
        for row, properties in zip(reversed(rows.children), shown, strict=True):
            for name, value in properties.items():
                setattr(row, name, value)


load("pages/table/last_entries")
