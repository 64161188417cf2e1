"""A page whose lines are entries of the log: a tap on one offers what can be done with it."""

from __future__ import annotations

from companion.rules import Event
from companion.table.evening import Answer
from companion.ui.navigation import AddBefore, SetRight, ShowEntry
from companion.ui.page import Page
from companion.ui.widgets.entry_sheet import EntrySheet


class EntryPage(Page):
    """Offers to change, move, show, add before or remove an entry."""

    def open_entry(self, index: int) -> None:
        """Offer what can be done with an entry."""
        sheet = EntrySheet(self.evening.now, index)
        ways = self.house.ways
        sheet.bind(
            on_instead=lambda _, event: self._put_instead(index, event),
            on_change=lambda _: ways.go("table", SetRight(index)),
            on_insert=lambda _: ways.go("table", AddBefore(index)),
            on_show=lambda _: ways.go("table", ShowEntry(index)),
            on_remove=lambda _: self.evening.remove(index),
        )
        self.open_sheet(sheet)

    def hear(self, answer: Answer) -> None:
        """The sheet has done its work once something has changed."""
        if answer.accepted and answer.deed != "looked":
            self.close_sheet()
        super().hear(answer)

    def _put_instead(self, index: int, event: Event) -> None:
        if event == self.evening.now.game.events[index]:
            self.close_sheet()
        else:
            self.evening.change(index, event)
