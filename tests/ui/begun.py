"""A phone on which a game is about to begin."""

from __future__ import annotations

from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch
from kivy.uix.widget import Widget

from companion.rules.boards import bundled_boards
from companion.rules.setup import Player, Setup
from companion.store.saved_game import local_time
from companion.ui.pages.new_game.page import NewGamePage
from companion.ui.pages.new_game.player_row import PlayerRow
from tests.ui.hasty import HastyPhone
from tests.ui.reading import tappable

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
"""As long as a name may be."""


class Begun(HastyPhone):
    """A phone at New game, on which some have played before."""

    def knows(self, *people: tuple[str, str]) -> None:
        """Have met them, the first of them last."""
        for name, color in reversed(people):
            learned = self.context.store.learned
            learned.remember_players([Player(name, color)], "europe", local_time())
        self.navigator.reset_to("home", "new_game")
        self.commit()

    @property
    def asked(self) -> NewGamePage:
        page = self.page("new_game")
        assert isinstance(page, NewGamePage)
        return page

    def prefill(self, players: tuple[Player, ...], board: str = "europe") -> None:
        self.asked.prefill(players, BOARDS.summary(board))
        self.commit()

    def rows(self) -> list[PlayerRow]:
        rows: list[PlayerRow] = self.asked.ids.list.rows
        return rows

    def players(self) -> list[tuple[str, str]]:
        return [(player.name, player.color) for player in self.asked.players]

    def begun(self) -> Setup:
        """The game that lies on the table now."""
        assert self.screen == "table"
        return self.now.setup

    def write(self, row: int, text: str) -> None:
        self.tap(self.rows()[row].ids.field)
        self.commit()
        self.type(text)

    def in_sight(self, name: str) -> None:
        """Scroll until something can be tapped."""
        self.asked.ids.scroll.scroll_to(tappable(self.asked, name), animate=False)
        self.commit()

    def carry(self, widget: Widget, across: float, along: float) -> None:
        """Drag from the middle of something, and rest before letting go: nothing is flung."""
        x, y = widget.to_window(*widget.center)
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        for share in (*(step / 8 for step in range(1, 9)), *[1] * 6):
            touch.touch_move(x + across * share, y + along * share)
            self.frame()
        touch.touch_up()
        self.wait(0.5)

    def choose(self, board: str) -> None:
        """Slide the shelf until a board is in sight, and tap it."""
        card = tappable(self.asked, BOARDS[board].name)
        for _ in range(9):
            left = card.to_window(*card.pos)[0]
            if 0 <= left <= Window.width - card.width:
                break
            self.carry(self.asked.ids.carousel, card.width if left < 0 else -card.width, 0)
        self.press(card.name_for_readers)

    def shelved(self) -> list[str]:
        """The boards in the order in which they are offered."""
        return [card.board.id for card in reversed(self.asked.ids.carousel.ids.row.children)]

    def press_in_sight(self, name: str) -> None:
        self.in_sight(name)
        self.press(name)

    def drag_row(self, row: int, to: int) -> None:
        ends = [
            handle.to_window(*handle.center)
            for handle in (self.rows()[place].ids.handle for place in (row, to))
        ]
        self.drag(ends[0], ends[1])
        self.wait(0.2)
