"""The list of finished games."""

from __future__ import annotations

from datetime import datetime

from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from companion.report.board_names import game_board_name
from companion.report.dates import relative_date
from companion.report.outcome import past_game_outcome
from companion.rules.errors import Refused
from companion.rules.setup import Player
from companion.rules.wording import format_number, join_names
from companion.store.games import GameRepository
from companion.store.record_header import FinishedGame, by_date
from companion.table.snapshot import Snapshot
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.rows import Divided
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.page import Page


class PastGameRow(Divided, Tappable):
    """A finished game; a tap opens its result. A deleted game keeps its row, with Undo."""

    id = StringProperty("")
    color_name = StringProperty("")
    """The winner's train colour; empty if the game was not played to the end."""
    title = StringProperty("")
    detail = StringProperty("")
    players = StringProperty("")
    deleted = BooleanProperty(False)
    unreadable = BooleanProperty(False)
    """Whether only the file itself can be exported."""
    text_color = ColorProperty((0, 0, 0, 1))
    page = ObjectProperty(None, allownone=True)

    def on_tap(self) -> None:
        """Open the game."""
        if not self.deleted:
            self.page.open_game(self.id)

    def press_button(self) -> None:
        """Undo the deletion, export the file or delete the game."""
        if self.unreadable:
            self.page.export(self.id)
        elif self.deleted:
            self.page.restore(self.id)
        else:
            self.page.delete(self.id)


class PastGamesPage(Page):
    """Every finished game, the latest first, including those deleted since the start."""

    count = NumericProperty(0)
    """The number of games."""

    def refresh(self, _: Snapshot | None) -> None:
        """List the games; load their headers in a thread first."""
        games = self.context.store.games
        self.can_undo, self.can_redo = bool(games.removed_finished()), False
        if games.is_finished_loaded:
            self.attempt(lambda: self._fill(games))
        else:
            self.run_in_background(games.load_finished_headers, self._loaded)

    def _loaded(self, complete: bool) -> None:
        if complete:
            self.redraw()

    def _fill(self, games: GameRepository) -> None:
        finished = games.finished()
        self.count = len(finished)
        self.ids.list.data = _Rows(self, finished, games)

    def open_game(self, id: str) -> None:
        """Show the result of a game."""
        if self.attempt(lambda: self.session.open_finished(id)):
            self.context.navigator.go("result")
        else:
            self.redraw()

    def delete(self, id: str) -> None:
        """Delete a game; `restore` works until the app is closed."""
        if self.attempt(lambda: self.context.store.games.remove(id)):
            current = self.session.snapshot
            if current is not None and current.saved.id == id:
                self.session.clear()
        self.redraw()

    def restore(self, id: str) -> None:
        """Undo `delete`."""
        self.attempt(lambda: self.context.store.games.restore(id))
        self.redraw()

    def undo(self) -> None:
        """Restore the game deleted last."""
        self.restore(self.context.store.games.removed_finished()[-1].id)

    def export(self, id: str) -> None:
        """Share an unreadable game's file unchanged, for another version of the app."""
        try:
            content = self.context.store.games.content(id)
        except Refused as problem:
            self.notify(problem.phrase, refused=True)
        else:
            self.context.device.share_file(f"{id}.json", content, self.notify)


class _Rows:
    """The properties of the rows; the texts of a row are made when it becomes visible."""

    def __init__(
        self, page: PastGamesPage, finished: list[FinishedGame], games: GameRepository
    ) -> None:
        self._page = page
        removed = games.removed_finished()
        self._deleted = frozenset(game.id for game in removed)
        self._games = by_date((*finished, *removed)) if removed else finished
        unreadable, listed = games.unreadable_finished(), {game.id for game in finished}
        self._unreadable = [game for game in unreadable if game.id not in listed]
        self._header_only = frozenset(game.id for game in unreadable)
        """Games whose header can be read but whose record cannot."""
        self._now = datetime.now().astimezone()

    def __len__(self) -> int:
        return len(self._unreadable) + len(self._games)

    def __getitem__(self, index: int) -> dict[str, object]:
        if index < len(self._unreadable):
            problem = self._unreadable[index]
            title = translator.tr("A game that this version cannot read.")
            return self._row(problem.id, title, translator.render(problem.problem), unreadable=True)
        game = self._games[index - len(self._unreadable)]
        return self._game(game, deleted=game.id in self._deleted)

    def _game(self, game: FinishedGame, deleted: bool) -> dict[str, object]:
        when = translator.render(relative_date(game.date.astimezone(), self._now))
        board = game_board_name(self._page.context.boards, game)
        detail = f"{translator.render(board)} · {when}"
        players = " · ".join(
            f"{player.name} {format_number(game.scores[player.name])}" for player in _ranked(game)
        )
        if deleted:
            # No longer than the normal title, so that the row keeps its height.
            title = (
                translator.tr(
                    "Deleted: game won by {players}",
                    players=translator.render(join_names(game.winners)),
                )
                if game.final
                else translator.tr("Deleted")
            )
            return self._row(game.id, title, detail, players, deleted=True)
        colors = {player.name: player.color for player in game.players}
        color = colors[game.winners[0]] if game.winners and game.final else ""
        unreadable = game.id in self._header_only
        title = translator.render(past_game_outcome(game))
        return self._row(game.id, title, detail, players, color, unreadable=unreadable)

    def _row(
        self,
        id: str,
        title: str,
        detail: str,
        players: str = "",
        color: str = "",
        deleted: bool = False,
        unreadable: bool = False,
    ) -> dict[str, object]:
        return {
            "id": id,
            "title": title,
            "detail": detail,
            "players": players,
            "color_name": color,
            "deleted": deleted,
            "unreadable": unreadable,
            "page": self._page,
        }


def _ranked(game: FinishedGame) -> list[Player]:
    return sorted(
        game.players,
        key=lambda player: (player.name not in game.winners, -game.scores[player.name]),
    )


load("pages/past_games")
