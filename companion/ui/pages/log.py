"""The log: every entry, newest first."""

from __future__ import annotations

from functools import partial

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from companion.report.words.answers import log_entry
from companion.rules.event_description import describe_action
from companion.table.snapshot import Snapshot
from companion.ui.game.entry_sheet import EntryPage
from companion.ui.game.players import player_chips
from companion.ui.kit.buttons import Chip, Tappable
from companion.ui.kit.layout import set_children
from companion.ui.kit.rows import Divided
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import OpenEntry, Request


class LogRow(Divided, Tappable):
    """One entry; a tap opens its sheet."""

    number = StringProperty("")
    entry = StringProperty("")
    color_name = StringProperty("blue")
    points = StringProperty("")
    is_from_phone = BooleanProperty(False)
    """Whether the player entered it on a phone."""
    total = StringProperty("")
    """The player's points after the entry."""
    open_entry = ObjectProperty(None, allownone=True)
    """Called when the row is tapped."""


class LogPage(EntryPage):
    """The log of the current game, with a filter by player."""

    player = StringProperty("")
    """The player whose entries are shown; empty for all."""
    rows = ListProperty()
    has_names = BooleanProperty(True)
    """Whether the rows name the player beside the marker."""

    def on_has_names(self, *_: object) -> None:
        """Describe all entries again."""
        if self.rows:
            self.redraw()

    def opening(self) -> None:
        """Show the entries of all players, except when returning from an entry."""
        if not self.context.navigator.is_returning:
            self.player = ""

    def refresh(self, snapshot: Snapshot | None) -> None:
        """Show all entries, or those of the chosen player."""
        if snapshot is None:
            return
        if self.player not in snapshot.setup.names:
            self.player = ""
        self._show_chips(snapshot)
        self.rows = [
            self._row(snapshot, index)
            for index, event in reversed(list(enumerate(snapshot.game.events)))
            if not self.player or event.player == self.player
        ]
        self.show_board()

    def open_with(self, request: Request) -> None:
        """Show all entries and open the requested one."""
        assert isinstance(request, OpenEntry)
        self.filter_by("")
        self.open_entry(request.entry)

    def filter_by(self, player: str) -> None:
        """Show the entries of one player, or of all if empty."""
        self.player = player
        self.redraw()

    def _row(self, snapshot: Snapshot, index: int) -> dict[str, object]:
        entry = log_entry(snapshot.game, index)
        action = describe_action(snapshot.board, entry.event)
        return {
            "number": str(index + 1),
            "entry": translator.render(entry.description if self.has_names else action),
            "color_name": snapshot.setup.colors[entry.event.player],
            "points": entry.points,
            "is_from_phone": entry.is_from_phone,
            "total": entry.score_after,
            "open_entry": partial(self.open_entry, index),
        }

    def _show_chips(self, snapshot: Snapshot) -> None:
        everybody = Chip(
            text=translator.tr("Everybody"),
            chosen=not self.player,
            repeats=True,
            on_tap=lambda _: self.filter_by(""),
        )
        players = player_chips(snapshot.setup.players, self.filter_by, self.player, repeats=True)
        set_children(self.ids.players, (everybody, *players))


load("pages/log")
