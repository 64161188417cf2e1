"""The base class of pages about past games, whose headers are loaded in a thread first."""

from __future__ import annotations

from kivy.properties import StringProperty

from companion.table.snapshot import Snapshot
from companion.ui.page import Page


class HistoryPage(Page):
    """Calls `show_history` once the headers of past games are loaded, and after every change."""

    hint = StringProperty("")
    """Why nothing is shown."""

    def refresh(self, _: Snapshot | None) -> None:
        """Show the page, or load the headers first."""
        games = self.context.store.games
        self.can_undo = self.can_redo = False
        if games.is_finished_loaded:
            self.attempt(self.show_history)
        else:
            self.run_in_background(games.load_finished_headers, self._loaded)

    def _loaded(self, complete: bool) -> None:
        if complete:
            self.redraw()

    def open_game(self, id: str) -> None:
        """Show the result of a game."""
        if self.context.sessions.open(id).accepted:
            self.context.navigator.go("result")
        else:
            self.redraw()

    def show_history(self) -> None:
        """Show the games, players, boards or figures; `Refused` becomes a notification."""
        raise NotImplementedError
