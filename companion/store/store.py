"""The one folder everything is kept in, and the way to open it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from os.path import lexists
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING

from companion.rules.boards import Boards
from companion.rules.errors import Refused
from companion.rules.wording import phrase
from companion.store.database import Database
from companion.store.errors import reason_of
from companion.store.files import close_to_others, make_folder, sweep
from companion.store.last_location import LastLocationFile
from companion.store.learned import LEARNED, Learned
from companion.store.lock import locked
from companion.store.notices import Notices
from companion.store.records import FIRST_VERSION, FOLDERS, ON_THE_WAY, Records
from companion.store.saved_game import local_time
from companion.store.settings import SETTINGS, SettingsFile

if TYPE_CHECKING:
    from companion.store.exchange import Exchange
    from companion.store.games import Games
    from companion.store.history import History
    from companion.store.past_list import PastList
    from companion.store.people import People


class Store:
    """Everything the app keeps, as long as it is open.

    Use it from one thread. Beside that, one other thread may do what takes long: `history.load`,
    `history.each` and everything of `exchange`; see `work`.
    """

    notices: Notices
    """What was found damaged and what became of it, a sentence each, for the keeper to read."""
    learned: Learned
    """Players, tickets and board corrections."""
    settings: SettingsFile
    """How the keeper likes the app."""
    last_location: LastLocationFile
    """Where the keeper was last."""

    def __init__(self, folder: Path, boards: Boards, now: Callable[[], datetime]) -> None:
        self.notices = notices = Notices()
        self.learned = Learned(Database(folder / "learned.json", LEARNED, notices), notices, now)
        self.settings = SettingsFile(Database(folder / "settings.json", SETTINGS, notices))
        self.last_location = LastLocationFile(folder / "place.json")
        self._records = Records(folder, boards, self.learned.renamings, notices)
        self.boards = boards
        self._now = now
        self._folder = folder
        self._lock: IO[bytes] | None = None

    # What is opened when it is first asked for

    @cached_property
    def games(self) -> Games:
        """The games in progress."""
        from companion.store.games import Games

        return Games(self._records, lambda: self.history, self.learned, self.notices, self._now)

    @cached_property
    def _past_list(self) -> PastList:
        from companion.store.past_list import PastList

        return PastList(self._folder)

    @cached_property
    def history(self) -> History:
        """The finished games."""
        from companion.store.history import History

        return History(self._records, self._past_list, self.learned.renamings)

    @cached_property
    def people(self) -> People:
        """Who played: renamed, merged, forgotten."""
        from companion.store.people import People

        return People(self.games, self.history, self.learned)

    @cached_property
    def exchange(self) -> Exchange:
        """Export and import."""
        from companion.store.arriving import Arriving
        from companion.store.exchange import Exchange

        records, learned, settings = self._records, self.learned, self.settings
        arriving = Arriving(
            self._folder, records, self._past_list, self.history, learned, settings, self.notices
        )
        return Exchange(
            self._folder, self.boards, records, arriving, learned, settings, self.notices
        )

    # Opening and closing

    @classmethod
    def open(
        cls,
        folder: Path,
        boards: Boards,
        now: Callable[[], datetime] = local_time,
    ) -> Store:
        """Open a folder, which need not exist yet; `AlreadyOpen` if somebody else has it open.

        What is damaged is dealt with before this returns: see `notices`.
        """
        store = cls(folder, boards, now)
        store._prepare()
        try:
            store._check()
        except BaseException:
            store.close()
            raise
        return store

    def close(self) -> None:
        """Let others open the folder. Everything is on disk already."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _prepare(self) -> None:
        folders = [self._folder, *(self._folder / name for name in FOLDERS)]
        try:
            for folder in folders:
                make_folder(folder)
            self._lock = locked(self._folder / "lock")
        except OSError as error:
            self.notices.tell(phrase("Nothing can be saved: {reason}.", reason=reason_of(error)))
            return
        close_to_others(self._folder)
        # The finished games are many: what a kill left there is nobody's business at the start.
        for folder in (self._folder, self._records.going.path):
            sweep(folder)
        self._records.tidy()

    def _check(self) -> None:
        """Read the small files, so that damage is found and told now. No game is read."""
        self._try(self.settings.database.storage.read)
        self._try(self.learned.check)
        if any(lexists(self._folder / name) for name in (*ON_THE_WAY, FIRST_VERSION)):
            self._try(self.exchange.complete)

    def _try(self, action: Callable[[], object]) -> None:
        try:
            action()
        except Refused as problem:
            self.notices.tell(problem.phrase)
