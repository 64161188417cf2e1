"""The screen where a game begins: which board, who plays, in what order."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from companion.rules import Board, HouseRules, Player, Refused, Setup
from companion.table import seating
from companion.ui.look.kv import load
from companion.ui.look.words import words
from companion.ui.pages.new_game import board_card, player_list
from companion.ui.pages.new_game.player_row import PlayerRow
from companion.ui.widgets import bar, choosing, tapping, wrap_row
from companion.ui.widgets.page import Card, Page
from companion.ui.widgets.player_chip import PlayerChip

FEWEST = 2
"""Rows that stand ready."""


class HouseRuleCard(Card):
    """What a table may agree on beyond the rulebook, folded away until it is asked for."""

    unfolded = BooleanProperty(False)
    longest_route = BooleanProperty(False)
    """Whether that bonus is added."""
    points = NumericProperty(0)
    """How much it is worth on this board."""


class NewGamePage(Page):
    """Boards to choose from, players in turn order, and Start once it all fits together."""

    boards = ObjectProperty(())
    known_players = ObjectProperty(())
    """Names to offer, each with its usual colour."""
    board = ObjectProperty(None, allownone=True)
    players = ListProperty()
    """The rows in turn order, as `Player`s; a name may still be missing."""
    longest_route = BooleanProperty(False)
    """Whether the table plays with that house rule, where the board offers it."""
    setup = ObjectProperty(None, allownone=True)
    """The game that would begin; None while something is missing."""
    line = StringProperty("")
    """What is missing, or what the number of players means."""
    has_room = BooleanProperty(True)
    """Whether one more can play."""

    __events__ = ("on_start", "on_back")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._look = Clock.create_trigger(self._show, -1)
        for name in ("boards", "board", "players", "longest_route", "known_players"):
            self.fbind(name, self._look)
        words.bind(say=self._look)
        self.bind(wide=self._look)
        self.house_rules = HouseRuleCard()
        """Stands on the page where the board offers something."""
        self.house_rules.bind(longest_route=self.setter("longest_route"))
        self.bind(longest_route=self.house_rules.setter("longest_route"))
        self._offered: tuple[str, ...] = ()
        self.players = seating.with_seats(tuple(self.players), FEWEST)
        self._show()

    def clear(self) -> None:
        """Begin anew with empty rows."""
        self.prefill((), None)

    def prefill(self, players: Sequence[Player], board: Board | None) -> None:
        """Begin with the players and the board of another game, or with none."""
        self.longest_route = self.house_rules.unfolded = False
        self.board = board
        self.players = seating.with_seats(tuple(players), FEWEST)
        self._show()

    def start(self) -> None:
        """Begin the game."""
        if self.setup is not None:
            self.dispatch("on_start", self.setup)

    def refuse(self, sentence: str) -> None:
        """Say why a game that could begin did not."""
        self.line = sentence

    def choose(self, board: Board) -> None:
        """Play on another board."""
        self.board = board

    def add(self) -> None:
        """One more row, ready for a name."""
        self.players = seating.one_more(tuple(self.players))
        self._show()
        self._row_at(-1).ids.field.focus = True

    def toggle(self, name: str, usual_color: str) -> None:
        """Somebody who was offered joins, or leaves again."""
        seats = tuple(self.players)
        place = next((place for place, seat in enumerate(seats) if seat.name == name), None)
        self.players = (
            seating.joined(seats, name, usual_color)
            if place is None
            else seating.left(seats, place, FEWEST)
        )

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Let a handle have its finger before the page scrolls with it."""
        return self.ids.list.take(touch) or bool(super().on_touch_down(touch))

    def _show(self, *_: object) -> None:
        if self.board is None and self.boards:
            self.board = self.boards[0]
        most = self.board.most_players if self.board else len(self.players)
        self.has_room = len(self.players) < most
        self._show_rows()
        self._show_chips()
        self._show_house_rules()
        self._judge()

    def _show_rows(self) -> None:
        rows = self.ids.list
        rows.count_to(len(self.players), self._new_row)
        for place, (row, player) in enumerate(zip(rows.rows, self.players, strict=True)):
            row.name, row.color_name = player.name, player.color
            row.hint = words.say("Player {number}", number=place + 1)
            row.can_remove = len(self.players) > FEWEST or bool(player.name)

    def _new_row(self) -> PlayerRow:
        row = PlayerRow()
        row.bind(
            on_typed=self._typed,
            on_recolor=self._recolor,
            on_remove=self._remove,
            on_enter=self._enter,
        )
        return row

    def _show_chips(self) -> None:
        chips = self.ids.chips
        names = tuple(name for name, _ in self.known_players)
        if names != self._offered:
            self._offered = names
            chips.clear_widgets()
            for name, color in self.known_players:
                chip = PlayerChip(text=name)
                chip.bind(on_tap=lambda _, name=name, color=color: self.toggle(name, color))
                chips.add_widget(chip)
        colors = {player.name: player.color for player in self.players}
        seats_free = self.has_room or "" in colors
        for chip, (name, usual) in zip(reversed(chips.children), self.known_players, strict=True):
            chip.chosen = name in colors
            chip.color_name = colors.get(name, usual)
            chip.enabled = chip.chosen or seats_free

    def _judge(self) -> None:
        """Find out whether the game can begin, and say why not or what to know."""
        board = self.board
        if board is None:
            return
        longest = self.longest_route and bool(board.house_rules.longest_route)
        people = tuple(Player(player.name.strip(), player.color) for player in self.players)
        try:
            self.setup = Setup(board, people, HouseRules(longest_route=longest))
        except Refused as reason:
            self.setup, self.line = None, words.told(reason.phrase)
            return
        if self.setup.both_tracks_open:
            self.line = words.count(
                "{count} player: both tracks of double routes are open.",
                "{count} players: both tracks of double routes are open.",
                len(people),
            )
        else:
            self.line = words.count(
                "{count} player: a claim closes the other track of a double route.",
                "{count} players: a claim closes the other track of a double route.",
                len(people),
            )

    def _show_house_rules(self) -> None:
        """Below the players, or below the boards where those stand beside the players."""
        card = self.house_rules
        if card.parent:
            card.parent.remove_widget(card)
        card.points = self.board.house_rules.longest_route if self.board else 0
        if card.points:
            (self.ids.boards_part if self.wide else self.ids.players_part).add_widget(card)

    def _row_at(self, place: int) -> PlayerRow:
        row: PlayerRow = self.ids.list.rows[place]
        return row

    def _place(self, row: PlayerRow) -> int:
        place: int = self.ids.list.rows.index(row)
        return place

    def _typed(self, row: PlayerRow, name: str) -> None:
        if row in self.ids.list.rows and self.players[self._place(row)].name != name:
            self.players = seating.named(tuple(self.players), self._place(row), name)

    def _recolor(self, row: PlayerRow) -> None:
        self.players = seating.recolored(tuple(self.players), self._place(row))

    def _remove(self, row: PlayerRow) -> None:
        self.players = seating.left(tuple(self.players), self._place(row), FEWEST)

    def _enter(self, row: PlayerRow) -> None:
        below = self._place(row) + 1
        if below < len(self.players):
            self._row_at(below).ids.field.focus = True
        else:
            row.ids.field.focus = False

    def ordered(self) -> None:
        """Take over the order the rows were dragged into."""
        self.players = [Player(row.name, row.color_name) for row in self.ids.list.rows]

    def on_start(self, setup: Setup) -> None:
        """Something to bind to."""

    def on_back(self) -> None:
        """Something to bind to."""


_NEEDED = (bar, board_card, choosing, player_list, tapping, wrap_row)
"""Modules whose widgets the kv file names."""

load("pages/new_game/page")
