"""The base class of pages about past games, whose headers are loaded in a thread first."""

from __future__ import annotations

from companion.table.snapshot import Snapshot
from companion.ui.page import Page


class HistoryPage(Page):
    """Calls `show_history` once the headers of past games are loaded, and after every change."""

    def refresh(self, _: Snapshot | None) -> None:
        """Show the page, or load the headers first."""
        history = self.context.history
        self.can_undo = self.can_redo = False
        if history.is_loaded:
            self.attempt(self.show_history)
        else:
            self.run_in_background(history.load, self._loaded)

    def _loaded(self, complete: bool) -> None:
        if complete:
            self.redraw()

    def show_history(self) -> None:
        """Show the games, players, boards or figures; `Refused` becomes a notification."""
        raise NotImplementedError
