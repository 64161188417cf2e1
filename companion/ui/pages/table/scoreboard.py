"""The scoreboard: per player score, trains, stations, terrain and who acts next; last entries."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from math import ceil

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.report.words.answers import log_entry
from companion.report.words.players import longest_route_holders
from companion.rules.events import TurnPassed
from companion.rules.game import Game
from companion.rules.setup import Setup
from companion.rules.state import GameState, PlayerState
from companion.rules.terrain import terrain_leaders
from companion.rules.turns import has_turn
from companion.ui.kit.buttons import PrimaryButton, Tappable
from companion.ui.kit.events import register_events
from companion.ui.kit.layout import set_children
from companion.ui.kit.rows import Divided
from companion.ui.kit.surface import Panel
from companion.ui.kit.text import common_font_size, fit_font_size
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator

HOLD_TIME = 0.5
"""Seconds of holding a card after which the player's sheet opens."""


COMPACT_SHARE = 0.92
"""The size of the numbers in the second line of a compact card, as a share of small text."""


def shrunk(text: str, size: float, width: float, bold: bool = False) -> float:
    """The font size, or a smaller one at which the text fits into one line of a narrow widget."""
    return fit_font_size(text, size, width, bold, lines=1, smallest=0.3)


def row_size(texts: Iterable[str], size: float, width: float) -> float:
    """One font size at which each of the bold texts fits into one line of its button."""
    return min((shrunk(text, size, width, bold=True) for text in texts), default=size)


class TerrainCount(Panel):
    """The number of terrain cards of one type; filled, with a thick outline, for the leader."""

    terrain = StringProperty("")
    """The id of the terrain."""
    count = NumericProperty(0)
    leads = BooleanProperty(False)
    boxed = BooleanProperty(True)
    """Whether there is room for an outline of those who do not lead."""
    color = ColorProperty((0, 0, 0, 1))
    count_color = ColorProperty((0, 0, 0, 1))
    """The colour of the number for players who do not lead."""
    plain_outline = ColorProperty((0, 0, 0, 1))
    """The outline for players who do not lead."""
    icon_side = NumericProperty(0)

    def number_size(self, number: str, icon_side: float, size: float, boxed: bool) -> float:
        """The font size at which the number fits."""
        size = size if boxed else size * COMPACT_SHARE
        return shrunk(number, size, self.width - dp(2) - icon_side, bold=True)


class NextButton(PrimaryButton):
    """The turn passes to the next player."""

    scoreboard = ObjectProperty(rebind=True)


@register_events("on_select", "on_details")
class PlayerCard(Tappable):
    """One player: a tap selects who acts next; holding it or a tap on the selected one opens it.

    Dispatches `on_select` or `on_details`.
    """

    name = StringProperty("")
    color_name = StringProperty("blue")
    score = NumericProperty(0)
    terrain = ListProperty()
    """Per terrain: its id, the count, and whether no player has more."""
    longest_route = NumericProperty(0)
    """The length of the longest route for its holders, 0 for the others."""
    selected = BooleanProperty(False)
    """Whether this player acts next."""
    has_phone = BooleanProperty(False)
    """Whether this player enters on a phone."""
    fits_phone = BooleanProperty(False)
    """Whether a card with two lines has room for the sign of a phone."""
    finished = BooleanProperty(False)
    """Whether this player has no more turns."""
    wide = BooleanProperty(False)
    """Whether name and score are side by side."""
    large = BooleanProperty(False)
    """Whether the score is large, with the terrain below the name."""
    compact = BooleanProperty(False)
    """Whether it has two lines: name and score, and everything else."""
    name_size = NumericProperty(13)
    """The font size of the name, the same on all cards."""
    full_size = NumericProperty(26)
    """The font size of the score where it has room."""
    trains_text = StringProperty("")
    """Trains left, trains on the board, or that the player has left."""
    count_size = NumericProperty(14)
    """The font size of trains and stations, smaller on a narrow card with many letters."""
    train_icon = StringProperty("")
    """Empty for a player who has left."""
    stations_text = StringProperty("")
    """Stations left; empty on a board without them."""
    opens_sheet = BooleanProperty(False)
    """Whether a tap opens the sheet, because there is no player to select."""
    longest_place = OptionProperty("right", options=("left", "right", "below", "trains"))
    """Where the longest route is: beside the score or the trains, or in a row of its own."""
    has_longest_row = BooleanProperty(False)
    """Whether it has a row, also on the cards of players who do not hold it."""

    def __init__(self, state: GameState, **properties: object) -> None:
        self._state = state
        self._was_held = False
        """Whether this press has opened the sheet already."""
        self._hold_timer = Clock.create_trigger(self._held, HOLD_TIME)
        super().__init__(**properties)
        for name in ("width", "wide", "large", "compact"):
            self.fbind(name, self.arrange)

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
        self.dispatch("on_details" if self.opens_sheet else "on_select")

    def _held(self, *_: object) -> None:
        self._was_held = True
        self.dispatch("on_details")

    def on_large(self, *_: object) -> None:
        """Move score and terrain counts to where there is room for them."""
        ids = self.ids
        below = ids.name_part if self.large else ids.score_part
        score_row = ids.name_row if self.compact else ids.score_row
        for part, row, index in (
            (ids.terrain, ids.trains_row if self.compact else below, 0),
            (ids.score, score_row, 0 if self.compact else 2),
        ):
            part.parent.remove_widget(part)
            row.add_widget(part, index)
        for count in ids.terrain.children:
            count.boxed = not self.compact

    on_compact = on_large

    def show(self, state: GameState, selected: str, longest: Mapping[str, int]) -> None:
        """Show the player in this state of the game; `selected` is who acts next."""
        self._state, player, setup = state, state.players[self.name], state.setup
        leaders = terrain_leaders(state)
        self.score = player.score
        self.terrain = [
            (id, count, self.name in leaders[id]) for id, count in player.terrain.items()
        ]
        self.longest_route = longest.get(self.name, 0)
        self.finished = not has_turn(state, self.name)
        self.selected = self.name == selected and (setup.counted or not state.is_over)
        self.arrange()

    def score_size(
        self, score: str, size: float, width: float, wide: bool, has_phone: bool
    ) -> float:
        """The font size of the score, smaller on a narrow card with the sign of a phone."""
        return shrunk(score, size, width - dp(27), bold=True) if has_phone and not wide else size

    def arrange(self, *_: object) -> None:
        """Choose texts and icons that fit the card."""
        player, setup = self._state.players[self.name], self._state.setup
        has_stations = setup.board.stations_per_player > 0
        self.trains_text = self._trains_text(setup, player)
        self.stations_text = str(player.stations_left) if has_stations and not player.left else ""
        self.train_icon = "" if player.left else "train"
        beside_score = "right" if self.width > dp(100) else "below"
        beside_name = "left" if self.wide else beside_score
        self.longest_place = "trains" if self.compact else beside_name
        is_long = not self.wide and (player.left or setup.counted or self.compact)
        longest = str(self.longest_route) if self.longest_route and self.compact else ""
        parts = (self.trains_text, self.stations_text, longest)
        icons = 0 if player.left else 15 * sum(map(bool, parts))
        terrain = 16 * len(self.terrain) if self.compact and not player.left else 0
        room = self.width - dp(18 + icons + terrain)
        size = theme.small * COMPACT_SHARE if self.compact else theme.small
        self.count_size = shrunk("".join(parts), size, room) if is_long else size
        self.opens_sheet = self.selected or self.finished
        self.has_longest_row = self.longest_place == "below" and setup.longest_route_bonus > 0

    def _trains_text(self, setup: Setup, player: PlayerState) -> str:
        """Trains left; while counting, trains on the board of all that a player has."""
        total = setup.board.trains_per_player
        count, text = total - player.trains, str(player.trains)
        if player.left:
            # Translators: short, below the name of a player who has left the game.
            text = translator.tr("has left")
        elif setup.counted and self._has_room_for_words(setup):
            # Translators: trains on the board, of all that a player has: “31 of 45”.
            text = translator.tr("{count} of {total}", count=count, total=total)
        elif setup.counted:
            text = f"{count}/{total}"
        return text

    def _has_room_for_words(self, setup: Setup) -> bool:
        """Whether the numbers of trains can be joined by a word."""
        if self.wide:
            return self.large or not setup.board.stations_per_player
        return bool(self.width >= dp(110))

    def on_terrain(self, *_: object) -> None:
        """Create the terrain counts."""
        counts = (
            TerrainCount(terrain=id, count=count, leads=leads, boxed=not self.compact)
            for id, count, leads in self.terrain
        )
        set_children(self.ids.terrain, counts)


NARROW_CARD = 80
"""With narrower cards in one row, they are in two rows, in dp."""


@register_events("on_select", "on_details", "on_next")
class Scoreboard(GridLayout):
    """A card for each player, in turn order; a free place in two rows has the button Next."""

    wide = BooleanProperty(False)
    """Whether the cards are below each other."""
    large = BooleanProperty(False)
    """Whether the cards are large."""
    has_next = BooleanProperty(False)
    """Whether it has the button Next."""
    next_text = StringProperty("")
    """The text of Next; empty when the game is over."""
    suggests_next = BooleanProperty(False)
    """Whether Next is highlighted."""

    def __init__(self, **properties: object) -> None:
        self.cards: list[PlayerCard] = []
        """In turn order."""
        super().__init__(**properties)
        self.next_button = NextButton(scoreboard=self, on_tap=lambda _: self.dispatch("on_next"))
        self.update_trigger = Clock.create_trigger(self._fit_names, -1)
        for name in ("width", "wide", "large"):
            self.fbind(name, self._arrange)

    def show(self, state: GameState, selected: str, phones: Collection[str] = ()) -> None:
        """Update the cards; `selected` is who acts next, `phones` are players with a phone."""
        shown = [(card.name, card.color_name) for card in self.cards]
        if shown != list(state.setup.colors.items()):
            self.cards = [
                PlayerCard(
                    state,
                    name=player.name,
                    color_name=player.color,
                    on_select=lambda card: self.dispatch("on_select", card.name),
                    on_details=lambda card: self.dispatch("on_details", card.name),
                )
                for player in state.setup.players
            ]
            for card in self.cards:
                card.ids.name.fbind("width", self.update_trigger)
            self.has_next = False
            set_children(self, self.cards)
            self._arrange()
        longest = longest_route_holders(state)
        for card in self.cards:
            card.has_phone = card.name in phones
            card.show(state, selected, longest)
        self.update_trigger()

    def _arrange(self, *_: object) -> None:
        """Choose rows and columns, and pass the layout on to the cards."""
        count = max(1, len(self.cards))
        compact = not self.wide and (self.width - dp(16)) / count - dp(6) <= dp(NARROW_CARD)
        self.cols = 1 if self.wide else ceil(count / 2) if compact else count
        self.spacing = dp(8 if self.large else 4 if self.wide or compact else 6)
        for card in self.cards:
            card.wide, card.large, card.compact = self.wide, self.large, compact
        if self.has_next != (compact and count % 2 == 1):
            self.has_next = not self.has_next
            (self.add_widget if self.has_next else self.remove_widget)(self.next_button)

    def _fit_names(self, *_: object) -> None:
        """Give all names one size."""
        size = theme.body if self.large else theme.small
        room = min((card.ids.name.width for card in self.cards), default=0)
        names = [card.name for card in self.cards]
        for card in self.cards:
            card.name_size = common_font_size(names, size, room - dp(3), bold=True)


ROW_HEIGHT = 48
"""The height of an entry, in dp."""


class LastEntry(Divided, Tappable):
    """One entry in one line; a tap shows it on the board."""

    entry = StringProperty("")
    color_name = StringProperty("blue")
    points = StringProperty("")


@register_events("on_show", "on_log")
class LastEntries(BoxLayout):
    """As many entries as fit, newest first; dispatches `on_show` with the index of one."""

    has_title = BooleanProperty(False)
    """Whether there are entries, and room for a title above them."""

    def __init__(self, **properties: object) -> None:
        self._game: Game | None = None
        self.show_soon = Clock.create_trigger(self._show_entries, -1)
        super().__init__(**properties)

    def show(self, game: Game) -> None:
        """Show the last entries of a game."""
        self._game = game
        self.show_soon()

    def _show_entries(self, *_: object) -> None:
        game = self._game
        if game is None:
            return
        self.has_title = bool(game.events) and self.height >= dp(2 * ROW_HEIGHT)
        shown = max(0, int(self.ids.room.height // dp(ROW_HEIGHT)))
        # That a turn ended is seen by who acts next.
        entries = [
            index for index, each in enumerate(game.events) if not isinstance(each, TurnPassed)
        ]
        set_children(self.ids.rows, (self._row(game, index) for index in entries[::-1][:shown]))

    def _row(self, game: Game, index: int) -> LastEntry:
        entry = log_entry(game, index)
        return LastEntry(
            entry=translator.render(entry.description),
            color_name=game.setup.colors[entry.event.player],
            points=entry.points,
            on_tap=lambda _: self.dispatch("on_show", index),
        )


load("pages/table/scoreboard")
