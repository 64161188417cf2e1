"""The sheet of a player: routes with points, longest route, terrain cards."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.drawing.highlight import Highlight, event_highlight
from companion.report import route_facts
from companion.report.longest_route_holders import longest_route_holders, longest_route_tracks
from companion.rules.events import OtherPoints, RouteClaimed, StationBuilt, TerrainDrawn
from companion.rules.longest_route import longest_walk
from companion.rules.state import GameState
from companion.rules.wording import format_signed, phrase, plural_phrase, points_phrase
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
        left = [plural_phrase("{count} train left", "{count} trains left", player.trains)]
        if state.setup.board.stations_per_player:
            left.append(
                plural_phrase("{count} station left", "{count} stations left", player.stations_left)
            )
        if player.left:
            # Translators: what is true of a player now: “12 trains left · has left the game”.
            left.append(phrase("has left the game"))
        self.summary = " · ".join(translator.render(each) for each in left)
        self._fill_terrain(state)
        # A player who left has discarded the cards.
        self.ids.terrain.disabled, self.ids.terrain.opacity = player.left, 0.4 if player.left else 1
        self.ids.entries.clear_widgets()
        self._fill_longest(state)
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

    def _fill_longest(self, state: GameState) -> None:
        length = longest_walk(state.players[self.player]).length
        if not state.setup.longest_route_bonus or not length:
            return
        holding = longest_route_holders(state)
        holds = holding is not None and self.player in holding.players
        trail = longest_route_tracks(state, self.player)
        self._add(
            PointsRow(
                title=translator.tr("Longest route"),
                detail=translator.tr("the longest so far") if holds else "",
                points=str(length),
            ),
            Highlight(trail=trail),
        )

    def _fill_entries(self, snapshot: Snapshot) -> None:
        """List the player's routes, stations and other points, newest first."""
        state = snapshot.state
        board = state.setup.board
        claims = {claim.entry: claim for claim in state.players[self.player].claims}
        for entry in reversed(range(state.entries)):
            event = snapshot.game.events[entry]
            if event.player != self.player:
                continue
            if isinstance(event, RouteClaimed):
                claim = claims[entry]
                row = PointsRow(
                    title=translator.render(board.route_title(claim.route)),
                    detail=translator.render(route_facts.claim_facts(board, claim)),
                    points=f"+{claim.points}",
                )
            elif isinstance(event, StationBuilt):
                row = PointsRow(
                    title=board.places[event.city].name, detail=translator.tr("station")
                )
            elif isinstance(event, OtherPoints):
                row = PointsRow(
                    title=event.description,
                    detail=translator.tr("other points"),
                    points=format_signed(event.points),
                )
            else:
                continue
            self._add(row, event_highlight(event, self.player))
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
