"""The home page: games in progress, new game, past games, settings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.factory import Factory
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.gridlayout import GridLayout

from companion.report.words.boards import board_of, game_board_name
from companion.report.words.games import deleted_games, missing_entries, relative_date
from companion.rules.wording import Phrase, join_names, phrase
from companion.store.saved_game import by_last_change
from companion.ui import keyboard
from companion.ui.board.thumbnail import saved_game_scene
from companion.ui.game.players import CompactScoreRow, PlayerScore, PlayerScoreRow, score_rows
from companion.ui.kit.buttons import SecondaryButton, Tappable
from companion.ui.kit.containers import Card
from companion.ui.kit.layout import set_children
from companion.ui.kit.rows import ActionRow, row_or_blank
from companion.ui.kit.sheet import MenuItem, MenuSheet
from companion.ui.kit.text import Text, line_width
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.page import Page

if TYPE_CHECKING:
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
        self._collapsed: frozenset[str] = frozenset()
        """The ids of deleted games without a row of their own."""
        super().__init__(context)

    def opening(self) -> None:
        """Collapse the rows of games that were deleted before."""
        self._collapsed = frozenset(
            game.id for game in self.context.store.games.removed_in_progress()
        )

    def refresh(self, _: Snapshot | None) -> None:
        """Show notices, unreadable games, games in progress and games deleted since the start."""
        games = self.context.store.games
        in_progress, deleted, unreadable = (
            games.in_progress(),
            games.removed_in_progress(),
            games.unreadable_in_progress(),
        )
        # Reading the games may have added notices; the card of a game says the same.
        problems = [game.problem for game in unreadable]
        notices = [each for each in self.context.store.notices if each not in problems]
        self.newest_game = in_progress[0].id if in_progress else ""
        self.can_undo, self.can_redo = bool(deleted), False
        collapsed = [game for game in deleted if game.id in self._collapsed]
        content = translator.language, notices, unreadable, in_progress, deleted, collapsed
        if content != self._content:
            is_first, self._content = self._content is None, content
            rows = self.ids.content
            rows.clear_widgets()
            for notice in notices:
                dismiss = partial(self._dismiss, notice)
                rows.add_widget(DamageNotice(text=translator.render(notice), dismiss=dismiss))
            for game in unreadable:
                rows.add_widget(self._unreadable_card(game))
            shown = [game for game in deleted if game not in collapsed]
            self._list(by_last_change((*in_progress, *shown)), shown, is_first)
            if collapsed:
                rows.add_widget(self._collapsed_row(collapsed))
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

    def open_menu(self, card: GameCard) -> None:
        """Open the menu of a game."""
        text = translator.tr("Delete: {board}", board=translator.render(card.board.display_name))
        delete = MenuItem("remove", text, partial(self.delete_game, card.game))
        self.open_sheet(MenuSheet(delete, anchor=card.ids.menu))

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
        games, share = self.context.store.games, self.context.device.share_file
        self.attempt(lambda: share(f"{game.id}.json", games.content(game.id), self.notify))

    def _card(self, game: GameInProgress) -> GameCard:
        kind = LargeGameCard if game.id == self.newest_game else SmallGameCard
        summary = board_of(self.context.boards, game)
        missing = " · ".join(translator.render(each) for each in missing_entries(game))
        scene = saved_game_scene(repr(game), self.context.store.games, game.id)
        return kind(game=game, board=summary, scene=scene, missing=missing, page=self)

    def _deleted_row(self, game: GameInProgress) -> ActionRow:
        text = translator.tr(
            "Deleted: {board} – {players}",
            board=game_board_name(self.context.boards, game),
            players=translator.render(join_names([player.name for player in game.players])),
        )
        undo = partial(self.restore_game, game)
        return ActionRow(text=text, button=translator.tr("Undo"), act=undo)

    def _collapsed_row(self, games: list[GameInProgress]) -> ActionRow:
        if len(games) == 1:
            return self._deleted_row(games[0])
        text = translator.render(deleted_games(len(games)))
        # Translators: a button: lists the deleted games, each with Undo.
        return ActionRow(text=text, button=translator.tr("Show"), act=self._show_deleted)

    def _show_deleted(self) -> None:
        self._collapsed = frozenset()
        self.redraw()

    def _dismiss(self, notice: Phrase) -> None:
        self.context.store.notices.remove(notice)
        self.redraw()

    def _unreadable_card(self, game: UnreadableGame) -> Card:
        share = SecondaryButton(icon="export", text=translator.tr("Share file"))
        share.bind(on_tap=lambda _: self.export_file(game))
        card: Card = Factory.WarningCard()
        set_children(card, (Text(text=translator.render(game.problem), bold=True), share))
        return card


LEAST_PICTURE = 56
"""The least height of a thumbnail above the players, in dp; a lower one shows nothing."""


class GameCard(Tappable):
    """A game in progress, with a menu; a tap continues the game."""

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
        set_children(self.ids.scores, score_rows(self.game, self.score_row))


class LargeGameCard(GameCard):
    """The game played last, with a large thumbnail and the players' names and scores."""

    side_by_side = BooleanProperty(False)
    """Whether the players are listed beside the thumbnail, not below it."""
    picture_share = NumericProperty(0)
    """The thumbnail's share of the width if they are; otherwise 0."""
    picture_height = NumericProperty(0)
    """The thumbnail's height, or the least one if they are beside it."""

    def has_room_beside(self, page_height: float, wide: bool, text_size: float) -> bool:
        """Whether the players fit beside the thumbnail, or it is too low to be above them."""
        # In large letters the names do not fit beside the picture of a small phone.
        is_upright_board = self.board.aspect < 1 and page_height > text_size * 34
        return is_upright_board or (wide and page_height < dp(560))

    def share_of_width(self, width: float, page_height: float, beside: bool) -> float:
        """The thumbnail's share of the width beside the players; 0 if it is above them."""
        aspect: float = self.board.aspect
        # On the smallest phones the texts need more of the width.
        most = 0.46 if aspect >= 1 else 0.36 if width < dp(300) else 0.42
        return min(most, page_height * 0.5 * aspect / max(1, width)) if beside else 0.0

    def height_of_picture(
        self, width: float, share: float, page_height: float, wide: bool, room: float
    ) -> float:
        """The thumbnail's height; above the players the card with its button stays visible."""
        aspect: float = self.board.aspect
        if share:
            return width * share / aspect
        height = min(width / aspect, page_height * (0.42 if wide else 0.25), room)
        return float(height if height >= dp(LEAST_PICTURE) else 0)

    def title_size(self, title: str, smaller: float, size: float, width: float) -> float:
        """The smaller font size if the title then fits into one line."""
        beside = line_width(title, size, bold=True) <= width
        return smaller if not beside and line_width(title, smaller, bold=True) <= width else size


class SmallGameCard(GameCard):
    """Another game in progress, in one row with the players' scores."""

    score_row = CompactScoreRow


class WelcomeCard(Card):
    """Shown while no game is in progress."""

    scroll = ObjectProperty()
    """The scroll view to fill; None if other cards are listed."""

    def height_to_fill(self, content: float, room: float) -> float:
        """The height of its content, or of the room around which the margins stay free."""
        return float(max(content, room - dp(32)))


class DamageNotice(Card):
    """A sentence about a damaged file, with a Dismiss button."""

    text = StringProperty("")
    dismiss = ObjectProperty()
    """Called by the button."""


class PageButtons(GridLayout):
    """The buttons to Past games and Settings: beside each other if their texts fit."""

    texts = ListProperty(("", ""))
    has_icons = BooleanProperty(True)
    """Whether there is room for icons beside the texts."""

    def arrange(self, width: float, texts: Sequence[str], size: float, wide: bool) -> int:
        """The number of columns; also decides about the icons."""
        room = (width - dp(8)) / 2
        longest = max(line_width(each, size, bold=True) for each in texts)
        columns = 1 if wide or longest + dp(8) > room else 2
        self.has_icons = columns == 1 or longest + dp(52) <= room
        return columns


load("pages/home")
