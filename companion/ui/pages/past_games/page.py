"""The list of finished games, with filters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import count
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.report.search.games import GameFilter
from companion.rules.wording import Phrase, plural_phrase
from companion.store.saved_game import FinishedGame
from companion.table.snapshot import Snapshot
from companion.ui import keyboard
from companion.ui.board.thumbnail import Scene, saved_game_scene
from companion.ui.context import AppContext
from companion.ui.game.statistics import HistoryPage
from companion.ui.kit.sheet import MenuItem, MenuSheet
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import Request, ShowGames
from companion.ui.pages.past_games.rows import Rows

FILTERS = ("board", "player", "year")
"""The fields of `GameFilter` with a chip."""


class PastGamesPage(HistoryPage):
    """Every finished game, the latest first, including those deleted since the start."""

    count = NumericProperty(0)
    """The number of games."""
    subtitle = StringProperty("")
    """The number of games, and of those that the filter leaves."""
    filters = ListProperty()
    """Name, text and whether it is active, of each filter."""
    searching = BooleanProperty(False)
    """Whether the search field is shown."""

    def __init__(self, context: AppContext) -> None:
        self._filter = GameFilter()
        self.collapsed: frozenset[str] = frozenset()
        """The ids of deleted games without a row of their own."""
        self._drawn: dict[str, tuple[FinishedGame, int]] = {}
        """By id: the header that a thumbnail was made for, and the number of the thumbnail."""
        self._numbers = count()
        super().__init__(context)

    def opening(self) -> None:
        """Show all games, unless the keeper returns to the list; collapse deleted ones."""
        if not self.context.navigator.is_returning:
            removed = self.context.store.games.removed_finished()
            self.collapsed = frozenset(game.id for game in removed)
            self._filter, self.searching = GameFilter(), False
            self.ids.search.clear()

    def open_with(self, request: Request) -> None:
        """Show the games of a player or a board."""
        assert isinstance(request, ShowGames)
        self._set_filter(GameFilter(player=request.player, board=request.board))

    def refresh(self, snapshot: Snapshot | None) -> None:
        """List the games; Undo brings back a removed one."""
        super().refresh(snapshot)
        self.can_undo = bool(self.context.store.games.removed_finished())

    def show_history(self) -> None:
        """List the games that match the filter."""
        games = self.context.history.games()
        shown = self._filter.apply(games, self.board_name)
        self.count = len(games)
        self.subtitle = translator.render(self._subtitle(games, shown)) if games else ""
        values = [(name, getattr(self._filter, name)) for name in FILTERS]
        self.filters = [
            (name, self._filter_text(name, value), value is not None) for name, value in values
        ]
        rows = Rows(self, shown, self.context.store.games, self._filter)
        self.ids.list.data = rows
        self.is_empty = not games
        if rows:
            self.hint = ""
        elif games:
            self.hint = translator.tr("No game matches.")
        else:
            self.hint = translator.tr("No past games yet.")

    def _subtitle(self, games: Sequence[FinishedGame], shown: Sequence[FinishedGame]) -> Phrase:
        if self._filter.is_active:
            return plural_phrase(
                "{shown} of {count} game",
                "{shown} of {count} games",
                len(games),
                shown=len(shown),
            )
        year = str(min(game.date.astimezone().year for game in games))
        return plural_phrase(
            "{count} game since {year}", "{count} games since {year}", len(games), year=year
        )

    def board_name(self, board: str, variant: str | None) -> str:
        """The translated name of a board and variant."""
        return str(translator.render(self.context.board_name(board, variant)))

    # Filters

    def _options(self, name: str) -> dict[Any, str]:
        """The text of each value of a filter, None first for all games."""
        options = self.context.history.filter_options()
        if name == "board":
            boards = {board: self.board_name(*board) for board in options.boards}
            return {None: translator.tr("All boards"), **boards}
        if name == "player":
            players = {player: player for player in options.players}
            return {None: translator.tr("Everybody"), **players}
        return {None: translator.tr("All years"), **{year: str(year) for year in options.years}}

    def _filter_text(self, name: str, value: Any) -> str:
        text = self._options(name).get(value)
        if text is not None:
            return text
        # The last game that matches has been deleted.
        return self.board_name(*value) if name == "board" else str(value)

    def open_filter(self, name: str, chip: Widget) -> None:
        """Open the options of a filter at its chip."""
        chosen = getattr(self._filter, name)
        items = (
            MenuItem(
                "check" if value == chosen else "", text, partial(self.set_filter, name, value)
            )
            for value, text in self._options(name).items()
        )
        self.open_sheet(MenuSheet(*items, anchor=chip))

    def set_filter(self, name: str, value: Any) -> None:
        """Set a filter to one of its options, None for all games."""
        self._set_filter(self._filter._replace(**{name: value}))

    def filter_text(self, text: str) -> None:
        """List the games with these words in names, board, title or note."""
        if text != self._filter.text:
            self._set_filter(self._filter._replace(text=text))

    def show_all(self) -> None:
        """Remove all filters."""
        self.ids.search.clear()
        self._set_filter(GameFilter())

    def toggle_search(self) -> None:
        """Show the search field, or hide and empty it."""
        self.searching = not self.searching
        if self.searching:
            self.ids.search.focus()
        else:
            self.ids.search.unfocus()
            self.ids.search.clear()

    def handle_key(self, key: int, modifiers: frozenset[str]) -> bool:
        """Open the search by Ctrl+F; move between the search field and the games."""
        if key == keyboard.F and modifiers & {"ctrl", "meta"}:
            self.searching = self.count > 0
        return self.searching and self.handle_search_key(
            self.ids.search, self.ids.list, key, modifiers
        )

    def handle_back(self) -> bool:
        """Close the search field, then remove the filters; False if there is neither."""
        if self.searching:
            self.toggle_search()
            return True
        if self._filter.is_active:
            self.show_all()
            return True
        return False

    def _set_filter(self, new: GameFilter) -> None:
        self._filter = new
        self.ids.list.to_top()
        self.redraw()

    # Games

    def delete(self, id: str) -> None:
        """Delete a game; `restore` works until the app is closed."""
        if self.attempt(lambda: self.context.store.games.remove(id)):
            self.context.sessions.close(id)
        self.redraw()

    def restore(self, id: str) -> None:
        """Undo `delete`."""
        self.attempt(lambda: self.context.store.games.restore(id))
        self.redraw()

    def show_deleted(self) -> None:
        """Give each deleted game its row, with Undo."""
        self.collapsed = frozenset()
        self.redraw()

    def undo(self) -> None:
        """Restore the game deleted last."""
        self.restore(self.context.store.games.removed_finished()[-1].id)

    def export(self, id: str) -> None:
        """Share an unreadable game's file unchanged, for another version of the app."""
        games, device = self.context.store.games, self.context.device
        self.attempt(lambda: device.share_file(f"{id}.json", games.content(id), self.notify))

    def scene(self, game: FinishedGame, deleted: bool) -> Scene:
        """The board at the end of a game; it is read when it is drawn.

        A deleted game cannot be read, but a thumbnail that was drawn before stays.
        """
        known = self._drawn.get(game.id)
        if known is None or (known[0] is not game and not deleted):
            known = self._drawn[game.id] = game, next(self._numbers)
        return saved_game_scene(f"{game.id} {known[1]}", self.context.store.games, game.id)


load("pages/past_games")
