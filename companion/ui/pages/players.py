"""Everybody who has played: games, wins, average and best, overall and per board."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.report.boards import board_name
from companion.report.statistics import Figures, PlayerFigures, statistics
from companion.table.snapshot import Snapshot
from companion.ui.look.kv import load
from companion.ui.look.words import words
from companion.ui.page import Page
from companion.ui.widgets import bar, marker, text
from companion.ui.widgets.paper import Card


class FigureColumn(BoxLayout):
    """A number and what it counts."""

    number = StringProperty("")
    caption = StringProperty("")


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


class PlayersPage(Page):
    """The figures of all players, best first."""

    anybody = BooleanProperty(False)
    """Whether somebody has finished a game."""

    def show(self, snapshot: Snapshot | None) -> None:
        """Count the past games."""
        super().show(snapshot)
        people = statistics(self.house.shelf.history.all())
        self.anybody = bool(people)
        self.ids.cards.clear_widgets()
        for player in people:
            self.ids.cards.add_widget(_card(player))


def _card(player: PlayerFigures) -> PlayerFiguresCard:
    overall = player.overall
    lines = (f"{board_name(id)}: {_told(figures)}" for id, figures in player.boards)
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
    return whole if tenth == "0" else words.say("{whole}.{tenth}", whole=whole, tenth=tenth)


_NEEDED = (bar, marker, text)
"""Modules whose widgets the kv file names."""

load("pages/players")
