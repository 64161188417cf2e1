"""The home page: the game in progress first and largest, then everything else."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.report.when import in_words
from companion.rules import Phrase, Refused
from companion.rules.wording import listed
from companion.store import KeptGame, UnreadableGame
from companion.table.snapshot import Snapshot
from companion.ui import keys
from companion.ui.house import House
from companion.ui.look.kv import load
from companion.ui.look.words import words
from companion.ui.page import Page
from companion.ui.widgets import bar, emblem, framed_board, wrap_row
from companion.ui.widgets.announcing import announces
from companion.ui.widgets.paper import Card
from companion.ui.widgets.standings import Points, ShortStanding, Standing, standings
from companion.ui.widgets.tapping import Tappable


class HomePage(Page):
    """Go on with a game, begin one, look at old ones."""

    newest = StringProperty("")
    """The id of the game played last, if one is in progress."""

    def __init__(self, house: House) -> None:
        self._thrown: dict[str, KeptGame] = {}
        """What can be brought back, until the app is closed."""
        super().__init__(house)

    def show(self, snapshot: Snapshot | None) -> None:
        """List the games in progress, and what there is to say about the files."""
        super().show(snapshot)
        games = {kept.id: kept for kept in self.house.shelf.games.all()}
        # What was thrown away may have come in again from a file.
        self._thrown = {id: kept for id, kept in self._thrown.items() if id not in games}
        self.newest = next((kept.id for kept in _newest_first(games.values())), "")
        content = self.ids.content
        content.clear_widgets()
        for notice in self.house.shelf.notices:
            content.add_widget(self._damage(notice))
        for unreadable in self.house.shelf.games.unreadable():
            content.add_widget(self._unreadable(unreadable))
        for kept in _newest_first((games | self._thrown).values()):
            thrown = kept.id in self._thrown
            content.add_widget(self._thrown_away(kept) if thrown else self._card(kept))
        if not games:
            content.add_widget(Welcome(room=self.ids.scroll))

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
            self.show(self.evening.snapshot)

    def throw_away(self, kept: KeptGame) -> None:
        """Part with a game; it can be brought back until the app is closed."""
        if self.attempt(lambda: self.house.shelf.games.discard(kept.id)):
            self._thrown[kept.id] = kept
            on_table = self.evening.snapshot
            if on_table is not None and on_table.kept.id == kept.id:
                self.evening.clear()
        self.show(self.evening.snapshot)

    def bring_back(self, kept: KeptGame) -> None:
        """Undo `throw_away`."""
        self.attempt(lambda: self.house.shelf.games.bring_back(kept.id))
        self.show(self.evening.snapshot)

    def _card(self, kept: KeptGame) -> GameToContinue:
        now = datetime.now().astimezone()
        when = words.told(in_words(kept.changed.astimezone(), now))
        kind = LargeGame if kept.id == self.newest else SmallGame
        card = kind(game=kept.game.state, board=kept.game.setup.board, when=when, page=self)
        card.bind(
            on_tap=lambda _: self.go_on(kept.id), on_throw_away=lambda _: self.throw_away(kept)
        )
        return card

    def _thrown_away(self, kept: KeptGame) -> ThrownAway:
        players = words.told(listed(kept.game.setup.names))
        text = words.say(
            "Thrown away: {board} – {players}", board=kept.game.setup.board.called, players=players
        )
        strip = ThrownAway(text=text)
        strip.bind(on_undo=lambda _: self.bring_back(kept))
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


def _newest_first(games: Iterable[KeptGame]) -> list[KeptGame]:
    return sorted(games, key=lambda kept: (kept.changed, kept.id), reverse=True)


@announces("on_throw_away")
class GameToContinue(Tappable):
    """A game that goes on when it is tapped."""

    board = ObjectProperty()
    game = ObjectProperty()
    """The state it is in."""
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


_NEEDED = (bar, framed_board, emblem, wrap_row)
"""Modules whose widgets the kv file names."""

load("pages/home")
