"""The sheet of an entry of the log: player, change, insert, show, remove."""

from __future__ import annotations

from dataclasses import replace

from kivy.properties import StringProperty

from companion.report.words.answers import log_entry
from companion.rules.events import OtherPoints, PlayerLeft, RouteClaimed, StationBuilt, TicketsTaken
from companion.table.snapshot import Snapshot
from companion.ui.game.players import PlayerChip
from companion.ui.kit.buttons import SecondaryButton
from companion.ui.kit.events import register_events
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load_rules
from companion.ui.look.translator import translator


@register_events("on_replace", "on_change", "on_insert", "on_show", "on_remove")
class EntrySheet(Sheet):
    """Dispatches the chosen action; `on_replace` with the event for another player."""

    title = StringProperty("")
    players_label = StringProperty("")
    """The text before the players."""

    def __init__(self, snapshot: Snapshot, index: int) -> None:
        super().__init__()
        self.index = index
        entry = log_entry(snapshot.game, index)
        self.title = " ".join((translator.render(entry.description), entry.points)).strip()
        event = entry.event
        is_tickets = isinstance(event, TicketsTaken)
        if not is_tickets and not isinstance(event, PlayerLeft):
            self._add_players(snapshot)
        if isinstance(event, RouteClaimed | StationBuilt):
            self._add_button("board", translator.tr("Show on the board"), "on_show")
        if not is_tickets:
            self._add_button("undo", translator.tr("Change this entry"), "on_change")
        self._add_button("insert", translator.tr("Add a missed entry before this one"), "on_insert")
        self._add_button("remove", translator.tr("Remove this entry"), "on_remove")

    def _add_players(self, snapshot: Snapshot) -> None:
        """Add a chip for each player, because the player is the most frequent mistake."""
        # Translators: before the players’ names, to choose whose entry it really was.
        self.players_label = translator.tr("Whose entry?")
        event = snapshot.game.events[self.index]
        state = snapshot.game.states[self.index]
        has_no_turn = isinstance(event, OtherPoints)
        for name in state.players if has_no_turn else state.remaining_players:
            color = snapshot.setup.colors[name]
            chip = PlayerChip(text=name, color_name=color, chosen=name == event.player)
            chip.bind(
                on_tap=lambda _, name=name: self.dispatch("on_replace", replace(event, player=name))
            )
            self.ids.players.add_widget(chip)

    def _add_button(self, icon: str, text: str, event: str) -> None:
        button = SecondaryButton(icon=icon, text=text)
        button.bind(on_tap=lambda _: self.dispatch(event))
        self.add_widget(button)


load_rules("""
<EntrySheet>:
    TitleText:
        text: root.title
    SecondaryText:
        text: root.players_label
    WrapRow:
        id: players
""")
