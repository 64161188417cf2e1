"""The rows of the list of past games: headings of months, and a card for each game."""

from __future__ import annotations

from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ObjectProperty,
    StringProperty,
)

from companion.ui.kit.buttons import Tappable
from companion.ui.kit.text import Text
from companion.ui.look.kv import load


class MonthHeading(Text):
    """The heading above the games of a month."""


class PastGameRow(Tappable):
    """A finished game; a tap opens its result. A deleted game keeps its row, with Undo."""

    id = StringProperty("")
    color_name = StringProperty("")
    """The winner's train colour; empty if the game was not played to the end."""
    title = StringProperty("")
    """The outcome."""
    own_title = StringProperty("")
    """The keeper's title of the game."""
    detail = StringProperty("")
    scores = ObjectProperty(())
    """Train colour, name and points of the other players."""
    scene = ObjectProperty(None, allownone=True)
    """The `Scene` of its thumbnail."""
    deleted = BooleanProperty(False)
    unreadable = BooleanProperty(False)
    """Whether only the file itself can be exported."""
    text_color = ColorProperty((0, 0, 0, 1))
    page = ObjectProperty(None, allownone=True)

    def on_tap(self) -> None:
        """Open the game."""
        if not self.deleted:
            self.page.open_game(self.id)

    def press_button(self) -> None:
        """Undo the deletion, export the file or delete the game."""
        if self.unreadable:
            self.page.export(self.id)
        elif self.deleted:
            self.page.restore(self.id)
        else:
            self.page.delete(self.id)


load("pages/past_games/game_row")
