"""The data folder: games, imported boards, learned data, settings, the state of the last run."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from companion.rules.boards import Boards
from companion.rules.errors import Refused
from companion.rules.wording import phrase
from companion.store.database import Database
from companion.store.errors import NotSaved
from companion.store.files import DataFolder, read_file, write_new
from companion.store.games import GameRepository
from companion.store.guest_access import GuestAccessFile
from companion.store.imported_boards import ImportedBoardFolder
from companion.store.json_folder import read_private, write_private
from companion.store.learned import LEARNED, Learned
from companion.store.players import Players
from companion.store.saved_game import local_time
from companion.store.settings import SETTINGS, SettingsFile

MOST_FAILED_STARTS = 2
"""Failed starts in a row after which the app starts with as little as possible."""


class FailedStarts:
    """How many starts in a row have failed, in a file that exists until a start succeeds."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder
        self._path = folder.path / "failed_starts"

    def begin(self) -> bool:
        """Count this start as failed until `succeed`; whether too many failed before it."""
        before = 0
        with suppress(OSError, ValueError):
            before = max(0, int(read_file(self._path)))
        with suppress(Refused, OSError):
            self._folder.acquire()
            # No fsync: the app has to survive its own failures here, not a power loss.
            write_new(self._path, b"%d\n" % (before + 1), fsync=False)
        return before >= MOST_FAILED_STARTS

    def succeed(self) -> None:
        """Remember that the app can be used: no start has failed."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


class LastLocation(NamedTuple):
    """A game and a page; empty if no game was open."""

    game: str = ""
    """The game's id."""
    page: str = ""


class LastLocationFile:
    """The game and the page that were open last, so that the app restarts there after a kill.

    Nothing else depends on it: a file that cannot be read or written is ignored.
    """

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder
        self._path = folder.path / "last_location.json"
        self._written: LastLocation | None = None

    def read(self) -> LastLocation:
        """The last location."""
        if self._written is None:
            fields = read_private(self._path) or {}
            self._written = LastLocation(fields.get("game", ""), fields.get("page", ""))
        return self._written

    def write(self, game: str = "", page: str = "") -> None:
        """Save the current location if it has changed; without a game the page does not matter."""
        location = LastLocation(game, page) if game else LastLocation()
        if location != self.read():
            self._written = location
            with suppress(Refused):
                write_private(self._folder, self._path, location._asdict())


class Store:
    """An open data folder.

    Any thread may use the store. Operations on games, and changes of one file, run one after the
    other; an import or export is many operations, between which others can run.
    """

    def __init__(self, path: Path, boards: Boards, now: Callable[[], datetime]) -> None:
        self.folder = folder = DataFolder(path)
        """The folder and its lock."""
        self.notices = folder.notices
        """Sentences for the keeper about damaged or unreadable files."""
        self.imported_boards = ImportedBoardFolder(folder, boards.bundled)
        """The boards that the keeper has imported."""
        self.boards = boards.with_imported(self.imported_boards)
        """The boards that games can be on: those passed to the store, and the imported ones."""
        self.learned = Learned(Database(folder, "learned", LEARNED), now)
        """Players, boards, tickets and board corrections of earlier games."""
        self.settings = SettingsFile(Database(folder, "settings", SETTINGS))
        """The keeper's settings."""
        self.last_location = LastLocationFile(folder)
        """The game and the page that were open last."""
        self.failed_starts = FailedStarts(folder)
        """How many starts of the app in a row have failed."""
        self.games = GameRepository(folder, self.boards, self.learned, now)
        """The games in progress, finished and removed."""
        self.players = Players(self.games, self.learned)
        """Renaming, merging and forgetting players."""
        self.guest_access = GuestAccessFile(folder)
        """How guests reach the app while the game is shared."""
        self._import_folder_path = path / "import_folder.json"

    @property
    def import_folder(self) -> Path | None:
        """The folder of the file that was imported last, if there was one."""
        name = (read_private(self._import_folder_path) or {}).get("folder")
        return Path(name) if name else None

    def remember_import_folder(self, path: Path) -> None:
        """Remember a folder; one that cannot be saved is ignored."""
        if str(path).isprintable() and path != self.import_folder:
            with suppress(Refused):
                write_private(self.folder, self._import_folder_path, {"folder": str(path)})

    @classmethod
    def open(cls, folder: Path, boards: Boards, now: Callable[[], datetime] = local_time) -> Store:
        """Open a folder, which need not exist yet; `AlreadyOpen` if another process has it open.

        Damaged settings and learned data are replaced by their backup copies; see `notices`.
        """
        store = cls(folder, boards, now)
        try:
            store.folder.acquire()
        except NotSaved as problem:
            reason = problem.phrase.values["reason"]
            store.notices.add(phrase("Nothing can be saved: {reason}.", reason=reason))
        else:
            store.folder.clean_up()
            store.imported_boards.clean_up()
            store.games.clean_up()
        # The small files are read now, so that damage is found. No game is read.
        for database in (store.settings.database, store.learned.database):
            with store.notices.instead_of_refusal():
                database.storage.read()
        return store

    def close(self) -> None:
        """Release the lock. All data is on disk already."""
        self.folder.release()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
