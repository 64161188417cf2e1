"""A board page that answers whether two cities are connected."""

from __future__ import annotations

from kivy.properties import StringProperty

from companion.report.words.routes import are_same, name_of
from companion.rules.wording import Phrase, phrase
from companion.ui.pages.table.connection_sheet import ConnectionSheet
from companion.ui.pages.table.player_sheets_page import PlayerSheetsPage


class ConnectionPage(PlayerSheetsPage):
    """Asks for the second city on the board and shows the answer there; nothing is stored."""

    connected_from = StringProperty("")
    """The first city, while the second one is chosen on the board."""

    def ask_connected(self, city: str) -> None:
        """Let the next tap on the board choose the second city."""
        self.close_sheet()
        self.connected_from = city
        self.ids.board.picks_places = True
        self.redraw()

    def stop_asking(self) -> bool:
        """Stop choosing a second city; False if none was being chosen."""
        if not self.connected_from:
            return False
        self.connected_from = ""
        self.ids.board.picks_places = False
        self.redraw()
        return True

    def question(self) -> Phrase:
        """The banner while the second city is chosen."""
        name = name_of(self.session.now.board, self.connected_from)
        return phrase("Connected to {city}? Tap the other city.", city=name)

    def choose_second_city(self, city: str) -> bool:
        """Answer for the two cities; False if none is being chosen."""
        first = self.connected_from
        if not first:
            return False
        if not are_same(self.session.now.board, first, city):
            self.stop_asking()
            self.show_connection(first, city)
        return True

    def show_connection(self, one: str, other: str) -> None:
        """Open the answer for the selected player, with the walk on the board."""
        now = self.session.now
        sheet = ConnectionSheet(now.state, now.player, one, other)
        sheet.bind(on_show=lambda _, highlight: self.show_highlight(highlight))
        self.open_sheet_about(sheet, sheet.highlight)

    def closing(self) -> None:
        """Stop choosing a second city."""
        self.stop_asking()
        super().closing()
