"""The home screen: the game in progress first and largest, then everything else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.report.when import in_words
from companion.rules import Board, GameState, Phrase
from companion.ui.look.kv import load
from companion.ui.widgets import bar, emblem, framed_board, wrap_row
from companion.ui.widgets.page import Card, Page
from companion.ui.widgets.standings import Points, ShortStanding, Standing, standings
from companion.ui.widgets.tapping import Tappable


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game that is not finished, as the home screen shows it."""

    id: str
    board: Board
    state: GameState
    when: datetime
    """When it was last played."""


class HomePage(Page):
    """Go on with a game, begin one, look at old ones."""

    games = ObjectProperty(())
    """The unfinished games, as `GameCard`s in any order."""
    notices = ObjectProperty(())
    """Sentences about files that could not be read."""
    now = ObjectProperty(datetime.now())
    """The moment the games are seen from."""

    __events__ = ("on_continue", "on_new_game", "on_past_games", "on_settings", "on_about")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._refresh = Clock.create_trigger(self._show, -1)
        self.bind(games=self._refresh, notices=self._refresh)
        self._show()

    def on_pre_enter(self, *_: object) -> None:
        """Tell today from yesterday again."""
        self._refresh()

    def dismiss(self, notice: str) -> None:
        """Take a notice away."""
        self.notices = tuple(each for each in self.notices if each != notice)

    def _show(self, *_: object) -> None:
        self.now = datetime.now()
        content = self.ids.content
        content.clear_widgets()
        for notice in self.notices:
            card = DamageCard(text=notice)
            card.bind(on_dismiss=lambda _, notice=notice: self.dismiss(notice))
            content.add_widget(card)
        newest_first = sorted(self.games, key=lambda game: game.when.astimezone(), reverse=True)
        for number, game in enumerate(newest_first):
            card = (LargeGame if number == 0 else SmallGame)(game=game, page=self)
            card.bind(on_tap=lambda card: self.dispatch("on_continue", card.game.id))
            content.add_widget(card)
        if not newest_first:
            content.add_widget(Welcome(room=self.ids.scroll))

    def on_continue(self, game_id: str) -> None:
        """Something to bind to."""

    def on_new_game(self) -> None:
        """Something to bind to."""

    def on_past_games(self) -> None:
        """Something to bind to."""

    def on_settings(self) -> None:
        """Something to bind to."""

    def on_about(self) -> None:
        """Something to bind to."""


class GameToContinue(Tappable):
    """A game that goes on when it is tapped."""

    game = ObjectProperty()
    page = ObjectProperty()
    """The screen it stands on."""
    lines: type[Points] = Standing
    """How its players are listed."""

    def on_kv_post(self, *_: object) -> None:
        """List the players."""
        for line in standings(self.game.state, self.lines):
            self.ids.standings.add_widget(line)

    def moment(self, game: GameCard, now: datetime) -> Phrase:
        """When a game was last played."""
        return in_words(game.when.astimezone(), now.astimezone())


class LargeGame(GameToContinue):
    """The newest game with its board, its players and their scores."""

    beside = BooleanProperty(False)
    """Whether the players stand beside the board, not below it."""
    share = NumericProperty(0.5)
    """How much of the width the board has if they do."""
    picture_height = NumericProperty(0)
    """How high the board is if they do not."""


class SmallGame(GameToContinue):
    """Another unfinished game, on one strip."""

    lines = ShortStanding


class Welcome(Card):
    """What stands there while no game is in progress, and fills the room there is."""

    room = ObjectProperty()
    """What it stands in."""


class DamageCard(BoxLayout):
    """One sentence about a file that could not be read, until it is dismissed."""

    text = StringProperty("")

    __events__ = ("on_dismiss",)

    def on_dismiss(self) -> None:
        """Something to bind to."""


_NEEDED = (bar, framed_board, emblem, wrap_row)
"""Modules whose widgets the kv file names."""

load("pages/home")
