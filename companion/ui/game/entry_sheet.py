"""What can be done with an entry of the log: another player at once, or a way to the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kivy.properties import StringProperty

from companion.report.entries import entry as told_entry
from companion.rules.events import PlayerLeft, RouteClaimed, StationBuilt, TicketsTaken
from companion.ui.game.player_chip import PlayerChip
from companion.ui.kit.buttons import SecondaryButton
from companion.ui.kit.events import register_events
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load
from companion.ui.look.translator import translator

if TYPE_CHECKING:
    from companion.table.snapshot import Snapshot


@register_events("on_instead", "on_change", "on_insert", "on_show", "on_remove")
class EntrySheet(Sheet):
    """Announces what shall become of the entry; `on_instead` with the event of another player."""

    title = StringProperty("")
    by = StringProperty("")
    """What stands before the players."""

    def __init__(self, snapshot: Snapshot, index: int) -> None:
        super().__init__()
        self.index = index
        entry = told_entry(snapshot.game, index)
        self.title = " ".join((translator.render(entry.line), entry.points)).strip()
        event = entry.event
        cards = isinstance(event, TicketsTaken)
        if not cards and not isinstance(event, PlayerLeft):
            self._offer_players(snapshot)
        if isinstance(event, RouteClaimed | StationBuilt):
            self._offer("board", translator.tr("Show on the board"), "on_show")
        if not cards:
            self._offer("undo", translator.tr("Change this entry"), "on_change")
        self._offer("insert", translator.tr("Add a forgotten entry before it"), "on_insert")
        self._offer("remove", translator.tr("Remove this entry"), "on_remove")

    def _offer_players(self, snapshot: Snapshot) -> None:
        """The player is what is most often wrong: another one is a tap away."""
        # Translators: before the players’ names, to choose whose entry it really was.
        self.by = translator.tr("This was")
        event = snapshot.game.events[self.index]
        for player in snapshot.setup.players:
            chip = PlayerChip(
                text=player.name, color_name=player.color, chosen=player.name == event.player
            )
            chip.bind(
                on_tap=lambda _, name=player.name: self.dispatch(
                    "on_instead", replace(event, player=name)
                )
            )
            self.ids.players.add_widget(chip)

    def _offer(self, icon: str, text: str, announced: str) -> None:
        button = SecondaryButton(icon=icon, text=text)
        button.bind(on_tap=lambda _: self.dispatch(announced))
        self.add_widget(button)


load("game/entry_sheet")
