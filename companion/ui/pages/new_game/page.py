"""The New game page: board, players in turn order, house rules."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.report.words.setup import dealing
from companion.rules.boards import BoardSummary
from companion.rules.errors import Refused
from companion.rules.names import name_key
from companion.rules.setup import Player, Setup, checked_players
from companion.rules.wording import phrase
from companion.table import player_list
from companion.table.board_list import BoardList
from companion.ui.keyboard import DOWN, UP
from companion.ui.kit.containers import Card
from companion.ui.kit.layout import set_children
from companion.ui.kit.rows import ActionRow
from companion.ui.kit.text import text_height
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import PlayAgain, PlayOn, Request
from companion.ui.page import Page
from companion.ui.pages.new_game.players import PlayerRow

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from companion.store.learned import KnownPlayer
    from companion.table.snapshot import Snapshot
    from companion.ui.context import AppContext


class HouseRuleCard(Card):
    """A heading that expands to the switch of each house rule."""

    expanded = BooleanProperty(False)
    longest_route = BooleanProperty(False)
    """Whether the longest route scores a bonus."""
    points = NumericProperty(0)
    """The bonus on this board."""


MIN_ROWS = 2
"""Rows that are always shown."""


class NewGamePage(Page):
    """Entered names stay when the page is left, until a game starts with them."""

    setup = ObjectProperty(None, allownone=True)
    """The `Setup` to start with; None while it is incomplete."""
    board_name = StringProperty("")
    """The name of the chosen board, with its variant."""
    status = StringProperty("")
    """The missing input, or what to deal and the rule for double routes."""
    start_text = StringProperty("")
    """The text of the button that starts the game."""
    can_add = BooleanProperty(True)
    """Whether the board allows one more player."""
    can_start = BooleanProperty(False)
    """Whether the setup is complete."""

    def __init__(self, context: AppContext) -> None:
        self.context = context
        self._board_list = BoardList(context.store)
        self.boards = self._board_list.summaries()
        self.board = self._board_list.in_last_variant(self.boards[0])
        """The chosen board in the chosen variant."""
        self.players = player_list.pad((), MIN_ROWS, self.board.train_colors)
        """The rows in turn order; names may be empty."""
        self._color_menu = ""
        """The colour of the row whose colour choice is open."""
        self._is_rematch = False
        """Whether the keeper came here by Play again."""
        self._known: list[KnownPlayer] = []
        self._typed = ""
        """The name being typed: of many remembered names, only similar ones are suggested."""
        self.house_rules: HouseRuleCard | None = None
        """Made for the first board that has house rules."""
        super().__init__(context)
        self.ids.options.bind(is_beside=lambda *_: self._arrange())
        self.bind(wide=lambda *_: self._arrange())

    def boards_scroll(self, wide: bool, height: float) -> bool:
        """Whether the boards are in one row: several need the height of two pictures."""
        return not wide or height < dp(560)

    def picture_height(self, wide: bool, height: float) -> float:
        """The greatest height of a board's picture."""
        share = 0.1 if not wide else 0.25 if self.boards_scroll(wide, height) else 0.14
        return float(max(dp(64), height * share))

    @property
    def _rows(self) -> list[PlayerRow]:
        """In turn order, like the players."""
        rows: list[PlayerRow] = self.ids.list.rows
        return rows

    # Lifecycle

    def opening(self) -> None:
        """Forget that this was a rematch, unless the keeper returns to it."""
        self._is_rematch = self._is_rematch and self.context.navigator.is_returning

    def refresh(self, _: Snapshot | None) -> None:
        """Show the boards, the one played last first, and chips for players of earlier games."""
        self._update_boards()
        self._known = self.context.store.learned.players()
        self._refresh()

    def open_with(self, request: Request) -> None:
        """Fill in the setup of another game, or choose a board."""
        if isinstance(request, PlayOn):
            self.choose_board(next(each for each in self.boards if each.id == request.board))
            return
        assert isinstance(request, PlayAgain)
        setup, self._is_rematch = request.setup, True
        board = self._board_list.play_again(setup.board)
        self.boards = self._board_list.summaries()
        self.prefill(setup.players, board)
        if setup.longest_route_house_rule and self.house_rules is not None:
            # An active house rule must be visible.
            self.house_rules.longest_route = self.house_rules.expanded = True

    def closing(self) -> None:
        """Close the on-screen keyboard."""
        for row in self._rows:
            row.ids.field.focus = False

    @property
    def first_focus(self) -> Widget | None:
        """The first name field that is empty: the board is mostly the one played last."""
        empty = player_list.index_of(self.players, "")
        field: Widget = self._rows[empty or 0].ids.field
        return field

    def handle_key(self, key: int, modifiers: frozenset[str]) -> bool:
        """Move the player whose name has the focus up or down."""
        focused = [index for index, row in enumerate(self._rows) if row.has_focus]
        if key not in (UP, DOWN) or not modifiers & {"ctrl", "meta", "alt"} or not focused:
            return False
        (index,), step = focused, 1 if key == DOWN else -1
        if 0 <= index + step < len(self.players):
            players = list(self.players)
            players.insert(index + step, players.pop(index))
            self._set_players(tuple(players))
            self._rows[index + step].ids.field.focus = True
        return True

    # Commands

    def prefill(self, players: Sequence[Player], board: BoardSummary) -> None:
        """Replace all input by these players and this board."""
        if self.house_rules is not None:
            self.house_rules.longest_route = self.house_rules.expanded = False
        self.board, self._typed, self._color_menu = board, "", ""
        self._set_players(player_list.pad(tuple(players), MIN_ROWS, board.train_colors))

    def start(self, counted: bool = False) -> None:
        """Open the table page with a new game, or to count a finished one with this setup."""
        if self.setup is None:
            return
        if self.context.sessions.begin(replace(self.setup, counted=counted)).accepted:
            self.context.navigator.reset_to("home", "table")
            self.prefill((), self.board)
            if self.context.is_sharing and self._is_rematch:
                self.context.sharing.show(self.context.session)
            elif self.context.is_sharing:
                self.context.sharing.offer()

    def choose_board(self, board: BoardSummary) -> None:
        """Choose another board, in its last variant; players get colours of its trains."""
        if board.id != self.board.id:
            self.board = self._board_list.in_last_variant(board)
            self._set_players(player_list.use_colors(self.players, board.train_colors))

    def choose_variant(self, id: str) -> None:
        """Choose a ticket variant of the board."""
        self.board = self.board.in_variant(id)
        self._refresh()

    def share_board(self) -> None:
        """Share the file of the chosen board, which was imported."""
        id, boards = self.board.id, self.context.store.imported_boards

        def share() -> None:
            self.context.device.share_file(f"{id}.json", boards.content(id), self.notify)

        self.attempt(share)

    def remove_board(self, id: str) -> None:
        """Remove an imported board."""
        self.attempt(lambda: self.context.store.imported_boards.remove(id))
        self.redraw()

    def restore_board(self, id: str) -> None:
        """Undo `remove_board`, until the app is closed."""
        if self.attempt(lambda: self.context.store.imported_boards.restore(id)):
            self._update_boards()
            self.choose_board(next(board for board in self.boards if board.id == id))
        self.redraw()

    def _board_rows(self) -> Iterator[ActionRow]:
        """The boards that were removed, with Undo, and those that cannot be read, with Remove."""
        boards = self.context.store.imported_boards
        for board in boards.removed():
            line = phrase("Board removed: {board}. Games on it stay.", board=board.display_name)
            undo = partial(self.restore_board, board.id)
            yield ActionRow(text=translator.render(line), button=translator.tr("Undo"), act=undo)
        for id, problem in boards.unreadable().items():
            remove = partial(self.remove_board, id)
            text = translator.render(problem)
            yield ActionRow(text=text, button=translator.tr("Remove"), act=remove)

    def _update_boards(self) -> None:
        """Follow boards that were imported, replaced or removed."""
        self.boards, colors = self._board_list.summaries(), self.board.train_colors
        set_children(self.ids.options.ids.problems, self._board_rows())
        self.board = self._board_list.current(self.board)
        if self.board.train_colors != colors:
            self.players = player_list.use_colors(self.players, self.board.train_colors)

    def add_player(self) -> None:
        """Add a row and focus its name field."""
        self._set_players(player_list.add_empty(self.players, self.board.train_colors))
        self._rows[-1].ids.field.focus = True

    def add_known_player(self, known: KnownPlayer) -> None:
        """Add the player of a chip, in place of typed letters."""
        typed = player_list.index_of(self.players, self._typed) if self._typed else None
        if typed is not None:
            self.players = player_list.rename(self.players, typed, "")
        self._typed = ""
        self._set_players(
            player_list.add_player(self.players, known.name, known.color, self.board.train_colors)
        )

    def pick_first_player(self) -> None:
        """Let a random player start; the turn order stays."""
        players = player_list.without_empty(self.players, MIN_ROWS)
        self._set_players(player_list.start_with(players, secrets.randbelow(len(players))))
        self.notify(phrase("{player} starts.", player=self.players[0].name))

    def apply_row_order(self) -> None:
        """Set the turn order to the order of the rows after a drag."""
        self._set_players(tuple(Player(row.name, row.color_name) for row in self._rows))

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Start dragging a row before the scroll view takes the touch."""
        return self.ids.list.start_drag(touch) or bool(super().on_touch_down(touch))

    def _set_players(self, players: player_list.Players) -> None:
        self.players = players
        self._refresh()

    def _rename(self, row: PlayerRow, name: str) -> None:
        if row in self._rows and self.players[self._rows.index(row)].name != name:
            is_long = len(self._known) > player_list.MOST_SUGGESTED
            self._typed = name.strip() if is_long else ""
            self._set_players(player_list.rename(self.players, self._rows.index(row), name))

    def _toggle_colors(self, row: PlayerRow) -> None:
        """Open or close the colour choice of a row."""
        self._color_menu = "" if self._color_menu == row.color_name else row.color_name
        self._refresh()
        self._scroll_to_row(row)

    def _recolor(self, row: PlayerRow, color: str) -> None:
        self._color_menu = ""
        self._set_players(player_list.set_color(self.players, self._rows.index(row), color))

    def _remove(self, row: PlayerRow) -> None:
        self._color_menu = ""
        colors = self.board.train_colors
        self._set_players(
            player_list.remove_player(self.players, self._rows.index(row), MIN_ROWS, colors)
        )

    def _focus_next(self, row: PlayerRow) -> None:
        """Focus the next name field; after the last one, add a row if possible."""
        below = self._rows.index(row) + 1
        if below < len(self.players):
            self._rows[below].ids.field.focus = True
        elif self.can_add and row.name.strip():
            self.add_player()
        else:
            row.ids.field.focus = False

    # Display

    def _refresh(self) -> None:
        carousel = self.ids.carousel
        carousel.show(self._board_list.read, self.boards, self.board)
        self.board_name = translator.render(self.board.display_name)
        self.can_add = len(self.players) < self.board.most_players
        self._fill_rows()
        self._fill_known()
        self._arrange()
        self._update_setup()

    def _fill_rows(self) -> None:
        rows = self.ids.list
        rows.set_count(len(self.players), self._new_row)
        names = {player.color: player.name for player in self.players}
        colors = [(color, names.get(color, "")) for color in self.board.train_colors]
        for index, (row, player) in enumerate(zip(rows.rows, self.players, strict=True)):
            row.name, row.color_name = player.name, player.color
            # Translators: the placeholder of the field for a player's name.
            row.hint = translator.tr("Name")
            problem = player_list.why_not_name_at(self.players, index)
            row.problem = translator.render(problem) if problem else ""
            row.colors = colors if player.color == self._color_menu else []
            row.has_divider = self.can_add or index < len(self.players) - 1
            row.can_remove = len(self.players) > MIN_ROWS or bool(player.name)

    def _new_row(self) -> PlayerRow:
        row = PlayerRow()
        row.bind(
            on_name=self._rename,
            on_marker=self._toggle_colors,
            on_color=self._recolor,
            on_remove=self._remove,
            on_enter=self._focus_next,
            has_focus=self._scroll_to_row,
        )
        return row

    def _scroll_to_row(self, row: PlayerRow, focused: bool = True) -> None:
        """Scroll to a row in the next frame, when its position is known."""
        if focused:
            Clock.schedule_once(lambda _: row.parent and self.ids.scroll.scroll_to(row))

    def _fill_known(self) -> None:
        """Offer the players of earlier games who are not in this one, if one more can join."""
        playing = {name_key(player.name) for player in self.players if player.name != self._typed}
        others = [player for player in self._known if name_key(player.name) not in playing]
        can_join = self.can_add or self._typed or player_list.index_of(self.players, "") is not None
        offered = player_list.suggest(others, self._typed) if can_join else ()
        self.ids.known.show(offered, len(others) - len(offered) if can_join else 0)

    def _arrange(self) -> None:
        """Use the room beside several rows of boards, or below one row in two columns."""
        boards, players, options = (
            self.ids[name] for name in ("boards_column", "players_column", "options")
        )
        options.show(self.board, self._board_list.is_stored(self.board))
        move(options, players if options.is_beside else boards, is_first=options.is_beside)
        points = self.board.longest_route_house_rule
        if points and self.house_rules is None:
            self.house_rules = HouseRuleCard()
            self.house_rules.bind(longest_route=lambda *_: self._update_setup())
        if self.house_rules is not None:
            self.house_rules.points = points
            column = boards if self.wide and not options.is_beside else players
            move(self.house_rules, column if points else None)

    def status_below(self, status: str, width: float, height: float, size: float) -> str:
        """The status for the footer; empty if it leaves too little room for the players."""
        return status if text_height(status, size, width) <= height * 0.13 else ""

    def _update_setup(self) -> None:
        """Build the setup if it is complete, and the status text."""
        summary = self.board
        card = self.house_rules
        longest = card is not None and card.points > 0 and card.longest_route
        try:
            # Check the players first: loading the board takes long.
            people = checked_players(summary, player_list.without_empty(self.players, MIN_ROWS))
            board = self._board_list.read(summary.id, summary.variant)
            self.setup = Setup(board, people, longest)
            self.can_start = True
        except Refused as reason:
            self.setup, self.can_start = None, False
            shown = any(row.problem for row in self._rows)
            self.status = "" if shown else translator.render(reason.phrase)
            # Translators: a button: begins the game.
            self.start_text = translator.tr("Start")
        else:
            self.status = translator.render(dealing(self.setup))
            self.start_text = translator.tr_plural(
                "Start with {count} player", "Start with {count} players", len(people)
            )


def move(widget: Widget, parent: Widget | None, is_first: bool = False) -> None:
    """Move a widget into a column, at its beginning or end; None removes it."""
    if widget.parent is parent:
        return
    if widget.parent:
        widget.parent.remove_widget(widget)
    if parent:
        parent.add_widget(widget, index=len(parent.children) if is_first else 0)


load("pages/new_game")
