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

from companion.rules import GameState, terrain_leaders
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.widgets import marker, tapping
from companion.ui.widgets.announcing import announces


class TerrainCount(Label):
    """Cards of one terrain; ringed for who has most."""

    ground = ColorProperty((0, 0, 0, 0))
    leads = BooleanProperty(False)


@announces("on_give_turn", "on_explain")
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
    turn = BooleanProperty(False)
    finished = BooleanProperty(False)
    """Whether this player has had the last turn."""
    wide = BooleanProperty(False)
    roomy = BooleanProperty(True)
    """Whether there is room for margins."""

    def on_terrain(self, *_: object) -> None:
        """Draw the counts anew."""
        row = self.ids.terrain
        row.clear_widgets()
        for id, count, leads in self.terrain:
            ground = theme.terrain(id)
            row.add_widget(TerrainCount(text=str(count), ground=ground, leads=leads))


@announces("on_give_turn", "on_explain")
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
        leaders = terrain_leaders(state)
        for card in self.children:
            has = state.players[card.name]
            card.score, card.trains = has.route_points, has.trains
            has_stations = state.setup.board.stations_per_player > 0
            card.stations = has.stations_left if has_stations else -1
            card.terrain = [
                (id, count, card.name in leaders[id]) for id, count in has.terrain.items()
            ]
            card.finished = state.last_turns is not None and card.name not in state.last_turns
            card.turn = card.name == turn and not state.over

    def on_wide(self, *_: object) -> None:
        """Stand beside or below each other."""
        for card in self.children:
            card.wide = self.wide


_NEEDED = (marker, tapping)
"""Modules whose widgets the kv file names."""

load("pages/table/scoreboard")
