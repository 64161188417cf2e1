"""The home page: games in progress, new game, past games, settings."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.report.words.boards import board_of, game_board_name
from companion.report.words.games import missing_entries, relative_date, unreadable_game
from companion.rules.errors import Refused
from companion.rules.wording import Phrase, join_names, phrase
from companion.store.saved_game import by_last_change
from companion.ui import keyboard
from companion.ui.board.thumbnail import Scene
from companion.ui.game.players import CompactScoreRow, PlayerScore, PlayerScoreRow, score_rows
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.containers import Card
from companion.ui.kit.events import register_events
from companion.ui.kit.rows import ActionRow, row_or_blank
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.page import Page

if TYPE_CHECKING:
    from companion.rules.board import Board
    from companion.rules.state import GameState
    from companion.store.saved_game import GameInProgress, UnreadableGame
    from companion.table.snapshot import Snapshot
    from companion.ui.context import AppContext


class HomePage(Page):
    """Cards of the games in progress, notices about files, and buttons to the other pages."""

    newest_game = StringProperty("")
    """The id of the game played last; empty if no game is in progress."""
    list_height = NumericProperty(0)
    """The height in which the cards scroll."""

    def __init__(self, context: AppContext) -> None:
        self._content: object = None
        """The language, notices and games listed, to rebuild the cards only after a change."""
        super().__init__(context)

    def refresh(self, _: Snapshot | None) -> None:
        """Show notices, unreadable games, games in progress and games deleted since the start."""
        games = self.context.store.games
        in_progress, deleted, unreadable = (
            games.in_progress(),
            games.removed_in_progress(),
            games.unreadable_in_progress(),
        )
        # Reading the games may have added notices.
        notices = list(self.context.store.notices)
        self.newest_game = in_progress[0].id if in_progress else ""
        self.can_undo, self.can_redo = bool(deleted), False
        content = translator.language, notices, unreadable, in_progress, deleted
        if content != self._content:
            is_first, self._content = self._content is None, content
            self.ids.content.clear_widgets()
            for notice in notices:
                self.ids.content.add_widget(self._damage_notice(notice))
            for game in unreadable:
                self.ids.content.add_widget(self._unreadable_card(game))
            self._list(by_last_change((*in_progress, *deleted)), deleted, is_first)
        self._show_times()

    def _list(
        self, games: list[GameInProgress], deleted: list[GameInProgress], is_first: bool
    ) -> None:
        rows, content = self.ids.content, self._content

        def add(games: list[GameInProgress]) -> None:
            # Another list may have replaced this one in the meantime.
            if content is self._content:
                for game in games:
                    make = self._deleted_row if game in deleted else self._card
                    rows.add_widget(row_or_blank(partial(make, game)))
                self._show_times()

        if is_first:
            # The first frame has one card. Scheduled twice, because the first callback runs
            # before that frame is drawn.
            games, others = games[:1], games[1:]
            Clock.schedule_once(lambda _: Clock.schedule_once(lambda _: add(others)))
        add(games)
        if not self.newest_game:
            rows.add_widget(WelcomeCard(scroll=None if rows.children else self.ids.scroll))

    def _show_times(self) -> None:
        now = datetime.now().astimezone()
        for card in self.ids.content.children:
            if isinstance(card, GameCard):
                card.when = translator.render(relative_date(card.game.date.astimezone(), now))

    def notice_position(self) -> tuple[float, float, float]:
        """Above the buttons where these are at the bottom of the page."""
        bottom = dp(12) if self.wide else self.ids.dock.top + dp(4)
        return self.width / 2, self.width, bottom

    def handle_back(self) -> bool:
        """Ask for a second press before the app is closed."""
        question = phrase("Press again to quit")
        if self.ids.notice.text == translator.render(question):
            return False
        self.notify(question)
        return True

    def handle_key(self, key: int, modifiers: frozenset[str]) -> bool:
        """Enter presses the page's main button: Continue, or New game."""
        if key != keyboard.ENTER:
            return super().handle_key(key, modifiers)
        if self.newest_game:
            self.continue_game(self.newest_game)
        else:
            self.context.navigator.go("new_game")
        return True

    def continue_game(self, id: str) -> None:
        """Open a game in progress on the table page."""
        if self.context.sessions.open(id).accepted:
            self.context.navigator.go("table")
            if self.context.is_sharing:
                self.context.sharing.offer()
        else:
            self.redraw()

    def delete_game(self, game: GameInProgress) -> None:
        """Delete a game; `restore_game` works until the app is closed."""
        if self.attempt(lambda: self.context.store.games.remove(game.id)):
            self.context.sessions.close(game.id)
        self.redraw()

    def restore_game(self, game: GameInProgress) -> None:
        """Undo `delete_game`."""
        self.attempt(lambda: self.context.store.games.restore(game.id))
        self.redraw()

    def undo(self) -> None:
        """Restore the game deleted last."""
        self.restore_game(self.context.store.games.removed_in_progress()[-1])

    def export_file(self, game: UnreadableGame) -> None:
        """Share an unreadable game's file unchanged, for another version of the app."""
        try:
            content = self.context.store.games.content(game.id)
        except Refused as problem:
            self.notify(problem.phrase, refused=True)
        else:
            self.context.device.share_file(f"{game.id}.json", content, self.notify)

    def _card(self, game: GameInProgress) -> GameCard:
        kind = LargeGameCard if game.id == self.newest_game else SmallGameCard
        summary = board_of(self.context.boards, game)
        missing = " · ".join(translator.render(each) for each in missing_entries(game))
        card = kind(game=game, board=summary, scene=self._scene(game), missing=missing, page=self)
        card.bind(
            on_tap=lambda _: self.continue_game(game.id),
            on_delete=lambda _: self.delete_game(game),
        )
        return card

    def _scene(self, game: GameInProgress) -> Scene:
        """The board with all claims; the record is only read if no thumbnail is stored."""

        def read() -> tuple[Board, GameState | None]:
            state = self.context.store.games.open(game.id).game.state
            return state.setup.board, state

        return Scene(repr(game), read)

    def _deleted_row(self, game: GameInProgress) -> ActionRow:
        text = translator.tr(
            "Deleted: {board} – {players}",
            board=game_board_name(self.context.boards, game),
            players=translator.render(join_names([player.name for player in game.players])),
        )
        undo = partial(self.restore_game, game)
        return ActionRow(text=text, button=translator.tr("Undo"), act=undo)

    def _damage_notice(self, notice: Phrase) -> DamageNotice:
        card = DamageNotice(text=translator.render(notice))
        card.bind(on_dismiss=lambda _: self._dismiss(notice))
        return card

    def _dismiss(self, notice: Phrase) -> None:
        self.context.store.notices.remove(notice)
        self.redraw()

    def _unreadable_card(self, game: UnreadableGame) -> UnreadableGameCard:
        card = UnreadableGameCard(
            text=translator.render(unreadable_game(game)),
            detail=translator.render(game.problem),
        )
        card.bind(on_export=lambda _: self.export_file(game))
        return card


@register_events("on_delete")
class GameCard(Tappable):
    """A game in progress, with a delete button; a tap continues the game."""

    board = ObjectProperty()
    """The `BoardSummary` of its board."""
    game = ObjectProperty()
    """The `GameInProgress`."""
    scene = ObjectProperty()
    """The `Scene` of its thumbnail."""
    when = StringProperty("")
    """The time of its last entry."""
    missing = StringProperty("")
    """What it lacks before it can be filed, once its tally has begun."""
    page = ObjectProperty()
    """The home page, whose size decides the card's layout."""
    score_row: type[PlayerScore] = PlayerScoreRow
    """The widget for each player's score."""

    def on_kv_post(self, *_: object) -> None:
        """Add the players' scores."""
        for row in score_rows(self.game, self.score_row):
            self.ids.scores.add_widget(row)


class LargeGameCard(GameCard):
    """The game played last, with a large thumbnail and the players' names and scores."""

    side_by_side = BooleanProperty(False)
    """Whether the players are listed beside the thumbnail, not below it."""
    picture_share = NumericProperty(0.5)
    """The thumbnail's share of the width if they are."""
    picture_height = NumericProperty(0)
    """The thumbnail's height if they are not."""


class SmallGameCard(GameCard):
    """Another game in progress, in one row with the players' scores."""

    score_row = CompactScoreRow


@register_events("on_export")
class UnreadableGameCard(Card):
    """A game whose file cannot be read: the reason and an export button."""

    text = StringProperty("")
    detail = StringProperty("")


class WelcomeCard(Card):
    """Shown while no game is in progress."""

    scroll = ObjectProperty()
    """The scroll view to fill; None if other cards are listed."""


@register_events("on_dismiss")
class DamageNotice(Card):
    """A sentence about a damaged file, with a Dismiss button."""

    text = StringProperty("")


load("pages/home")
