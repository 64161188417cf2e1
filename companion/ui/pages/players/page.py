"""Everybody who has played: games, wins, average and best, overall and per board."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import floor

from kivy.properties import ListProperty, ObjectProperty, StringProperty

from companion.report.boards import board_name
from companion.report.statistics import Figures, PlayerFigures, statistics
from companion.rules import Player, name_key, say
from companion.store.history import History
from companion.store.learned_rows import KnownPlayer
from companion.store.work import Cancelled, Progress
from companion.table.snapshot import Snapshot
from companion.ui.look.kv import load
from companion.ui.look.words import words
from companion.ui.page import Page
from companion.ui.pages.players.person_sheet import PersonSheet
from companion.ui.widgets import bar, lines, marker, recycling, tapping, text
from companion.ui.widgets.paper import Card


class PlayerFiguresCard(Card):
    """One player."""

    name = StringProperty("")
    color_name = StringProperty("blue")
    games = StringProperty("")
    wins = StringProperty("")
    average = StringProperty("")
    best = StringProperty("")
    boards = StringProperty("")
    """A line for each board."""
    open = ObjectProperty(None, allownone=True)
    """Called for what can be done about the name."""


class PlayersPage(Page):
    """The figures of all players, best first."""

    rows = ListProperty()
    """What the card of each person shows."""

    def arrive(self) -> None:
        """Begin at the top, but come back to where one was."""
        super().arrive()
        if not self.house.ways.coming_back:
            self.ids.list.to_top()

    def show(self, snapshot: Snapshot | None) -> None:
        """Count the past games, however many: what was shown stays until that is done."""
        super().show(snapshot)
        self.stop()
        self.begin(partial(_counted, self.house.shelf.history), self._fill)

    def _fill(self, people: tuple[PlayerFigures, ...] | None) -> None:
        """Show the figures; who has only been met comes after those who have finished a game."""
        if people is None:
            return
        counted = {name_key(player.name) for player in people}
        met = [
            player
            for player in self.house.shelf.learned.players()
            if name_key(player.name) not in counted
        ]
        self.rows = [
            {**figures, "open": partial(self.open_person, figures["name"])}
            for figures in (*map(_figures, people), *map(_no_figures, met))
        ]

    def open_person(self, name: str) -> None:
        """Offer what can be done about somebody's name."""
        others = [
            Player(row["name"], row["color_name"]) for row in self.rows if row["name"] != name
        ]
        sheet = PersonSheet(name, sorted(others, key=lambda other: name_key(other.name)))
        sheet.bind(
            on_rename=lambda _, to: self.rename(name, to.strip()),
            on_merge=lambda _, into: self.merge(name, into),
            on_forget=lambda _: self.forget(name),
        )
        self.open_sheet(sheet)

    def rename(self, name: str, to: str) -> None:
        """Call somebody otherwise, in every game."""
        if self._change(lambda: self.house.shelf.people.rename(name, to)):
            line = say("{name} is called {player} now", name=name, player=to)
            self.tell(line, offer=words.say("Undo"), act=lambda: self.rename(to, name))

    def merge(self, name: str, into: str) -> None:
        """Two names are one person."""
        if self._change(lambda: self.house.shelf.people.merge(name, into)):
            self.tell(say("{name} is called {player} now", name=name, player=into))

    def forget(self, name: str) -> None:
        """Count and offer somebody no more."""
        if self._change(lambda: self.house.shelf.people.forget(name)):
            self.tell(say("Forgotten: {player}", player=name))

    def _change(self, change: Callable[[], None]) -> bool:
        """Change a name for good; what is refused is said on the sheet that asked."""
        if not self.attempt(change):
            return False
        self.evening.read_again()
        self.close_sheet()
        self.show(self.evening.snapshot)
        return True


def _figures(player: PlayerFigures) -> dict[str, str]:
    overall = player.overall
    lines = (
        words.say("{board}: {figures}", board=board_name(id), figures=_told(figures))
        for id, figures in player.boards
    )
    return {
        "name": player.name,
        "color_name": player.color,
        "games": str(overall.games),
        "wins": str(overall.wins),
        "average": number(overall.average),
        "best": number(overall.best),
        "boards": "\n".join(lines),
    }


def _no_figures(player: KnownPlayer) -> dict[str, str]:
    return {
        "name": player.name,
        "color_name": player.color,
        "games": "0",
        "wins": "0",
        "average": "–",
        "best": "–",
        "boards": "",
    }


def _told(figures: Figures) -> str:
    return " · ".join(
        (
            words.count("{count} game", "{count} games", figures.games),
            words.count("{count} win", "{count} wins", figures.wins),
            words.say("average {points}", points=number(figures.average)),
            words.say("best {points}", points=number(figures.best)),
        )
    )


def number(points: float) -> str:
    """Points or an average of them, as people write them."""
    # Half a tenth counts as a whole one, as everybody at the table would round it.
    tenths = floor(abs(points) * 10 + 0.5)
    rounded = tenths / 10 if points > 0 or not tenths else -tenths / 10
    whole, tenth = f"{rounded:.1f}".replace("-", "−").split(".")
    # Translators: a number with one digit behind the decimal sign.
    return whole if tenth == "0" else words.say("{whole}.{tenth}", whole=whole, tenth=tenth)


def _counted(
    history: History, progress: Progress, cancelled: Cancelled
) -> tuple[PlayerFigures, ...] | None:
    """Everybody's figures; None if that was cancelled."""
    if not history.is_loaded and not history.load(progress, cancelled):
        return None
    people = statistics(game for game in history.each() if not cancelled())
    return None if cancelled() else people


_NEEDED = (bar, lines, marker, recycling, tapping, text)
"""Modules whose widgets the kv file names."""

load("pages/players/page")
