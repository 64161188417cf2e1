"""The scoreboard: who has what, whose turn it is, who leads which terrain. A glance high."""

from __future__ import annotations

from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label

from companion.report import longest_route
from companion.rules.state import GameState
from companion.rules.terrain import terrain_leaders
from companion.rules.turns import has_turn
from companion.ui.kit.events import register_events
from companion.ui.look.kv import load
from companion.ui.look.theme import theme


class TerrainCount(Label):
    """Cards of one terrain; focused for who has most."""

    ground = ColorProperty((0, 0, 0, 0))
    leads = BooleanProperty(False)


@register_events("on_give_turn", "on_explain")
class PlayerCard(BoxLayout):
    """One player: a tap on the name gives the turn, a tap on the score explains it."""

    name = StringProperty("")
    color_name = StringProperty("blue")
    score = NumericProperty(0)
    trains = NumericProperty(0)
    stations = NumericProperty(-1)
    """Stations left; -1 on a board without them."""
    terrain = ListProperty()
    """Per terrain: its id, the count, and whether nobody has more."""
    longest = NumericProperty(0)
    """How long the longest route of all is, for who holds it; 0 for the others."""
    left = BooleanProperty(False)
    """Whether this player has left the table."""
    turn = BooleanProperty(False)
    finished = BooleanProperty(False)
    """Whether this player has no turn any more."""
    wide = BooleanProperty(False)
    contested = BooleanProperty(False)
    """Whether the longest route counts in this game."""
    roomy = BooleanProperty(True)
    """Whether there is room for margins."""
    broad = BooleanProperty(True)
    """Whether there is room beside the score."""

    def on_terrain(self, *_: object) -> None:
        """Draw the counts anew."""
        row = self.ids.terrain
        row.clear_widgets()
        for id, count, leads in self.terrain:
            ground = theme.terrain(id)
            row.add_widget(TerrainCount(text=str(count), ground=ground, leads=leads))


@register_events("on_give_turn", "on_explain")
class Scoreboard(BoxLayout):
    """All players in turn order."""

    wide = BooleanProperty(False)
    """Whether the cards stand below each other."""

    def show(self, state: GameState, turn: str) -> None:
        """Bring the cards up to date; `turn` makes the next entry."""
        shown = [(card.name, card.color_name) for card in reversed(self.children)]
        if shown != list(state.setup.colors.items()):
            self.clear_widgets()
            for player in state.setup.players:
                card = PlayerCard(name=player.name, color_name=player.color, wide=self.wide)
                card.bind(
                    on_give_turn=lambda card: self.dispatch("on_give_turn", card.name),
                    on_explain=lambda card: self.dispatch("on_explain", card.name),
                )
                self.add_widget(card)
        leaders, holding = terrain_leaders(state), longest_route.held(state)
        for card in self.children:
            has = state.players[card.name]
            card.score, card.trains = has.route_points, has.trains
            has_stations = state.setup.board.stations_per_player > 0
            card.stations = has.stations_left if has_stations else -1
            card.terrain = [
                (id, count, card.name in leaders[id]) for id, count in has.terrain.items()
            ]
            holds = holding is not None and card.name in holding.players
            card.longest = holding.length if holding is not None and holds else 0
            card.contested = state.setup.longest_route_bonus > 0
            card.left, card.finished = has.left, not has_turn(state, card.name)
            card.turn = card.name == turn and not state.over

    def on_wide(self, *_: object) -> None:
        """Stand beside or below each other."""
        for card in self.children:
            card.wide = self.wide


load("pages/table/scoreboard")
