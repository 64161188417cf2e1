"""Base class of pages that list entries of the log and open a sheet for the one tapped."""

from __future__ import annotations

from companion.rules.events import Event
from companion.table.snapshot import Answer
from companion.ui.game.entry_sheet import EntrySheet
from companion.ui.navigator import ChangeEntry, InsertBefore, ShowEntry
from companion.ui.page import Page


class EntryPage(Page):
    """Opens a sheet to change, move, show, add before or remove an entry."""

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
        """Close the sheet once the game has changed."""
        if answer.changes_game:
            self.close_sheet()
        return False

    def _change(self, index: int, event: Event) -> None:
        if event == self.session.now.game.events[index]:
            self.close_sheet()
        else:
            self.session.change(index, event)
