"""The one folder everything is kept in, and the way to open it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import IO

from companion.rules import Board, Refused, bundled_boards
from companion.rules.wording import say, say_count
from companion.store.database import open_database
from companion.store.errors import reason_of
from companion.store.exchange import Exchange
from companion.store.files import sweep
from companion.store.games import Games
from companion.store.history import HISTORY, History
from companion.store.kept_game import local_time
from companion.store.learned import LEARNED, Learned
from companion.store.lock import locked
from companion.store.notices import Notices
from companion.store.record_folder import RecordFolder
from companion.store.settings import SETTINGS, SettingsFile


class Shelf:
    """Everything the app keeps, as long as it is open. Use it from one thread."""

    notices: Notices
    """What was found damaged and what became of it, a sentence each, for the keeper to read."""
    games: Games
    """The games in progress."""
    history: History
    """The finished games."""
    learned: Learned
    """Players, tickets and board corrections."""
    settings: SettingsFile
    """How the keeper likes the app."""
    exchange: Exchange
    """Export and import."""

    def __init__(
        self, folder: Path, boards: Mapping[str, Board], now: Callable[[], datetime]
    ) -> None:
        self.notices = Notices()
        in_progress, finished, removed = (
            RecordFolder(folder / name, boards, self.notices)
            for name in ("games", "history", "removed")
        )
        listed, learned, settings = (
            open_database(folder / f"{name}.json", format, self.notices)
            for name, format in (
                ("history", HISTORY),
                ("learned", LEARNED),
                ("settings", SETTINGS),
            )
        )
        self.learned = Learned(learned, self.notices)
        self.settings = SettingsFile(settings)
        self.history = History(finished, in_progress, removed, listed, self.notices)
        self.games = Games(in_progress, removed, self.history, self.learned, self.notices, now)
        self.exchange = Exchange(
            folder,
            boards,
            in_progress,
            finished,
            self.history,
            self.learned,
            self.settings,
            self.notices,
        )
        self._folder = folder
        self._databases = (listed, learned, settings)
        self._lock: IO[bytes] | None = None

    @classmethod
    def open(
        cls,
        folder: Path,
        boards: Mapping[str, Board] | None = None,
        now: Callable[[], datetime] = local_time,
    ) -> Shelf:
        """Open a folder, which need not exist yet; `AlreadyOpen` if somebody else has it open.

        What is damaged is dealt with before this returns: see `notices`.
        """
        shelf = cls(folder, bundled_boards() if boards is None else boards, now)
        shelf._prepare()
        try:
            shelf._check()
        except BaseException:
            shelf.close()
            raise
        return shelf

    def close(self) -> None:
        """Let others open the folder. Everything is on disk already."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def __enter__(self) -> Shelf:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _prepare(self) -> None:
        folders = [self._folder, *(self._folder / name for name in ("games", "history", "removed"))]
        try:
            for folder in folders:
                folder.mkdir(parents=True, exist_ok=True)
            self._lock = locked(self._folder / "lock")
        except OSError as error:
            self.notices.tell(say("Nothing can be saved: {reason}.", reason=reason_of(error)))
            return
        for folder in folders:
            sweep(folder)
        for removed in (self._folder / "removed").iterdir():
            with suppress(OSError):
                removed.unlink()

    def _check(self) -> None:
        """Read what there is, so that damage is found and told now."""
        for database in self._databases:
            self._try(database.storage.read)
        self._try(self.exchange.complete)
        self._try(self.learned.check)
        self._try(self._mend)
        self.games.all()

    def _mend(self) -> None:
        count = self.history.mend()
        if count:
            self.notices.tell(
                say_count(
                    "{count} past game was put back into the list.",
                    "{count} past games were put back into the list.",
                    count,
                )
            )

    def _try(self, action: Callable[[], object]) -> None:
        try:
            action()
        except Refused as problem:
            self.notices.tell(problem.phrase)
