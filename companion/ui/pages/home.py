"""The home page: the game in progress first and largest, then everything else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.report.when import in_words
from companion.rules.errors import Refused
from companion.rules.wording import Phrase, listed
from companion.store.heads import latest_first
from companion.ui import keys
from companion.ui.board.thumbnail import Scene
from companion.ui.game.standings import Points, ShortStanding, Standing, standings
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.containers import Card
from companion.ui.kit.events import register_events
from companion.ui.kivy_compat import update_scroll_bounds
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.page import Page

if TYPE_CHECKING:
    from companion.rules.board import Board
    from companion.rules.state import GameState
    from companion.store.heads import WaitingGame
    from companion.store.records import UnreadableGame
    from companion.table.snapshot import Snapshot
    from companion.ui.context import AppContext


class HomePage(Page):
    """Go on with a game, begin one, look at old ones."""

    newest = StringProperty("")
    """The id of the game played last, if one is in progress."""

    def __init__(self, context: AppContext) -> None:
        self._cards: dict[str, GameToContinue] = {}
        """The card of each game that has one, by all that it shows."""
        self._rest: Iterator[WaitingGame] = iter(())
        super().__init__(context)
        self._go_on_listing = Clock.create_trigger(self._list_next)
        self._height = self.ids.content.height
        self.ids.content.fbind("height", self._stay)

    def refresh(self, _: Snapshot | None) -> None:
        """List the games in progress, and what there is to say about the files."""
        store = self.context.store
        games, thrown = store.games.waiting(), store.games.discarded
        self.newest = games[0].id if games else ""
        content = self.ids.content
        content.clear_widgets()
        for notice in store.notices:
            content.add_widget(self._damage(notice))
        for unreadable in store.games.unreadable():
            content.add_widget(self._unreadable(unreadable))
        first, known = not (self._cards or thrown), self._cards
        self._cards = {}
        every = iter(latest_first((*games, *thrown)))
        for game in every:
            if game in thrown:
                content.add_widget(self._thrown_away(game))
                continue
            self._add(game, known)
            if first:
                # The first frame has one; what is asked for now would happen before it.
                Clock.schedule_once(self._go_on_listing)
                break
        self._rest = every
        if not games:
            content.add_widget(Welcome(room=None if content.children else self.ids.scroll))

    def _add(self, game: WaitingGame, known: Mapping[str, GameToContinue]) -> None:
        """Put a game below the others, on the card it had before if that shows the same."""
        name = f"{translator.language} {game.id == self.newest} {game!r}"
        card = self._cards[name] = known.get(name) or self._card(game)
        card.when = translator.render(
            in_words(game.changed.astimezone(), datetime.now().astimezone())
        )
        self.ids.content.add_widget(card)

    def _list_next(self, *_: object) -> None:
        game = next(self._rest, None)
        if game is not None:
            self._add(game, {})
            self._go_on_listing()

    def _stay(self, _: object, height: float) -> None:
        """Stay as far below the top as one is, whatever is added or taken away further down."""
        scroll = self.ids.scroll
        before, now = self._height - scroll.height, height - scroll.height
        self._height = height
        if scroll.scroll_y < 1 and min(before, now) > 0:
            scroll.scroll_y = max(0, 1 - (1 - scroll.scroll_y) * before / now)
            # What is being scrolled goes on from here.
            update_scroll_bounds(scroll)

    def notice_spot(self) -> tuple[float, float, float]:
        """Above the buttons where those stand below everything else."""
        bottom = dp(12) if self.wide else self.ids.dock.top + dp(4)
        return self.width / 2, self.width, bottom

    def handle_key(self, key: int, modifiers: frozenset[str]) -> bool:
        """Enter does what the largest thing on the page does."""
        if key != keys.ENTER:
            return super().handle_key(key, modifiers)
        if self.newest:
            self.go_on(self.newest)
        else:
            self.context.navigator.go("new_game")
        return True

    def go_on(self, id: str) -> None:
        """Take a game up where it was left."""
        if self.attempt(lambda: self.session.open(id)):
            self.context.navigator.go("table")
        else:
            self.redraw()

    def throw_away(self, game: WaitingGame) -> None:
        """Part with a game; it can be brought back until the app is closed."""
        if self.attempt(lambda: self.context.store.games.discard(game.id)):
            on_table = self.context.snapshot
            if on_table is not None and on_table.saved.id == game.id:
                self.session.clear()
        self.redraw()

    def bring_back(self, game: WaitingGame) -> None:
        """Undo `throw_away`."""
        self.attempt(lambda: self.context.store.games.bring_back(game.id))
        self.redraw()

    def _card(self, game: WaitingGame) -> GameToContinue:
        kind = LargeGame if game.id == self.newest else SmallGame
        summary = self.context.boards.summary(game.board)
        card = kind(game=game, board=summary, scene=self._scene(game), page=self)
        card.bind(
            on_tap=lambda _: self.go_on(game.id), on_throw_away=lambda _: self.throw_away(game)
        )
        return card

    def _scene(self, game: WaitingGame) -> Scene:
        """The board with everything on it; the game is only read if there is no picture of it."""

        def ask() -> tuple[Board, GameState | None]:
            state = self.context.store.games.open(game.id).game.state
            return state.setup.board, state

        return Scene(repr(game), ask)

    def _thrown_away(self, game: WaitingGame) -> ThrownAway:
        text = translator.tr(
            "Thrown away: {board} – {players}",
            board=self.context.boards.summary(game.board).called,
            players=translator.render(listed([player.name for player in game.players])),
        )
        strip = ThrownAway(text=text)
        strip.bind(on_undo=lambda _: self.bring_back(game))
        return strip

    def _damage(self, notice: Phrase) -> DamageCard:
        card = DamageCard(text=translator.render(notice))
        card.bind(on_dismiss=lambda card: self._dismiss(card, notice))
        return card

    def _unreadable(self, game: UnreadableGame) -> UnreadableCard:
        card = UnreadableCard(
            text=translator.tr("A game that this version cannot read."),
            detail=translator.render(game.problem),
        )
        card.bind(on_export=lambda _: self.export(game))
        return card

    def export(self, game: UnreadableGame) -> None:
        """Give the file of a game out of the app as it is, so that another version may read it."""
        try:
            content = self.context.store.games.content(game.id)
        except Refused as problem:
            self.tell(problem.phrase, refused=True)
        else:
            self.context.device.share_file(game.file, content, self.tell)

    def _dismiss(self, card: DamageCard, notice: Phrase) -> None:
        self.context.store.notices.remove(notice)
        self.ids.content.remove_widget(card)


@register_events("on_throw_away")
class GameToContinue(Tappable):
    """A game that goes on when it is tapped."""

    board = ObjectProperty()
    """The `BoardSummary` of its board."""
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


@register_events("on_export")
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


@register_events("on_undo")
class ThrownAway(BoxLayout):
    """Where a game was that was thrown away, and the way back."""

    text = StringProperty("")


class Welcome(Card):
    """What stands there while no game is in progress, and fills the room there is."""

    room = ObjectProperty()
    """What it stands in."""


@register_events("on_dismiss")
class DamageCard(BoxLayout):
    """One sentence about a file that could not be read, until it is dismissed."""

    text = StringProperty("")


load("pages/home")
