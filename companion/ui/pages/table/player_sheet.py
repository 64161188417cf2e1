"""A player's sheet: their routes on the board, where every point came from, the cards they have."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.report import longest_route, route_facts
from companion.rules.events import RouteClaimed, StationBuilt, TerrainDrawn
from companion.rules.final_tally import longest_walk
from companion.rules.state import GameState
from companion.rules.wording import phrase, plural_phrase
from companion.table.snapshot import Snapshot
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator
from companion.ui.pages.table.board_page import Sight

LEAVES_A_BOARD = 0.5
"""How much of the screen's height the sheet may take: the board must be large enough to see."""


class PointsRow(Tappable):
    """Points and what they are for; a tap shows where on the board."""

    title = StringProperty("")
    detail = StringProperty("")
    points = StringProperty("")
    chosen = BooleanProperty(False)


@register_events("on_step")
class TerrainStepper(BoxLayout):
    """The count of one terrain with a way up and a way down."""

    title = StringProperty("")
    ground = ColorProperty((0, 0, 0, 1))
    count = NumericProperty(0)


@register_events("on_terrain", "on_show", "on_seat")
class PlayerSheet(Sheet):
    """Dispatches `on_terrain` for a card drawn or taken back, and `on_show` with what to look at.

    `on_seat` asks for another name, colour or seat.
    """

    title = StringProperty("")
    color_name = StringProperty("blue")
    summary = StringProperty("")

    def __init__(self, snapshot: Snapshot, player: str) -> None:
        super().__init__(most_of_height=LEAVES_A_BOARD)
        self.player = player
        self._fill(snapshot)

    def show(self, snapshot: Snapshot) -> None:
        """Bring everything up to date; nobody of that name is left where a renaming was undone."""
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
            points=translator.tr_plural("{count} point", "{count} points", player.route_points),
        )
        self.color_name = state.setup.colors[self.player]
        left = [plural_phrase("{count} train left", "{count} trains left", player.trains)]
        if state.setup.board.stations_per_player:
            left.append(
                plural_phrase("{count} station left", "{count} stations left", player.stations_left)
            )
        if player.left:
            left.append(phrase("left the table"))
        self.summary = " · ".join(translator.render(each) for each in left)
        self._fill_terrain(state)
        self.ids.entries.clear_widgets()
        self._fill_longest(state)
        self._fill_entries(snapshot)

    def _fill_terrain(self, state: GameState) -> None:
        rows = self.ids.terrain
        rows.clear_widgets()
        terrain = state.setup.board.terrain
        for kind in terrain.types if terrain else ():
            row = TerrainStepper(
                title=translator.tr(kind.name),
                ground=theme.terrain(kind.id),
                count=state.players[self.player].terrain[kind.id],
            )
            row.bind(
                on_step=lambda _, by, id=kind.id: self.dispatch(
                    "on_terrain", TerrainDrawn(self.player, id, by)
                )
            )
            rows.add_widget(row)

    def _fill_longest(self, state: GameState) -> None:
        length = longest_walk(state.players[self.player]).length
        if not state.setup.longest_route_bonus or not length:
            return
        holding = longest_route.held(state)
        holds = holding is not None and self.player in holding.players
        trail = longest_route.trail(state, self.player)
        self._add(
            PointsRow(
                title=translator.tr("Longest route"),
                detail=translator.tr("the longest of all so far") if holds else "",
                points=str(length),
            ),
            Sight(trail=trail),
        )

    def _fill_entries(self, snapshot: Snapshot) -> None:
        """What lies on the board of this player, newest first."""
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
                    title=translator.render(board.title(claim.route)),
                    detail=translator.render(route_facts.claim_facts(board, claim)),
                    points=f"+{claim.points}",
                )
            elif isinstance(event, StationBuilt):
                row = PointsRow(
                    title=board.places[event.city].name, detail=translator.tr("station")
                )
            else:
                continue
            self._add(row, Sight.of(event, self.player))
        if not self.ids.entries.children:
            self.ids.entries.add_widget(
                PointsRow(title=translator.tr("No route claimed yet."), enabled=False)
            )

    def _add(self, row: PointsRow, sight: Sight) -> None:
        row.bind(on_tap=lambda row: self._choose(row, sight))
        self.ids.entries.add_widget(row)

    def _choose(self, row: PointsRow, sight: Sight) -> None:
        """Show it on the board; a second tap shows everything of the player again."""
        chosen = not row.chosen
        for each in self.ids.entries.children:
            each.chosen = each is row and chosen
        self.dispatch("on_show", sight if chosen else Sight(player=self.player))


load("pages/table/player_sheet")
