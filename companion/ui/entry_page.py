"""A page whose lines are entries of the log: a tap on one offers what can be done with it."""

from __future__ import annotations

from companion.rules.events import Event
from companion.table.session import Answer
from companion.ui.game.entry_sheet import EntrySheet
from companion.ui.navigator import AddBefore, SetRight, ShowEntry
from companion.ui.page import Page


class EntryPage(Page):
    """Offers to change, move, show, add before or remove an entry."""

    def open_entry(self, index: int) -> None:
        """Offer what can be done with an entry."""
        sheet = EntrySheet(self.session.now, index)
        navigator = self.context.navigator
        sheet.bind(
            on_replace=lambda _, event: self._put_instead(index, event),
            on_change=lambda _: navigator.go("table", SetRight(index)),
            on_insert=lambda _: navigator.go("table", AddBefore(index)),
            on_show=lambda _: navigator.go("table", ShowEntry(index)),
            on_remove=lambda _: self.session.remove(index),
        )
        self.open_sheet(sheet)

    def hear(self, answer: Answer) -> None:
        """The sheet has done its work once something has changed."""
        if answer.accepted and answer.action != "looked":
            self.close_sheet()
        super().hear(answer)

    def _put_instead(self, index: int, event: Event) -> None:
        if event == self.session.now.game.events[index]:
            self.close_sheet()
        else:
            self.session.change(index, event)
