"""The games that were played: a list that stays quick however long it grows."""

from __future__ import annotations

from datetime import datetime

from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from companion.report.boards import board_name
from companion.report.when import in_words
from companion.rules import Player
from companion.rules.wording import listed, unsigned
from companion.store import PastGame
from companion.table.snapshot import Snapshot
from companion.ui.house import House
from companion.ui.look.kv import load
from companion.ui.look.words import words
from companion.ui.page import Page
from companion.ui.widgets import bar, marker, recycling
from companion.ui.widgets.tapping import Tappable


class PastGameRow(Tappable):
    """One game; a tap opens it. A deleted one keeps its place, with the way back in it."""

    id = StringProperty("")
    color_name = StringProperty("")
    title = StringProperty("")
    detail = StringProperty("")
    players = StringProperty("")
    deleted = BooleanProperty(False)
    page = ObjectProperty(None, allownone=True)

    def on_tap(self) -> None:
        """Open the game."""
        if not self.deleted:
            self.page.open_game(self.id)

    def turn(self) -> None:
        """Delete it, or bring it back."""
        if self.deleted:
            self.page.bring_back(self.id)
        else:
            self.page.delete(self.id)


class PastGamesPage(Page):
    """Every finished game, the latest first, and those deleted since the app was opened."""

    count = NumericProperty(0)
    """How many games there are."""
    rows = ListProperty()

    def __init__(self, house: House) -> None:
        self._games: dict[str, PastGame] = {}
        self._deleted: dict[str, PastGame] = {}
        """What can be brought back, until the app is closed."""
        super().__init__(house)

    def show(self, snapshot: Snapshot | None) -> None:
        """List what was played."""
        super().show(snapshot)
        self._games = {game.id: game for game in self.house.shelf.history.all()}
        # What was deleted may have come in again from a file.
        self._deleted = {id: game for id, game in self._deleted.items() if id not in self._games}
        self.count = len(self._games)
        latest_first = sorted(
            (self._games | self._deleted).values(), key=lambda game: game.date, reverse=True
        )
        now = datetime.now().astimezone()
        self.rows = [self._row(game, now) for game in latest_first]

    def open_game(self, id: str) -> None:
        """Look at a game's result."""
        if self.attempt(lambda: self.evening.look_back_at(id)):
            self.house.ways.go("result")

    def delete(self, id: str) -> None:
        """Take a game out of the list; it can be brought back until the app is closed."""
        if self.attempt(lambda: self.house.shelf.history.remove(id)):
            self._deleted[id] = self._games[id]
            on_table = self.evening.snapshot
            if on_table is not None and on_table.kept.id == id:
                self.evening.clear()
        self.show(self.evening.snapshot)

    def bring_back(self, id: str) -> None:
        """Undo `delete`."""
        self.attempt(lambda: self.house.shelf.history.bring_back(id))
        self.show(self.evening.snapshot)

    def _row(self, game: PastGame, now: datetime) -> dict[str, object]:
        when = words.told(in_words(game.date.astimezone(), now))
        row: dict[str, object] = {
            "id": game.id,
            "detail": f"{board_name(game.board)} · {when}",
            "deleted": game.id in self._deleted,
            "page": self,
        }
        if game.id in self._deleted:
            names = words.told(listed([player.name for player in game.players]))
            title = words.say("Deleted: {players}", players=names)
            return {**row, "color_name": "", "title": title, "players": ""}
        colors = {player.name: player.color for player in game.players}
        return {
            **row,
            "color_name": colors[game.winners[0]] if game.winners else "",
            "title": words.count(
                "{players}: won with {points}",
                "{players}: shared victory with {points}",
                len(game.winners),
                players=words.told(listed(game.winners)),
                points=unsigned(max(game.scores.values())),
            ),
            "players": " · ".join(
                f"{player.name} {unsigned(game.scores[player.name])}" for player in _ranked(game)
            ),
        }


def _ranked(game: PastGame) -> list[Player]:
    return sorted(
        game.players,
        key=lambda player: (player.name not in game.winners, -game.scores[player.name]),
    )


_NEEDED = (bar, marker, recycling)
"""Modules whose widgets the kv file names."""

load("pages/past_games")
