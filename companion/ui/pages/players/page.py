"""Everybody who has played: games, wins, average and best, overall and per board."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.report.boards import board_name
from companion.report.statistics import Figures, PlayerFigures, statistics
from companion.rules import Player, name_key, say
from companion.store.history import History
from companion.store.work import Cancelled, Progress
from companion.table.snapshot import Snapshot
from companion.ui.look.kv import load
from companion.ui.look.words import words
from companion.ui.page import Page
from companion.ui.pages.players.person_sheet import PersonSheet
from companion.ui.widgets import bar, marker, tapping, text
from companion.ui.widgets.announcing import announces
from companion.ui.widgets.paper import Card


class FigureColumn(BoxLayout):
    """A number and what it counts."""

    number = StringProperty("")
    caption = StringProperty("")


@announces("on_open")
class PlayerFiguresCard(Card):
    """One player."""

    name = StringProperty("")
    color_name = StringProperty("blue")
    games = StringProperty("0")
    wins = StringProperty("0")
    average = StringProperty("–")
    best = StringProperty("–")
    boards = StringProperty("")
    """A line for each board."""


class PlayersPage(Page):
    """The figures of all players, best first."""

    anybody = BooleanProperty(False)
    """Whether somebody has played."""

    def show(self, snapshot: Snapshot | None) -> None:
        """Count the past games, however many: what was shown stays until that is done."""
        super().show(snapshot)
        self.cancel()
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
        cards = [
            *(_card(player) for player in people),
            *(PlayerFiguresCard(name=each.name, color_name=each.color) for each in met),
        ]
        self.anybody = bool(cards)
        self.ids.cards.clear_widgets()
        for card in cards:
            card.bind(on_open=lambda card: self.open_person(card.name))
            self.ids.cards.add_widget(card)

    def open_person(self, name: str) -> None:
        """Offer what can be done about somebody's name."""
        cards = sorted(self.ids.cards.children, key=lambda card: name_key(card.name))
        sheet = PersonSheet(
            name, [Player(card.name, card.color_name) for card in cards if card.name != name]
        )
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


def _card(player: PlayerFigures) -> PlayerFiguresCard:
    overall = player.overall
    lines = (
        words.say("{board}: {figures}", board=board_name(id), figures=_told(figures))
        for id, figures in player.boards
    )
    return PlayerFiguresCard(
        name=player.name,
        color_name=player.color,
        games=str(overall.games),
        wins=str(overall.wins),
        average=_number(overall.average),
        best=_number(overall.best),
        boards="\n".join(lines),
    )


def _told(figures: Figures) -> str:
    return " · ".join(
        (
            words.count("{count} game", "{count} games", figures.games),
            words.count("{count} win", "{count} wins", figures.wins),
            words.say("average {points}", points=_number(figures.average)),
            words.say("best {points}", points=_number(figures.best)),
        )
    )


def _number(points: float) -> str:
    whole, tenth = f"{points:.1f}".replace("-", "−").split(".")
    # Translators: a number with one digit behind the decimal sign.
    return whole if tenth == "0" else words.say("{whole}.{tenth}", whole=whole, tenth=tenth)


def _counted(
    history: History, progress: Progress, cancelled: Cancelled
) -> tuple[PlayerFigures, ...] | None:
    """Everybody's figures; None if that was cancelled."""
    if not history.is_loaded and not history.load(progress, cancelled):
        return None
    return statistics(history.all())


_NEEDED = (bar, marker, tapping, text)
"""Modules whose widgets the kv file names."""

load("pages/players/page")
