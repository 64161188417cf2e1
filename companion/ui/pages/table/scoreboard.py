"""The scoreboard: per player score, trains, stations, terrain and who acts next; last entries."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from companion.report.words.answers import log_entry
from companion.report.words.players import longest_route_holders
from companion.rules.game import Game
from companion.rules.state import GameState
from companion.rules.terrain import terrain_leaders
from companion.rules.turns import has_turn
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.kit.rows import Divided
from companion.ui.kit.surface import Panel
from companion.ui.look.kv import load
from companion.ui.look.translator import translator

HOLD_TIME = 0.5
"""Seconds of holding a card after which the player's sheet opens."""


class TerrainCount(Panel):
    """The number of terrain cards of one type, with a thick outline for the leader."""

    terrain = StringProperty("")
    """The id of the terrain."""
    count = NumericProperty(0)
    leads = BooleanProperty(False)
    color = ColorProperty((0, 0, 0, 1))
    font_size = NumericProperty(1)
    icon_side = NumericProperty(0)
    narrow = BooleanProperty(False)
    """Whether icon and number do not fit side by side."""


@register_events("on_select", "on_details")
class PlayerCard(Tappable):
    """One player: a tap selects who acts next; holding it, or a tap with chevron, opens the sheet.

    Dispatches `on_select` or `on_details`.
    """

    name = StringProperty("")
    color_name = StringProperty("blue")
    score = NumericProperty(0)
    trains = NumericProperty(0)
    """Trains left; while counting, trains on the board."""
    trains_in_all = NumericProperty(0)
    """While counting, the trains that a player has; otherwise 0."""
    trains_text = StringProperty("")
    count_size = NumericProperty(14)
    """The font size of the numbers of trains and stations."""
    stations = NumericProperty(-1)
    """Stations left; -1 on a board without them."""
    terrain = ListProperty()
    """Per terrain: its id, the count, and whether no player has more."""
    longest_route = NumericProperty(0)
    """The length of the longest route for its holders, 0 for the others."""
    left = BooleanProperty(False)
    """Whether this player has left the game."""
    selected = BooleanProperty(False)
    """Whether this player acts next."""
    finished = BooleanProperty(False)
    """Whether this player has no more turns."""
    has_chevron = BooleanProperty(False)
    """Whether a tap opens the sheet, because there is nothing to select."""
    wide = BooleanProperty(False)
    """Whether name and score are side by side."""
    large = BooleanProperty(False)
    """Whether the score is large, with the terrain below the name."""
    scores_longest_route = BooleanProperty(False)
    """Whether the longest route scores a bonus in this game."""
    has_margins = BooleanProperty(True)
    """Whether the card is wide enough for margins."""
    chevron_beside_trains = BooleanProperty(True)
    """Whether the chevron is in the row of the trains, otherwise in that of the name."""
    fits_beside_score = BooleanProperty(True)
    """Whether the longest route fits beside the score."""

    def __init__(self, **properties: object) -> None:
        self._was_held = False
        """Whether this press has opened the sheet already."""
        self._hold_timer = Clock.create_trigger(self._held, HOLD_TIME)
        super().__init__(**properties)

    def on_press(self) -> None:
        """Start the hold timer."""
        self._was_held = False
        self._hold_timer()

    def on_release(self) -> None:
        """Do not tap after holding."""
        held, self._was_held = self._was_held, False
        if not held:
            super().on_release()

    def on_state(self, *_: object) -> None:
        """Stop the hold timer when the finger is lifted, wherever that is."""
        if self.state == "normal":
            self._hold_timer.cancel()

    def on_tap(self) -> None:
        """Select the player, or open the sheet."""
        self.dispatch("on_details" if self.has_chevron else "on_select")

    def _held(self, *_: object) -> None:
        self._was_held = True
        self.dispatch("on_details")

    def on_large(self, *_: object) -> None:
        """Move the terrain counts below the name, or back below the score."""
        terrain = self.ids.terrain
        terrain.parent.remove_widget(terrain)
        (self.ids.name_part if self.large else self.ids.score_part).add_widget(terrain)

    def on_terrain(self, *_: object) -> None:
        """Create the terrain counts."""
        row = self.ids.terrain
        row.clear_widgets()
        for id, count, leads in self.terrain:
            row.add_widget(TerrainCount(terrain=id, count=count, leads=leads))


@register_events("on_select", "on_details")
class Scoreboard(BoxLayout):
    """A card for each player, in turn order."""

    wide = BooleanProperty(False)
    """Whether the cards are below each other."""
    large = BooleanProperty(False)
    """Whether the cards are large."""

    def show(self, state: GameState, selected: str) -> None:
        """Update the cards; `selected` is the player who acts next."""
        shown = [(card.name, card.color_name) for card in reversed(self.children)]
        if shown != list(state.setup.colors.items()):
            self.clear_widgets()
            for player in state.setup.players:
                card = PlayerCard(name=player.name, color_name=player.color)
                card.wide, card.large = self.wide, self.large
                card.bind(
                    on_select=lambda card: self.dispatch("on_select", card.name),
                    on_details=lambda card: self.dispatch("on_details", card.name),
                )
                self.add_widget(card)
        leaders, holding = terrain_leaders(state), longest_route_holders(state)
        for card in self.children:
            player_state = state.players[card.name]
            card.score, card.trains = player_state.score, player_state.trains
            card.trains_in_all = state.setup.board.trains_per_player if state.setup.counted else 0
            if state.setup.counted:
                card.trains = card.trains_in_all - player_state.trains
            has_stations = state.setup.board.stations_per_player > 0
            card.stations = player_state.stations_left if has_stations else -1
            card.terrain = [
                (id, count, card.name in leaders[id]) for id, count in player_state.terrain.items()
            ]
            holds = holding is not None and card.name in holding.players
            card.longest_route = holding.length if holding is not None and holds else 0
            card.scores_longest_route = state.setup.longest_route_bonus > 0
            card.left, card.finished = player_state.left, not has_turn(state, card.name)
            card.selected = card.name == selected and (state.setup.counted or not state.is_over)
            card.has_chevron = card.selected or card.finished

    def on_wide(self, *_: object) -> None:
        """Pass the layout on to the cards."""
        for card in self.children:
            card.wide, card.large = self.wide, self.large

    on_large = on_wide


ROW_HEIGHT = 48
"""The height of an entry, in dp."""


class LastEntry(Divided, Tappable):
    """One entry in one line; a tap shows it on the board."""

    index = NumericProperty(0)
    """Its index in the log."""
    entry = StringProperty("")
    color_name = StringProperty("blue")
    points = StringProperty("")


@register_events("on_show", "on_log")
class LastEntries(BoxLayout):
    """As many entries as fit, newest first; dispatches `on_show` with the index of one."""

    entries = ListProperty()
    """The properties of the rows, newest first."""

    def __init__(self, **properties: object) -> None:
        self.fill_soon = Clock.create_trigger(self._fill, -1)
        super().__init__(**properties)
        self.bind(entries=self.fill_soon)

    def show(self, game: Game) -> None:
        """Show the last entries of a game."""
        last = range(len(game.events) - 1, max(-1, len(game.events) - 1 - 20), -1)
        self.entries = [self._properties(game, index) for index in last]

    def _properties(self, game: Game, index: int) -> dict[str, object]:
        entry = log_entry(game, index)
        return {
            "index": index,
            "entry": translator.render(entry.description),
            "color_name": game.setup.colors[entry.event.player],
            "points": entry.points,
        }

    def _fill(self, *_: object) -> None:
        rows = self.ids.rows
        shown = self.entries[: max(0, int(self.ids.room.height // dp(ROW_HEIGHT)))]
        while len(rows.children) > len(shown):
            rows.remove_widget(rows.children[0])
        while len(rows.children) < len(shown):
            row = LastEntry()
            row.bind(on_tap=lambda row: self.dispatch("on_show", int(row.index)))
            rows.add_widget(row)
        for row, properties in zip(reversed(rows.children), shown, strict=True):
            for name, value in properties.items():
                setattr(row, name, value)


load("pages/table/scoreboard")
