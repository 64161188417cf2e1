"""The log: every entry, newest first, each open to change."""

from __future__ import annotations

from functools import partial

from kivy.properties import ListProperty, ObjectProperty, StringProperty

from companion.report.entries import entry as told_entry
from companion.table.snapshot import Snapshot
from companion.ui.entry_page import EntryPage
from companion.ui.game.player_chip import PlayerChip
from companion.ui.kit.buttons import Chip, Tappable
from companion.ui.look.kv import load
from companion.ui.look.translator import translator


class LogRow(Tappable):
    """One entry; tapped, it opens what can be done with it."""

    number = StringProperty("")
    entry = StringProperty("")
    color_name = StringProperty("blue")
    points = StringProperty("")
    running = StringProperty("")
    open = ObjectProperty(None, allownone=True)
    """Called when it is tapped."""

    def on_tap(self) -> None:
        """Open it."""
        self.open()


class LogPage(EntryPage):
    """Shows the log of the game on the table."""

    only = StringProperty("")
    """The player whose entries are shown; all if empty."""
    rows = ListProperty()

    def opening(self) -> None:
        """Come with the newest entry in sight."""
        self.ids.list.to_top()

    def refresh(self, snapshot: Snapshot | None) -> None:
        """Show every entry, or those of one player."""
        if snapshot is None:
            return
        if self.only not in snapshot.setup.names:
            self.only = ""
        self._show_players(snapshot)
        self.rows = [
            self._row(snapshot, index)
            for index, event in reversed(list(enumerate(snapshot.game.events)))
            if not self.only or event.player == self.only
        ]

    def show_only(self, player: str) -> None:
        """Show one player's entries, or everybody's."""
        self.only = player
        self.redraw()

    def _row(self, snapshot: Snapshot, index: int) -> dict[str, object]:
        entry = told_entry(snapshot.game, index)
        return {
            "number": str(index + 1),
            "entry": translator.render(entry.line),
            "color_name": snapshot.setup.colors[entry.event.player],
            "points": entry.points,
            "running": entry.running,
            "open": partial(self.open_entry, index),
        }

    def _show_players(self, snapshot: Snapshot) -> None:
        row = self.ids.players
        row.clear_widgets()
        everybody = Chip(text=translator.tr("Everybody"), chosen=not self.only)
        everybody.bind(on_tap=lambda _: self.show_only(""))
        row.add_widget(everybody)
        for player in snapshot.setup.players:
            chip = PlayerChip(
                text=player.name, color_name=player.color, chosen=player.name == self.only
            )
            chip.bind(on_tap=lambda chip: self.show_only(chip.text))
            row.add_widget(chip)


load("pages/log")
