"""A phone that shows the New game page."""

from __future__ import annotations

from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch
from kivy.uix.widget import Widget

from companion.rules.boards import bundled_boards
from companion.rules.setup import Player, Setup
from companion.store.saved_game import local_time
from companion.ui.game.players import PlayerChip
from companion.ui.pages.new_game.page import NewGamePage
from companion.ui.pages.new_game.players import PlayerRow
from tests.support.phone import FastPhone
from tests.support.widgets import button_named

BOARDS = bundled_boards()
KNOWN = (("Ana", "blue"), ("Peter", "red"), ("Maya", "green"), ("Jo", "blue"))
FIVE = tuple(
    Player(name, color)
    for name, color in zip(
        ("Ana", "Peter", "Maya", "Jo", "Lena"),
        ("blue", "red", "green", "yellow", "black"),
        strict=True,
    )
)
LONG = "Maximilian-Alexander Wolfeschlegelsteinhausenbergerdorff III"
"""A name of the greatest allowed length."""


class NewGamePhone(FastPhone):
    """Adds verbs for the New game page."""

    def remember_players(self, *people: tuple[str, str]) -> None:
        """Store players from earlier games, the first one as the latest, and reopen the page."""
        for name, color in reversed(people):
            learned = self.context.store.learned
            learned.remember_players([Player(name, color)], "europe", local_time())
        self.navigator.reset_to("home", "new_game")
        self.wait_until_idle()

    @property
    def new_game_page(self) -> NewGamePage:
        page = self.page("new_game")
        assert isinstance(page, NewGamePage)
        return page

    def prefill(self, players: tuple[Player, ...], board: str = "europe") -> None:
        self.new_game_page.prefill(players, BOARDS.summary(board))
        self.wait_until_idle()

    def rows(self) -> list[PlayerRow]:
        rows: list[PlayerRow] = self.new_game_page.ids.list.rows
        return rows

    def players(self) -> list[tuple[str, str]]:
        return [(player.name, player.color) for player in self.new_game_page.players]

    def started_setup(self) -> Setup:
        """The setup of the game on the table page."""
        assert self.screen == "table"
        return self.now.setup

    def type_name(self, row: int, text: str) -> None:
        """Type into the name field of a row."""
        self.tap(self.rows()[row].ids.field)
        self.wait_until_idle()
        self.type(text)

    def chips(self) -> dict[str, PlayerChip]:
        """The chips of players from earlier games, by name."""
        found = reversed(self.new_game_page.ids.known.ids.row.children)
        return {chip.text: chip for chip in found if isinstance(chip, PlayerChip)}

    def press_chip(self, name: str) -> None:
        """Scroll the row of chips to a player from an earlier game, and tap the name."""
        chip = self.chips()[name]
        self.new_game_page.ids.known.scroll_to(chip, animate=False)
        self.wait_until_idle()
        self.tap(chip)
        self.wait_until_idle()

    def scroll_to(self, name: str) -> None:
        """Scroll the page to the button with this accessible name."""
        self.new_game_page.ids.scroll.scroll_to(
            button_named(self.new_game_page, name), animate=False
        )
        self.wait_until_idle()

    def drag_slowly(self, widget: Widget, across: float, along: float) -> None:
        """Drag a widget and pause before releasing, so that no scroll view keeps moving."""
        x, y = widget.to_window(*widget.center)
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        for share in (*(step / 8 for step in range(1, 9)), *[1] * 6):
            touch.touch_move(x + across * share, y + along * share)
            self.frame()
        touch.touch_up()
        self.wait(0.5)

    def choose_board(self, board: str) -> None:
        """Scroll the carousel until the board's card is visible, and tap it."""
        card = button_named(self.new_game_page, BOARDS[board].name)
        self._scroll_sideways(self.new_game_page.ids.carousel, card)
        self.press(card.name_for_readers)

    def choose_variant(self, variant: str) -> None:
        """Scroll the row of variants until the variant's chip is visible, and tap it."""
        row = self.new_game_page.ids.options.ids.variants
        name = dict(self.new_game_page.board.variants)[variant]
        chip = next(each for each in row.ids.row.children if each.text == name)
        self._scroll_sideways(row, chip)
        self.tap(chip)
        self.wait_until_idle()

    def _scroll_sideways(self, row: Widget, widget: Widget) -> None:
        for _ in range(len(BOARDS) + 3):
            left = widget.to_window(*widget.pos)[0]
            if 0 <= left <= Window.width - widget.width:
                break
            step = min(widget.width, Window.width / 3)
            self.drag_slowly(row, step if left < 0 else -step, 0)

    def board_order(self) -> list[str]:
        """The ids of the boards in the order of the carousel."""
        return [
            card.board.id for card in reversed(self.new_game_page.ids.carousel.ids.row.children)
        ]

    def scroll_and_press(self, name: str) -> None:
        """Scroll to a button and tap it."""
        self.scroll_to(name)
        self.press(name)

    def drag_row(self, row: int, to: int) -> None:
        """Drag a player's row by its handle to the position of another row."""
        ends = [
            handle.to_window(*handle.center)
            for handle in (self.rows()[place].ids.handle for place in (row, to))
        ]
        self.drag(ends[0], ends[1])
        self.wait(0.2)
