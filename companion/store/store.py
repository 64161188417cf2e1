"""The data folder: games, imported boards, learned data, settings, last location."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.rules.boards import Boards
from companion.rules.errors import Refused
from companion.rules.wording import phrase
from companion.store.database import Database
from companion.store.errors import Notices, NotSaved
from companion.store.failed_starts import FailedStarts
from companion.store.files import UNFINISHED, FolderLock, delete_files, make_private
from companion.store.games import ENDINGS, GAMES, GameRepository
from companion.store.imported_boards import BOARDS, ImportedBoardFolder
from companion.store.learned import LEARNED, Learned
from companion.store.saved_game import local_time
from companion.store.settings import SETTINGS, SettingsFile
from companion.store.storage import read_private, write_private

if TYPE_CHECKING:
    from companion.store.archive import Exporter
    from companion.store.guest_access import GuestAccessFile
    from companion.store.importing import Importer
    from companion.store.players import Players


class LastLocation(NamedTuple):
    """A game and a page; empty if no game was open."""

    game: str = ""
    """The game's id."""
    page: str = ""


class LastLocationFile:
    """The game and the page that were open last, so that the app restarts there after a kill.

    Nothing else depends on it: a file that cannot be read or written is ignored.
    """

    def __init__(self, path: Path, lock: FolderLock) -> None:
        self._path = path
        self._lock = lock
        self._written: LastLocation | None = None

    def read(self) -> LastLocation:
        """The last location."""
        if self._written is None:
            fields = read_private(self._path) or {}
            self._written = LastLocation(fields.get("game", ""), fields.get("page", ""))
        return self._written

    def write(self, game: str = "", page: str = "") -> None:
        """Save the current location if it has changed.

        Without a game the page does not matter, so that paging through the app writes nothing.
        """
        location = LastLocation(game, page) if game else LastLocation()
        if location != self.read():
            self._written = location
            with suppress(Refused):
                self._lock.acquire()
                write_private(self._path, location._asdict())


class Store:
    """An open data folder.

    Any thread may use the store. Operations on games, and changes of one file, run one after the
    other; an import or export is many operations, between which others can run.
    """

    games: GameRepository
    """The games in progress, finished and removed."""
    learned: Learned
    """Players, boards, tickets and board corrections of earlier games."""
    settings: SettingsFile
    """The keeper's settings."""
    last_location: LastLocationFile
    """The game and the page that were open last."""
    failed_starts: FailedStarts
    """How many starts of the app in a row have failed."""
    notices: Notices
    """Sentences for the keeper about damaged or unreadable files."""
    imported_boards: ImportedBoardFolder
    """The boards that the keeper has imported."""
    boards: Boards
    """The boards that games can be on: those passed to the store, and the imported ones."""

    def __init__(self, folder: Path, boards: Boards, now: Callable[[], datetime]) -> None:
        self._folder = folder
        self._lock = lock = FolderLock(folder, (GAMES, ENDINGS, BOARDS))
        self.notices = notices = Notices()
        self.imported_boards = ImportedBoardFolder(folder / BOARDS, boards.bundled, notices, lock)
        self.boards = boards = boards.with_imported(self.imported_boards)
        learned = Database(folder / "learned.json", LEARNED, notices, lock)
        self.learned = Learned(learned, now)
        self.settings = SettingsFile(Database(folder / "settings.json", SETTINGS, notices, lock))
        self.last_location = LastLocationFile(folder / "last_location.json", lock)
        self.failed_starts = FailedStarts(folder / "failed_starts", lock)
        self._guest_access_path = folder / "guests.json"
        self.games = GameRepository(folder, boards, self.learned, notices, lock, now)

    # Not needed for the first page, so their modules are imported later.

    @cached_property
    def players(self) -> Players:
        """Renaming, merging and forgetting players."""
        from companion.store.players import Players

        return Players(self.games, self.learned)

    @cached_property
    def guest_access(self) -> GuestAccessFile:
        """How guests reach the app while the game is shared."""
        from companion.store.guest_access import GuestAccessFile

        return GuestAccessFile(self._guest_access_path, self._lock)

    def has_guest_access(self) -> bool:
        """Whether a game was shared when the app was killed; nothing is imported or read."""
        return self._guest_access_path.exists()

    @cached_property
    def exporter(self) -> Exporter:
        """Export of archives."""
        from companion.store.archive import Exporter

        return Exporter(
            self._folder,
            self.games,
            self.imported_boards,
            self.learned,
            self.settings,
            self.notices,
            self._lock,
        )

    @cached_property
    def importer(self) -> Importer:
        """Import of records and archives."""
        from companion.store.importing import Importer

        return Importer(self.boards, self.imported_boards, self.games, self.learned, self.settings)

    @classmethod
    def open(
        cls,
        folder: Path,
        boards: Boards,
        now: Callable[[], datetime] = local_time,
    ) -> Store:
        """Open a folder, which need not exist yet; `AlreadyOpen` if another process has it open.

        Damaged settings and learned data are replaced by their backup copies; see `notices`.
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
        """Release the lock. All data is on disk already."""
        self._lock.release()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _prepare(self) -> None:
        """Make and lock the folder, and clean up after a kill."""
        try:
            self._lock.acquire()
        except NotSaved as problem:
            reason = problem.phrase.values["reason"]
            self.notices.add(phrase("Nothing can be saved: {reason}.", reason=reason))
            return
        make_private(self._folder)
        delete_files(self._folder, UNFINISHED)
        self.imported_boards.clean_up()
        self.games.clean_up()

    def _check(self) -> None:
        """Read the small files, so that damage is found now. No game is read."""
        for read in (self.settings.database.storage.read, self.learned.database.storage.read):
            try:
                read()
            except Refused as problem:
                self.notices.add(problem.phrase)
