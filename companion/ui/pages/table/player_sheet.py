"""The sheet of a player: routes with points, longest route, terrain cards."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.drawing.highlight import Highlight
from companion.report.player_facts import pieces_left, player_entries
from companion.rules.events import TerrainDrawn
from companion.rules.state import GameState
from companion.rules.wording import points_phrase
from companion.table.snapshot import Snapshot
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.kit.rows import Divided
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator

MAX_HEIGHT_SHARE = 0.5
"""Share of the window's height, so that the board stays visible."""


class PointsRow(Divided, Tappable):
    """A route, station or the longest route with its points; a tap shows it on the board."""

    title = StringProperty("")
    detail = StringProperty("")
    points = StringProperty("")
    chosen = BooleanProperty(False)


@register_events("on_step")
class TerrainStepper(BoxLayout):
    """The number of terrain cards of one type, with − and + buttons."""

    title = StringProperty("")
    terrain_color = ColorProperty((0, 0, 0, 1))
    count = NumericProperty(0)


@register_events("on_terrain", "on_show", "on_settings", "on_other_points")
class PlayerSheet(Sheet):
    """Dispatches `on_terrain`, `on_show` with a highlight, `on_settings`, `on_other_points`."""

    title = StringProperty("")
    color_name = StringProperty("blue")
    summary = StringProperty("")

    def __init__(self, snapshot: Snapshot, player: str) -> None:
        super().__init__(most_of_height=MAX_HEIGHT_SHARE)
        self.player = player
        self._fill(snapshot)

    def show(self, snapshot: Snapshot) -> None:
        """Update the sheet; close it if Undo has renamed its player."""
        if self.player in snapshot.state.players:
            self._fill(snapshot)
        else:
            self.close()

    def _fill(self, snapshot: Snapshot) -> None:
        state = snapshot.state
        player = state.players[self.player]
        self.title = translator.tr(
            "{player}: {points}",
            player=self.player,
            points=translator.render(points_phrase(player.score)),
        )
        self.color_name = state.setup.colors[self.player]
        self.summary = " · ".join(
            translator.render(each) for each in pieces_left(state, self.player)
        )
        self._fill_terrain(state)
        # A player who left has discarded the cards.
        self.ids.terrain.disabled, self.ids.terrain.opacity = player.left, 0.4 if player.left else 1
        self.ids.entries.clear_widgets()
        self._fill_entries(snapshot)

    def _fill_terrain(self, state: GameState) -> None:
        rows = self.ids.terrain
        terrain = state.setup.terrain
        kinds = terrain.types if terrain else ()
        if not rows.children:
            for kind in kinds:
                row = TerrainStepper(terrain_color=theme.terrain(kind.id))
                row.bind(
                    on_step=lambda _, by, id=kind.id: self.dispatch(
                        "on_terrain", TerrainDrawn(self.player, id, by)
                    )
                )
                rows.add_widget(row)
        # The rows stay, because a button may be pressed again already.
        for kind, row in zip(kinds, reversed(rows.children), strict=True):
            row.title = translator.tr(kind.name)
            row.count = state.players[self.player].terrain[kind.id]

    def _fill_entries(self, snapshot: Snapshot) -> None:
        for entry in player_entries(snapshot.game, snapshot.state, self.player):
            row = PointsRow(
                title=translator.render(entry.title),
                detail=translator.render(entry.detail) if entry.detail else "",
                points=entry.points,
            )
            self._add(row, entry.highlight)
        if not self.ids.entries.children:
            self.ids.entries.add_widget(
                PointsRow(title=translator.tr("No routes claimed yet."), enabled=False)
            )

    def _add(self, row: PointsRow, highlight: Highlight) -> None:
        row.bind(on_tap=lambda row: self._choose(row, highlight))
        self.ids.entries.add_widget(row)

    def _choose(self, row: PointsRow, highlight: Highlight) -> None:
        """Show the row on the board; a second tap shows all routes of the player again."""
        chosen = not row.chosen
        for each in self.ids.entries.children:
            each.chosen = each is row and chosen
        self.dispatch("on_show", highlight if chosen else Highlight(player=self.player))


load("pages/table/player_sheet")
