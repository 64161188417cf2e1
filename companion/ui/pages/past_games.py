"""The games that were played: a list that stays quick however long it grows."""

from __future__ import annotations

from datetime import datetime

from kivy.properties import ListProperty, ObjectProperty, StringProperty

from companion.report.when import in_words
from companion.rules import bundled_boards
from companion.rules.wording import listed
from companion.store import PastGame
from companion.ui.look.kv import load
from companion.ui.look.words import words
from companion.ui.widgets import bar, marker, notice, recycling
from companion.ui.widgets.page import Page
from companion.ui.widgets.tapping import Tappable


class PastGameRow(Tappable):
    """One game; a tap opens it."""

    id = StringProperty("")
    color_name = StringProperty("")
    title = StringProperty("")
    detail = StringProperty("")
    players = StringProperty("")
    screen = ObjectProperty(None, allownone=True)

    def on_tap(self) -> None:
        """Tell the screen which game it is."""
        self.screen.dispatch("on_open", self.id)

    def remove(self) -> None:
        """Tell the screen to take it out."""
        self.screen.dispatch("on_remove", self.id)


class PastGamesPage(Page):
    """Shows past games; dispatches what somebody wants with one of them."""

    games = ObjectProperty(())
    """The `PastGame`s, the latest first."""
    rows = ListProperty()

    __events__ = ("on_back", "on_players", "on_open", "on_remove", "on_undo")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.bind(games=self._fill)
        words.bind(say=self._fill)

    def tell(self, text: str, refused: bool = False, undoable: bool = False) -> None:
        """Say what has become of something."""
        self.ids.notice.tell(text, refused=refused, undoable=undoable)

    def on_pre_leave(self, *_: object) -> None:
        """Leave no notice behind."""
        self.ids.notice.clear()

    def _fill(self, *_: object) -> None:
        now = datetime.now().astimezone()
        self.rows = [self._row(game, now) for game in self.games]

    def _row(self, game: PastGame, now: datetime) -> dict[str, object]:
        winner = words.told(listed(game.winners))
        board = board_name(game.board)
        when = words.told(in_words(game.date.astimezone(), now))
        colors = {player.name: player.color for player in game.players}
        ranked = sorted(
            game.players,
            key=lambda player: (player.name not in game.winners, -game.scores[player.name]),
        )
        return {
            "id": game.id,
            "color_name": colors[game.winners[0]] if game.winners else "",
            "title": words.count(
                "{players}: won with {points}",
                "{players}: shared victory with {points}",
                len(game.winners),
                players=winner,
                points=max(game.scores.values()),
            ),
            "detail": f"{board} · {when}",
            "players": " · ".join(
                f"{player.name} {game.scores[player.name]}" for player in ranked
            ).replace("-", "−"),
            "screen": self,
        }

    def on_back(self) -> None:
        """Something to bind to."""

    def on_players(self) -> None:
        """Something to bind to."""

    def on_open(self, id: str) -> None:
        """Something to bind to."""

    def on_remove(self, id: str) -> None:
        """Something to bind to."""

    def on_undo(self) -> None:
        """Something to bind to."""


def board_name(id: str) -> str:
    """A board's name, or its id if the app no longer has it."""
    boards = bundled_boards()
    return boards[id].name if id in boards else id


_NEEDED = (bar, marker, notice, recycling)
"""Modules whose widgets the kv file names."""

load("pages/past_games")
