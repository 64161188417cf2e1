"""The sheet of an entry of the log, and the base class of the pages that open it."""

from __future__ import annotations

from dataclasses import replace

from kivy.properties import StringProperty

from companion.drawing.highlight import NO_HIGHLIGHT, Highlight, event_highlight
from companion.report.words.answers import log_entry
from companion.rules.board import Route
from companion.rules.events import (
    Event,
    OtherPoints,
    PlayerLeft,
    RouteClaimed,
    StationBuilt,
    TicketsTaken,
)
from companion.table.snapshot import Answer, Snapshot
from companion.ui.game.players import player_chips
from companion.ui.kit.buttons import SecondaryButton
from companion.ui.kit.events import register_events
from companion.ui.kit.layout import set_children
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load_rules
from companion.ui.look.translator import translator
from companion.ui.navigator import ChangeEntry, InsertBefore, ShowEntry
from companion.ui.page import Page


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
            self._add_button("change", translator.tr("Change this entry"), "on_change")
        self._add_button("insert", translator.tr("Add a missed entry before this one"), "on_insert")
        self._add_button("remove", translator.tr("Remove this entry"), "on_remove")

    def _add_players(self, snapshot: Snapshot) -> None:
        """Add a chip for each player, because the player is the most frequent mistake."""
        # Translators: before the players’ names, to choose whose entry it really was.
        self.players_label = translator.tr("Whose entry?")
        event = snapshot.game.events[self.index]
        state = snapshot.game.states[self.index]
        has_no_turn = isinstance(event, OtherPoints)
        names = state.players if has_no_turn else state.remaining_players
        players = [player for player in snapshot.setup.players if player.name in names]

        def choose(name: str) -> None:
            self.dispatch("on_replace", replace(event, player=name))

        set_children(self.ids.players, player_chips(players, choose, event.player))

    def _add_button(self, icon: str, text: str, event: str) -> None:
        self.add_widget(
            SecondaryButton(icon=icon, text=text, on_tap=lambda _: self.dispatch(event))
        )


class EntryPage(Page):
    """Base class of pages that list entries of the log and open the sheet of the one tapped.

    In a large window the board is beside the list.
    """

    def on_sheet(self, *_: object) -> None:
        """Show on the board what the entry of the open sheet is about."""
        self.show_board()

    def show_board(self) -> None:
        """Show the board, where there is room for it."""
        snapshot = self.context.snapshot
        if snapshot is None:
            return
        sheet, events, shown = self.sheet, snapshot.game.events, self.list_highlight()
        if isinstance(sheet, EntrySheet) and sheet.index < len(events):
            shown = event_highlight(events[sheet.index])
        self.ids.beside.show(snapshot, shown)

    def list_highlight(self) -> Highlight:
        """What is emphasised while no entry is open."""
        return NO_HIGHLIGHT

    def open_claim(self, route: Route, track: int) -> None:
        """Open the entry by which a track was claimed."""
        claim = self.session.now.state.claims_of(route).get(track)
        if claim is not None:
            self.open_entry(claim[1].entry)

    def open_entry(self, index: int) -> None:
        """Open the sheet of an entry."""
        sheet = EntrySheet(self.session.now, index)
        navigator = self.context.navigator
        sheet.bind(
            on_replace=lambda _, event: self._change(index, event),
            on_change=lambda _: navigator.go("table", ChangeEntry(index)),
            on_insert=lambda _: navigator.go("table", InsertBefore(index)),
            on_show=lambda _: navigator.go("table", ShowEntry(index)),
            on_remove=lambda _: self.session.remove(index),
        )
        self.open_sheet(sheet)

    def handle_answer(self, answer: Answer) -> bool:
        """Close the sheet once the game has changed; entries from phones do not concern it."""
        sheet = self.sheet
        is_gone = isinstance(sheet, EntrySheet) and sheet.index >= len(self.session.now.game.events)
        if answer.changes_game and (is_gone or not answer.from_phone):
            self.close_sheet()
        return False

    def _change(self, index: int, event: Event) -> None:
        if event == self.session.now.game.events[index]:
            self.close_sheet()
        else:
            self.session.change(index, event)


load_rules("""
<EntrySheet>:
    TitleText:
        text: root.title
    SecondaryText:
        text: root.players_label
    WrapRow:
        id: players
""")
