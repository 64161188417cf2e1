"""Everybody who has played: games, wins, average and best, overall and per board."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import floor

from kivy.properties import ListProperty, ObjectProperty, StringProperty

from companion.report.boards import board_name
from companion.report.statistics import Figures, PlayerFigures, statistics
from companion.rules.boards import Boards
from companion.rules.names import name_key
from companion.rules.setup import Player
from companion.rules.wording import phrase
from companion.store.history import History
from companion.store.learned_rows import KnownPlayer
from companion.store.work import Cancelled, Progress
from companion.table.snapshot import Snapshot
from companion.ui.kit.containers import Card
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.page import Page
from companion.ui.pages.players.person_sheet import PersonSheet


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

    def opening(self) -> None:
        """Begin at the top, but come back to where one was."""
        if not self.context.navigator.coming_back:
            self.ids.list.to_top()

    def refresh(self, _: Snapshot | None) -> None:
        """Count the past games, however many: what was shown stays until that is done."""
        self.stop_task()
        self.run_in_background(partial(_counted, self.context.store.history), self._fill)

    def _fill(self, people: tuple[PlayerFigures, ...] | None) -> None:
        """Show the figures; who has only been met comes after those who have finished a game."""
        if people is None:
            return
        counted = {name_key(player.name) for player in people}
        met = [
            player
            for player in self.context.store.learned.players()
            if name_key(player.name) not in counted
        ]
        self.rows = [
            {**figures, "open": partial(self.open_person, figures["name"])}
            for figures in (
                *(_figures(player, self.context.boards) for player in people),
                *map(_no_figures, met),
            )
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
        if self._change(lambda: self.context.store.people.rename(name, to)):
            line = phrase("{name} is called {player} now", name=name, player=to)
            self.tell(line, offer=translator.tr("Undo"), act=lambda: self.rename(to, name))

    def merge(self, name: str, into: str) -> None:
        """Two names are one person."""
        if self._change(lambda: self.context.store.people.merge(name, into)):
            self.tell(phrase("{name} is called {player} now", name=name, player=into))

    def forget(self, name: str) -> None:
        """Count and offer somebody no more."""
        if self._change(lambda: self.context.store.people.forget(name)):
            self.tell(phrase("Forgotten: {player}", player=name))

    def _change(self, change: Callable[[], None]) -> bool:
        """Change a name for good; what is refused is said on the sheet that asked."""
        if not self.attempt(change):
            return False
        self.session.read_again()
        self.close_sheet()
        self.redraw()
        return True


def _figures(player: PlayerFigures, boards: Boards) -> dict[str, str]:
    overall = player.overall
    lines = (
        translator.tr("{board}: {figures}", board=board_name(boards, id), figures=_told(figures))
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
            translator.tr_plural("{count} game", "{count} games", figures.games),
            translator.tr_plural("{count} win", "{count} wins", figures.wins),
            translator.tr("average {points}", points=number(figures.average)),
            translator.tr("best {points}", points=number(figures.best)),
        )
    )


def number(points: float) -> str:
    """Points or an average of them, as people write them."""
    # Half a tenth counts as a whole one, as everybody at the table would round it.
    tenths = floor(abs(points) * 10 + 0.5)
    rounded = tenths / 10 if points > 0 or not tenths else -tenths / 10
    whole, tenth = f"{rounded:.1f}".replace("-", "−").split(".")
    # Translators: a number with one digit behind the decimal sign.
    return whole if tenth == "0" else translator.tr("{whole}.{tenth}", whole=whole, tenth=tenth)


def _counted(
    history: History, progress: Progress, cancelled: Cancelled
) -> tuple[PlayerFigures, ...] | None:
    """Everybody's figures; None if that was cancelled."""
    if not history.is_loaded and not history.load(progress, cancelled):
        return None
    people = statistics(game for game in history.each() if not cancelled())
    return None if cancelled() else people


load("pages/players/page")
