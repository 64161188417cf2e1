"""The home page: the game in progress first and largest, then everything else."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.report.when import in_words
from companion.rules import Phrase, Refused, bundled_boards, listed
from companion.ui import keys
from companion.ui.board.thumbnail import Scene
from companion.ui.look.kv import load
from companion.ui.look.words import words
from companion.ui.page import Page
from companion.ui.widgets import bar, emblem, wrap_row
from companion.ui.widgets.announcing import announces
from companion.ui.widgets.paper import Card
from companion.ui.widgets.standings import Points, ShortStanding, Standing, standings
from companion.ui.widgets.tapping import Tappable

if TYPE_CHECKING:
    from companion.rules import Board, GameState
    from companion.store import UnreadableGame, WaitingGame
    from companion.table.snapshot import Snapshot
    from companion.ui.house import House


AT_ONCE = 1
"""How many games are shown before the first frame; the others come one a frame, below."""


class HomePage(Page):
    """Go on with a game, begin one, look at old ones."""

    newest = StringProperty("")
    """The id of the game played last, if one is in progress."""

    def __init__(self, house: House) -> None:
        self._rest: Iterator[GameToContinue | ThrownAway] = iter(())
        super().__init__(house)
        self._go_on_listing = Clock.create_trigger(self._list_next)

    def show(self, snapshot: Snapshot | None) -> None:
        """List the games in progress, and what there is to say about the files."""
        super().show(snapshot)
        shelf = self.house.shelf
        games, thrown = shelf.games.waiting(), shelf.games.discarded
        self.newest = games[0].id if games else ""
        content = self.ids.content
        content.clear_widgets()
        for notice in shelf.notices:
            content.add_widget(self._damage(notice))
        for unreadable in shelf.games.unreadable():
            content.add_widget(self._unreadable(unreadable))
        self._rest = (
            self._thrown_away(game) if game in thrown else self._card(game)
            for game in sorted((*games, *thrown), key=lambda game: game.changed, reverse=True)
        )
        for card in islice(self._rest, AT_ONCE):
            content.add_widget(card)
        if not games:
            content.add_widget(Welcome(room=self.ids.scroll))
        if len(games) + len(thrown) > AT_ONCE:
            # What is asked for now happens before a first frame; from there on, after it.
            Clock.schedule_once(self._go_on_listing)

    def _list_next(self, *_: object) -> None:
        card = next(self._rest, None)
        if card is not None:
            self.ids.content.add_widget(card)
            self._go_on_listing()

    def notice_spot(self) -> tuple[float, float, float]:
        """Above the buttons where those stand below everything else."""
        bottom = dp(12) if self.wide else self.ids.dock.top + dp(4)
        return self.width / 2, self.width, bottom

    def key(self, key: int, modifiers: frozenset[str]) -> bool:
        """Enter does what the largest thing on the page does."""
        if key != keys.ENTER:
            return super().key(key, modifiers)
        if self.newest:
            self.go_on(self.newest)
        else:
            self.house.ways.go("new_game")
        return True

    def go_on(self, id: str) -> None:
        """Take a game up where it was left."""
        if self.attempt(lambda: self.evening.take_up(id)):
            self.house.ways.go("table")
        else:
            self.show(self.house.snapshot)

    def throw_away(self, game: WaitingGame) -> None:
        """Part with a game; it can be brought back until the app is closed."""
        if self.attempt(lambda: self.house.shelf.games.discard(game.id)):
            on_table = self.house.snapshot
            if on_table is not None and on_table.kept.id == game.id:
                self.evening.clear()
        self.show(self.house.snapshot)

    def bring_back(self, game: WaitingGame) -> None:
        """Undo `throw_away`."""
        self.attempt(lambda: self.house.shelf.games.bring_back(game.id))
        self.show(self.house.snapshot)

    def _card(self, game: WaitingGame) -> GameToContinue:
        now = datetime.now().astimezone()
        when = words.told(in_words(game.changed.astimezone(), now))
        kind = LargeGame if game.id == self.newest else SmallGame
        cover = bundled_boards().cover(game.board)
        card = kind(game=game, board=cover, scene=self._scene(game), when=when, page=self)
        card.bind(
            on_tap=lambda _: self.go_on(game.id), on_throw_away=lambda _: self.throw_away(game)
        )
        return card

    def _scene(self, game: WaitingGame) -> Scene:
        """The board with everything on it; the game is only read if there is no picture of it."""

        def ask() -> tuple[Board, GameState | None]:
            state = self.house.shelf.games.open(game.id).game.state
            return state.setup.board, state

        return Scene(repr(game), ask)

    def _thrown_away(self, game: WaitingGame) -> ThrownAway:
        text = words.say(
            "Thrown away: {board} – {players}",
            board=bundled_boards().cover(game.board).called,
            players=words.told(listed([player.name for player in game.players])),
        )
        strip = ThrownAway(text=text)
        strip.bind(on_undo=lambda _: self.bring_back(game))
        return strip

    def _damage(self, notice: Phrase) -> DamageCard:
        card = DamageCard(text=words.told(notice))
        card.bind(on_dismiss=lambda card: self._dismiss(card, notice))
        return card

    def _unreadable(self, game: UnreadableGame) -> UnreadableCard:
        card = UnreadableCard(
            text=words.say("A game that this version cannot read."),
            detail=words.told(game.problem),
        )
        card.bind(on_export=lambda _: self.export(game))
        return card

    def export(self, game: UnreadableGame) -> None:
        """Give the file of a game out of the app as it is, so that another version may read it."""
        try:
            content = self.house.shelf.games.content(game.id)
        except Refused as problem:
            self.tell(problem.phrase, refused=True)
        else:
            self.house.device.share_file(game.file, content, self.tell)

    def _dismiss(self, card: DamageCard, notice: Phrase) -> None:
        self.house.shelf.notices.remove(notice)
        self.ids.content.remove_widget(card)


@announces("on_throw_away")
class GameToContinue(Tappable):
    """A game that goes on when it is tapped."""

    board = ObjectProperty()
    """The `Cover` of its board."""
    game = ObjectProperty()
    """The `WaitingGame`."""
    scene = ObjectProperty()
    """What its picture shows."""
    when = StringProperty("")
    """When it was last played."""
    page = ObjectProperty()
    """What it stands on."""
    lines: type[Points] = Standing
    """How its players are listed."""

    def on_kv_post(self, *_: object) -> None:
        """List the players."""
        for line in standings(self.game, self.lines):
            self.ids.standings.add_widget(line)


@announces("on_export")
class UnreadableCard(Card):
    """A game that is kept but cannot be shown: why, and a way to take it elsewhere."""

    text = StringProperty("")
    detail = StringProperty("")


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


@announces("on_undo")
class ThrownAway(BoxLayout):
    """Where a game was that was thrown away, and the way back."""

    text = StringProperty("")


class Welcome(Card):
    """What stands there while no game is in progress, and fills the room there is."""

    room = ObjectProperty()
    """What it stands in."""


@announces("on_dismiss")
class DamageCard(BoxLayout):
    """One sentence about a file that could not be read, until it is dismissed."""

    text = StringProperty("")


_NEEDED = (bar, emblem, wrap_row)
"""Modules whose widgets the kv file names."""

load("pages/home")
