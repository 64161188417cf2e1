"""Everybody who has played: games, wins, average and best, overall and per board."""

from __future__ import annotations

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.report.statistics import Figures, PlayerFigures
from companion.ui.look.kv import load
from companion.ui.look.words import words
from companion.ui.pages.past_games import board_name
from companion.ui.widgets import bar, marker, text
from companion.ui.widgets.page import Card, Page


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
    """Shows the figures of all players."""

    people = ObjectProperty(())
    """The `PlayerFigures`, best first."""

    __events__ = ("on_back",)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.bind(people=self._fill)
        words.bind(say=self._fill)

    def _fill(self, *_: object) -> None:
        cards = self.ids.cards
        cards.clear_widgets()
        for player in self.people:
            cards.add_widget(_card(player))

    def on_back(self) -> None:
        """Something to bind to."""


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
