"""A player's sheet: where every point came from, and the terrain cards to set right."""

from __future__ import annotations

from kivy.properties import ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.report import route_facts
from companion.rules import GameState, TerrainDrawn, doubled_with
from companion.rules.wording import say, say_count
from companion.table.snapshot import Snapshot
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.words import words
from companion.ui.widgets import marker, tapping
from companion.ui.widgets.announcing import announces
from companion.ui.widgets.sheet import Sheet


class PointsRow(BoxLayout):
    """Points and what they are for."""

    title = StringProperty("")
    detail = StringProperty("")
    points = StringProperty("")


@announces("on_step")
class TerrainStepper(BoxLayout):
    """The count of one terrain with a way up and a way down."""

    title = StringProperty("")
    ground = ColorProperty((0, 0, 0, 1))
    count = NumericProperty(0)


@announces("on_terrain")
class PlayerSheet(Sheet):
    """Dispatches `on_terrain` for a card drawn or taken back."""

    title = StringProperty("")
    color_name = StringProperty("blue")
    summary = StringProperty("")

    def __init__(self, state: GameState, player: str) -> None:
        super().__init__()
        self.player = player
        self._fill(state)

    def show(self, snapshot: Snapshot) -> None:
        """Bring everything up to date."""
        self._fill(snapshot.state)

    def _fill(self, state: GameState) -> None:
        player = state.players[self.player]
        self.title = words.say(
            "{player}: {points}",
            player=self.player,
            points=words.count("{count} point", "{count} points", player.route_points),
        )
        self.color_name = state.setup.colors[self.player]
        left = [say_count("{count} train left", "{count} trains left", player.trains)]
        if state.setup.board.stations_per_player:
            left.append(
                say_count("{count} station left", "{count} stations left", player.stations_left)
            )
        self.summary = " · ".join(words.told(each) for each in left)
        self._fill_terrain(state)
        self._fill_claims(state)

    def _fill_terrain(self, state: GameState) -> None:
        rows = self.ids.terrain
        rows.clear_widgets()
        terrain = state.setup.board.terrain
        for kind in terrain.types if terrain else ():
            row = TerrainStepper(
                title=words.say(kind.name),
                ground=theme.terrain(kind.id),
                count=state.players[self.player].terrain[kind.id],
            )
            row.bind(
                on_step=lambda _, by, id=kind.id: self.dispatch(
                    "on_terrain", TerrainDrawn(self.player, id, by)
                )
            )
            rows.add_widget(row)

    def _fill_claims(self, state: GameState) -> None:
        rows = self.ids.claims
        rows.clear_widgets()
        board = state.setup.board
        for claim in reversed(state.players[self.player].claims):
            detail = route_facts.track_facts(board, claim.route, claim.track)
            if claim.doubled:
                how = doubled_with(board, claim.route, claim.track, claim.doubled)
                detail = say("{facts} · {how}", facts=detail, how=how)
            rows.add_widget(
                PointsRow(
                    title=board.title(claim.route),
                    detail=words.told(detail),
                    points=f"+{claim.points}",
                )
            )
        if not rows.children:
            rows.add_widget(PointsRow(title=words.say("No route claimed yet.")))


_NEEDED = (marker, tapping)
"""Modules whose widgets the kv file names."""

load("pages/table/player_sheet")
