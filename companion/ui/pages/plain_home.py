"""The home page after starts that failed: every game without a picture, to open or to share."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from kivy.properties import ListProperty, ObjectProperty, StringProperty

from companion.report.words.boards import game_board_name
from companion.report.words.games import relative_date
from companion.rules.errors import Refused
from companion.rules.wording import join_names
from companion.store.saved_game import FinishedGame
from companion.ui.errors import report_exception
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.containers import Card
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.page import Page

if TYPE_CHECKING:
    from companion.store.errors import Cancelled, Progress
    from companion.store.saved_game import GameInProgress
    from companion.table.snapshot import Snapshot


class _ListedGame(NamedTuple):
    """A game in the list."""

    id: str
    game: GameInProgress | FinishedGame | None
    """None if it cannot be read."""


class PlainHomePage(Page):
    """Lists every game as far as its file can be read; it draws no board and shares nothing."""

    rows = ListProperty()
    """The properties of the rows: the reason for this page, then the games."""

    def opening(self) -> None:
        """Show the reason at once, without games."""
        self._show([])

    def refresh(self, _: Snapshot | None) -> None:
        """Read the games in a thread: there may be thousands."""
        self.can_undo = self.can_redo = False
        self.run_in_background(self._read, self._show)

    def _read(self, progress: Progress, cancelled: Cancelled) -> list[_ListedGame]:
        games = self.context.store.games
        ids: list[str] = []
        with report_exception("the list of games"), suppress(OSError):
            ids = games.ids()
        listed = []
        for number, id in enumerate(ids):
            if cancelled():
                break
            progress(number, len(ids))
            game = None
            with report_exception("a row"), suppress(Refused):
                game = games.listed(id)
            listed.append(_ListedGame(id, game))
        times = {each.id: each.game.date.timestamp() if each.game else 0 for each in listed}
        return sorted(listed, key=lambda each: times[each.id], reverse=True)

    def _show(self, listed: list[_ListedGame]) -> None:
        now = datetime.now().astimezone()
        reason = {"viewclass": "PlainStartCard", "page": self}
        self.rows = [reason, *(self._row(each, now) for each in listed)]

    def _row(self, listed: _ListedGame, now: datetime) -> dict[str, object]:
        title, detail = translator.tr("A game that this version cannot read."), ""
        if listed.game is not None:
            with report_exception("a row"):
                names = join_names([player.name for player in listed.game.players])
                when = relative_date(listed.game.date.astimezone(), now)
                title = translator.render(game_board_name(self.context.boards, listed.game))
                detail = f"{translator.render(names)} · {translator.render(when)}"
        return {"listed": listed, "title": title, "detail": detail, "page": self}

    def open_game(self, listed: _ListedGame) -> None:
        """Open a game in progress on the table page, or the result of a finished one."""
        is_finished = isinstance(listed.game, FinishedGame)
        if self.context.sessions.open(listed.id).accepted:
            self.context.navigator.go("result" if is_finished else "table")

    def share_game(self, listed: _ListedGame) -> None:
        """Share a game as a file; one that cannot be read unchanged."""
        from companion.report.export.message import file_name
        from companion.store.archive import shared_record

        games, name, content = self.context.store.games, f"{listed.id}.json", b""
        with report_exception("a game file"), suppress(Refused):
            saved = games.open(listed.id)
            name, content = file_name(saved, "json"), shared_record(saved).encode("utf-8")
        share = self.context.device.share_file
        self.attempt(lambda: share(name, content or games.content(listed.id), self.notify))


class PlainStartCard(Card):
    """Why the page is plain, and the button *Start as usual*."""

    page = ObjectProperty(None, allownone=True, rebind=True)


class PlainGameRow(Tappable):
    """A game; a tap opens it."""

    listed = ObjectProperty(None, allownone=True)
    title = StringProperty("")
    """The board."""
    detail = StringProperty("")
    """The players, and when they played."""
    page = ObjectProperty(None, allownone=True)


load("pages/plain_home")
