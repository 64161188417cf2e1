"""A board page that opens the sheets about a player."""

from __future__ import annotations

from kivy.properties import BooleanProperty

from companion.drawing.highlight import Highlight
from companion.rules.events import Event, OtherPoints, PlayerLeft
from companion.ui.game.other_points_sheet import OtherPointsSheet
from companion.ui.kit.sheet import Sheet
from companion.ui.pages.table.drag_hint_page import DragHintPage
from companion.ui.pages.table.player_sheets import PlayerSettingsSheet, PlayerSheet


class PlayerSheetsPage(DragHintPage):
    """Opens a player's sheet, other points and settings."""

    player_sheet_open = BooleanProperty(False)
    """Whether a player's sheet is open, which shows the score and needs no banner."""

    def enter(self, event: Event) -> None:
        """Record an event in the session, where it may replace or insert an entry."""
        self.session.enter(event)

    def open_player(self, name: str) -> None:
        """Open a player's sheet."""
        sheet = PlayerSheet(self.session.now, name)
        sheet.bind(
            on_terrain=lambda _, event: self.enter(event),
            on_show=lambda _, sight: self.show_highlight(sight),
            on_settings=lambda _: self.open_player_settings(name),
            on_other_points=lambda _: self.open_other_points(name),
        )
        self.open_sheet_about(sheet, Highlight(player=name))
        self.player_sheet_open = True

    def open_other_points(self, player: str, recorded: OtherPoints | None = None) -> None:
        """Open the sheet that enters points of a player which no rule covers."""
        sheet = OtherPointsSheet(self.session.now, player, recorded)
        sheet.bind(on_save=lambda _, event: self.enter(event))
        self.open_sheet_about(sheet, Highlight(player=player))

    def open_player_settings(self, name: str) -> None:
        """Open the sheet that changes a player's name, colour or seat."""
        sheet = PlayerSettingsSheet(self.session.now, name)
        sheet.bind(
            on_change=lambda _, players: self.session.change_players(players),
            on_leave=lambda _: self.enter(PlayerLeft(name)),
        )
        self.open_sheet_about(sheet, Highlight(player=name))

    def _closed(self, sheet: Sheet) -> None:
        if sheet is self.sheet:
            self.player_sheet_open = False
        super()._closed(sheet)
