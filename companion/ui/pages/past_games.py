"""The games that were played: a list that stays quick however long it grows."""

from __future__ import annotations

from datetime import datetime

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.report.boards import board_name
from companion.report.when import in_words
from companion.rules import Phrase, Player, Refused
from companion.rules.wording import listed, say, unsigned
from companion.store import PastGame
from companion.store.records import UnreadableGame
from companion.table.snapshot import Snapshot
from companion.ui.house import House
from companion.ui.look.kv import load
from companion.ui.look.words import words
from companion.ui.page import Page
from companion.ui.widgets import bar, marker, recycling
from companion.ui.widgets.tapping import Tappable

PAGE = 60
"""How many games are listed before somebody scrolls further."""


class PastGameRow(Tappable):
    """One game; a tap opens it. A deleted one keeps its place, with the way back in it."""

    id = StringProperty("")
    color_name = StringProperty("")
    title = StringProperty("")
    detail = StringProperty("")
    players = StringProperty("")
    deleted = BooleanProperty(False)
    unreadable = BooleanProperty(False)
    """Whether there is only its file to be taken along."""
    page = ObjectProperty(None, allownone=True)

    def on_tap(self) -> None:
        """Open the game."""
        if not self.deleted and not self.unreadable:
            self.page.open_game(self.id)

    def turn(self) -> None:
        """Delete it, or bring it back; take along what cannot be read."""
        if self.unreadable:
            self.page.export(self.id)
        elif self.deleted:
            self.page.bring_back(self.id)
        else:
            self.page.delete(self.id)


class PastGamesPage(Page):
    """Every finished game, the latest first, and those deleted since the app was opened."""

    count = NumericProperty(0)
    """How many games there are."""

    def __init__(self, house: House) -> None:
        self._pages = 1
        """How many pages of the list have been looked at."""
        super().__init__(house)
        self.ids.list.bind(scroll_y=self._look_further)

    def arrive(self) -> None:
        """Begin at the top."""
        super().arrive()
        self._pages = 1
        self.ids.list.scroll_y = 1

    def show(self, snapshot: Snapshot | None) -> None:
        """List what was played, as much of it as has been looked at."""
        super().show(snapshot)
        history = self.house.shelf.history
        if not history.is_loaded:
            # Where the list is lost, every game must be looked at.
            self.begin(history.load, self._loaded)
            return
        self.count = len(history)
        self.ids.list.data = [
            *map(self._unreadable_row, history.unreadable()),
            *self._rows(0, self._pages * PAGE),
        ]

    def _loaded(self, _: bool) -> None:
        if self.house.shelf.history.is_loaded:
            self.show(self.evening.snapshot)

    def _look_further(self, *_: object) -> None:
        """Take in one page more where the end of those is near; what is in sight stays there."""
        rows = self.ids.list
        if self._pages * PAGE >= self.count or rows.scroll_y > 0.2:
            return
        above = (1 - rows.scroll_y) * max(0, rows.children[0].height - rows.height)
        # Rows that are there already keep their heights: only those of the new page are made.
        rows.data.extend(self._rows(self._pages * PAGE, PAGE))
        self._pages += 1

        def stay(_: float) -> None:
            more = rows.children[0].height - rows.height
            rows.scroll_y = 1 - above / more if more > 0 else 1

        Clock.schedule_once(stay)

    def open_game(self, id: str) -> None:
        """Look at a game's result."""
        if self.attempt(lambda: self.evening.look_back_at(id)):
            self.house.ways.go("result")

    def delete(self, id: str) -> None:
        """Take a game out of the list; it can be brought back until the app is closed."""
        if self.attempt(lambda: self.house.shelf.history.remove(id)):
            on_table = self.evening.snapshot
            if on_table is not None and on_table.kept.id == id:
                self.evening.clear()
        self.show(self.evening.snapshot)

    def bring_back(self, id: str) -> None:
        """Undo `delete`."""
        self.attempt(lambda: self.house.shelf.history.bring_back(id))
        self.show(self.evening.snapshot)

    def export(self, id: str) -> None:
        """Give the file of a game out of the app as it is, so that another version may read it."""
        try:
            content = self.house.shelf.history.content(id)
        except Refused as problem:
            self.tell(problem.phrase, refused=True)
        else:
            self.house.device.share_file(f"{id}.json", content, self.tell)

    def _rows(self, start: int, count: int) -> list[dict[str, object]]:
        """Rows for some of the games, and for the deleted ones that were played between them."""
        history = self.house.shelf.history
        games = history.page(start, count)
        later = history.page(start - 1, 1) if start else []
        earlier = games[-1:] if start + count < self.count else []
        removed = [
            game
            for game in history.removed
            if all(_when(game) < _when(other) for other in later)
            and all(_when(game) > _when(other) for other in earlier)
        ]
        gone = {game.id for game in removed}
        now = datetime.now().astimezone()
        return [
            self._row(game, now, game.id in gone)
            for game in sorted((*games, *removed), key=_when, reverse=True)
        ]

    def _unreadable_row(self, game: UnreadableGame) -> dict[str, object]:
        return {
            "id": game.id,
            "color_name": "",
            "title": words.say("A game that this version cannot read."),
            "detail": words.told(game.problem),
            "players": "",
            "deleted": False,
            "unreadable": True,
            "page": self,
        }

    def _row(self, game: PastGame, now: datetime, deleted: bool) -> dict[str, object]:
        when = words.told(in_words(game.date.astimezone(), now))
        row: dict[str, object] = {
            "id": game.id,
            "detail": f"{words.told(board_name(game.board))} · {when}",
            "deleted": deleted,
            "unreadable": False,
            "page": self,
        }
        # Deleted or not it is as high, so that nothing below it moves.
        row["players"] = " · ".join(
            f"{player.name} {unsigned(game.scores[player.name])}" for player in _ranked(game)
        )
        if deleted:
            names = words.told(listed([player.name for player in game.players]))
            return {
                **row,
                "color_name": "",
                "title": words.say("Deleted: {players}", players=names),
            }
        colors = {player.name: player.color for player in game.players}
        return {
            **row,
            "color_name": colors[game.winners[0]] if game.winners else "",
            "title": words.told(_outcome(game)),
        }


def _when(game: PastGame) -> tuple[datetime, str]:
    """What the history sorts by."""
    return game.date, game.id


def _outcome(game: PastGame) -> Phrase:
    players, points = listed(game.winners), unsigned(max(game.scores.values()))
    if len(game.winners) > 1:
        return say("{players}: shared victory with {points}", players=players, points=points)
    return say("{players}: won with {points}", players=players, points=points)


def _ranked(game: PastGame) -> list[Player]:
    return sorted(
        game.players,
        key=lambda player: (player.name not in game.winners, -game.scores[player.name]),
    )


_NEEDED = (bar, marker, recycling)
"""Modules whose widgets the kv file names."""

load("pages/past_games")
