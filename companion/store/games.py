"""The repository of games: every record, in progress, finished or removed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

from companion.rules.errors import Refused, UnusableFile
from companion.store.errors import (
    NoSuchGame,
    NotSaved,
    already_there,
    no_such_game,
    unreadable_file,
)
from companion.store.files import UNFINISHED, delete_file, delete_files, read_file, write_file
from companion.store.one_at_a_time import one_at_a_time
from companion.store.progress import Cancelled, Progress, never_cancelled, no_progress
from companion.store.record_folder import RecordFolder
from companion.store.record_header import (
    FinishedGame,
    GameInProgress,
    UnreadableGame,
    by_date,
    by_last_change,
    header_of,
    listed_game,
)
from companion.store.renaming import Renaming, last_number
from companion.store.saved_game import SavedGame

if TYPE_CHECKING:
    from companion.rules.boards import Boards
    from companion.rules.game import Game
    from companion.rules.setup import Setup
    from companion.store.learned import Learned
    from companion.store.lock import FolderLock
    from companion.store.notices import Notices

FOLDERS = ("in_progress", "finished", "removed")


class GameRepository:
    """Saved games, each a record file in one of three folders: in progress, finished, removed.

    A game is finished if its record is marked so, or if it is in the folder of finished games. So
    finishing is the one write of the record and reopening the one write after the move: a process
    killed between write and move leaves the game finished. Removing and restoring are one rename.

    Lists show the headers of the records. The headers of finished games stay in memory; each
    write drops the header of its game, and the next list reads it again.
    """

    def __init__(
        self,
        root: Path,
        boards: Boards,
        learned: Learned,
        notices: Notices,
        lock: FolderLock,
        now: Callable[[], datetime],
    ) -> None:
        self._in_progress, self._finished, self._removed = (
            RecordFolder(root / name, boards, learned.renamings, notices, lock, self._has_file)
            for name in FOLDERS
        )
        self._endings = root / "endings"
        self._lock = lock
        self._boards = boards
        self._learned = learned
        self._notices = notices
        self._now = now
        self._unreadable: dict[str, UnreadableGame] = {}
        self._restorable: dict[str, tuple[RecordFolder, GameInProgress | FinishedGame | None]] = {}
        """Removed games with the folder they came from."""
        self._headers: dict[str, FinishedGame | None] = {}
        """Finished games as lists show them; None for one that cannot be read."""
        self._headers_complete = False
        """Whether `load_finished_headers` has run to its end with the renamings below."""
        self._headers_renamings: Sequence[Renaming] = ()
        self.lock = RLock()
        """Held during each operation."""

    def clean_up(self) -> None:
        """Finish moves that a kill cut short, and delete what was removed in an earlier run."""
        # Only the small folder: temporary files among thousands of finished games do no harm.
        delete_files(self._in_progress.path, UNFINISHED)
        for id in self._removed.visible_ids():
            self._finished.delete_stray_copy(id)
        for id in self._in_progress.stray_copies():
            self._in_progress.delete_stray_copy(id)
        delete_files(self._removed.path)
        for id in self._in_progress.visible_ids():
            if self._is_marked_finished(id):
                with suppress(Refused):
                    self._in_progress.move(id, self._finished)

    # Games in progress

    @one_at_a_time
    def in_progress(self) -> list[GameInProgress]:
        """Every game in progress, the one changed last first."""
        games = (self._listed(self._in_progress, id) for id in self._in_progress.visible_ids())
        return by_last_change(game for game in games if isinstance(game, GameInProgress))

    def has_games_in_progress(self) -> bool:
        """Whether there may be a game in progress, without reading one."""
        return bool(self._in_progress.visible_ids())

    @one_at_a_time
    def unreadable_in_progress(self) -> list[UnreadableGame]:
        """The games in progress that cannot be read."""
        self.in_progress()
        return self._unreadable_in(self._in_progress)

    @one_at_a_time
    def removed_in_progress(self) -> list[GameInProgress]:
        """The games in progress that were removed and can be restored."""
        return [game for game in self._removed_games() if isinstance(game, GameInProgress)]

    # Finished games

    @one_at_a_time
    def finished(self) -> list[FinishedGame]:
        """Every finished game, the latest first.

        `UnusableFile` if the folder cannot be listed.
        """
        self.load_finished_headers()
        return by_date(game for game in self._headers.values() if game is not None)

    @property
    def is_finished_loaded(self) -> bool:
        """Whether `finished` has little to read, so that a page need not start a thread."""
        return self._headers_complete and self._headers_renamings == self._learned.renamings()

    def load_finished_headers(
        self, progress: Progress = no_progress, cancelled: Cancelled = never_cancelled
    ) -> bool:
        """Read the headers that `finished` needs; False if cancelled.

        May run in another thread; other operations can run between two headers. What it has read
        before a cancellation is not read again.
        """
        missing = self._missing_headers()
        for done, id in enumerate(missing):
            if cancelled():
                self._headers_complete = False
                return False
            progress(done, len(missing))
            self._load_header(id)
        self._headers_complete = True
        return True

    @one_at_a_time
    def unreadable_finished(self) -> list[UnreadableGame]:
        """The finished games that could not be read when they were listed or opened."""
        return self._unreadable_in(self._finished)

    @one_at_a_time
    def removed_finished(self) -> list[FinishedGame]:
        """The finished games that were removed and can be restored."""
        return [game for game in self._removed_games() if isinstance(game, FinishedGame)]

    # One game

    @one_at_a_time
    def open(self, id: str) -> SavedGame:
        """A game; `NoSuchGame` if there is none, `UnusableFile` if it cannot be read."""
        return self._read(self._folder_of(id), id)

    @one_at_a_time
    def has(self, id: str) -> bool:
        """Whether a game in progress or finished has this id; removed games do not count."""
        return self._finished.has(id) or self._in_progress.has(id)

    @one_at_a_time
    def listed(self, id: str) -> GameInProgress | FinishedGame | None:
        """A game as lists show it; None if it cannot be read, `NoSuchGame` if there is none."""
        return self._listed(self._folder_of(id), id)

    @one_at_a_time
    def content(self, id: str) -> bytes:
        """The bytes of a game's file, readable or not, for an export as it is."""
        return self._folder_of(id).content(id)

    @one_at_a_time
    def begin(self, setup: Setup) -> SavedGame:
        """Begin a game on the board with the keeper's corrections."""
        from companion.rules.game import Game

        game = Game.begin(replace(setup, board=self._learned.with_corrections(setup.board)))
        saved = SavedGame.new(game, self._now(), last_number(self._learned.renamings()))
        self._in_progress.write(saved)
        self._learn(lambda: self._learned.remember_setup(setup, self._now()))
        return saved

    def save(self, saved: SavedGame, game: Game) -> SavedGame:
        """Save an entry, an undo or a correction, in a game in progress or a finished one."""
        if saved.finished is None:
            return self._write(saved.with_game(game, self._now()))
        return self._write(replace(saved, game=game))

    def save_notes(self, saved: SavedGame) -> SavedGame:
        """Save a game whose notes have changed: orientation, selection, title; this is no entry."""
        return self._write(saved)

    @one_at_a_time
    def finish(self, saved: SavedGame) -> SavedGame:
        """Finish a game at the time of its last entry; learn tickets the bundled deck lacks."""
        self._check_not_moved(saved.id)
        finished = replace(saved, finished=saved.changed)
        self._in_progress.write(finished)
        # The record is marked as finished: if the move fails, `clean_up` repeats it.
        with suppress(NotSaved):
            self._in_progress.move(saved.id, self._finished)
        self._headers.pop(saved.id, None)
        board = saved.game.setup.board
        held = [each for player in saved.game.state.players.values() for each in player.tickets]
        self._learn(lambda: self._learned.remember_tickets(board, held))
        return finished

    @one_at_a_time
    def reopen(self, saved: SavedGame) -> SavedGame:
        """Make a finished game a game in progress again."""
        folder, reopened = self._finished_folder_of(saved.id), replace(saved, finished=None)
        if folder is self._finished:
            # A record restored from its backup copy may not be marked as finished.
            if not folder.is_finished(saved.id):
                folder.write(saved)
            folder.move(saved.id, self._in_progress)
        try:
            self._in_progress.write(reopened)
        except NotSaved:
            with suppress(NotSaved):
                self._in_progress.move(saved.id, self._finished)
            raise
        finally:
            self._headers.pop(saved.id, None)
        return reopened

    @one_at_a_time
    def remove(self, id: str) -> None:
        """Remove a game; `restore` brings it back until the store is closed."""
        folder = self._folder_of(id)
        game = self._listed(folder, id)
        self._removed.delete(id)
        folder.move(id, self._removed)
        self._restorable[id] = folder, game
        self._headers.pop(id, None)

    @one_at_a_time
    def restore(self, id: str) -> None:
        """Undo `remove`; `Refused` if the game was imported again in the meantime."""
        if id not in self._restorable or not self._removed.has(id):
            raise no_such_game()
        if self.has(id):
            raise already_there()
        folder, _ = self._restorable[id]
        self._removed.move(id, folder)
        del self._restorable[id]

    # The ending, a private file of a game

    @one_at_a_time
    def load_ending(self, id: str) -> dict[str, Any] | None:
        """What was saved about the end of a game; None if nothing was or it is damaged."""
        try:
            value = json.loads(read_file(self._endings / f"{id}.json"))
        except (OSError, ValueError, RecursionError):
            return None
        return value if isinstance(value, dict) else None

    @one_at_a_time
    def save_ending(self, id: str, value: Mapping[str, Any] | None) -> None:
        """Save something about the end of a game, or delete it; it is not exported."""
        path = self._endings / f"{id}.json"
        if value is None:
            with suppress(OSError):
                delete_file(path)
        else:
            self._lock.acquire()
            try:
                self._endings.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise NotSaved.because(error) from error
            write_file(path, json.dumps(value) + "\n")

    # Export and import

    @one_at_a_time
    def ids(self) -> list[str]:
        """The ids of all games in progress and finished; `OSError` if a folder cannot be listed."""
        return [*sorted(self._in_progress.ids()), *sorted(self._finished.ids())]

    @one_at_a_time
    def record_value(self, id: str) -> Mapping[str, Any]:
        """The record of a game as JSON holds it, without replaying its events."""
        folder = self._folder_of(id)
        value = folder.read_value(id)
        # A backup copy from before the game was finished is not marked as finished.
        return {"finished": value.get("changed"), **value} if folder is self._finished else value

    @one_at_a_time
    def add(self, id: str, text: str, *, finished: bool) -> None:
        """Save the file of an imported game under an id that no game has."""
        if self.has(id):
            raise already_there()
        (self._finished if finished else self._in_progress).write_text(id, text)
        # Thousands may follow: the next list reads them in a thread.
        self._headers_complete = False

    # Reading

    def _listed(self, folder: RecordFolder, id: str) -> GameInProgress | FinishedGame | None:
        """A game for a list; None if it is not there or cannot be read."""
        is_known = id in self._unreadable
        # A finished game whose header is good stays in its list, also if its events are not.
        if folder is self._finished or not is_known:
            game = folder.listed(id)
            if isinstance(game, FinishedGame) or (game and folder is not self._finished):
                return game
        try:
            saved = self._read(folder, id)
        except NoSuchGame:
            return None
        except UnusableFile as problem:
            if folder is self._in_progress and not is_known:
                self._notices.add(problem.phrase)
            return None
        return listed_game(header_of(saved), id, self._boards)

    def _read(self, folder: RecordFolder, id: str) -> SavedGame:
        try:
            saved = folder.read(id)
        except UnusableFile as problem:
            self._unreadable[id] = UnreadableGame(id, folder.file(id).name, problem.phrase)
            raise
        if self._unreadable.pop(id, None) is not None:
            self._headers.pop(id, None)
        if folder is self._finished and saved.finished is None:
            # Read from a backup copy from before the game was finished.
            return replace(saved, finished=saved.changed)
        return saved

    @one_at_a_time
    def _missing_headers(self) -> set[str]:
        """The finished games whose header is not in memory; drops headers of other games."""
        renamings = self._learned.renamings()
        if renamings != self._headers_renamings:
            self._headers.clear()
            self._headers_renamings = renamings
        try:
            ids = self._finished.ids()
        except OSError as error:
            raise unreadable_file(self._finished.path, error) from error
        ids.update(filter(self._is_marked_finished, self._in_progress.visible_ids()))
        for id in self._headers.keys() - ids:
            del self._headers[id]
        return ids - self._headers.keys()

    @one_at_a_time
    def _load_header(self, id: str) -> None:
        """Read the header of a finished game, unless it was moved or removed in the meantime."""
        with suppress(NoSuchGame):
            game = self.listed(id)
            if not isinstance(game, GameInProgress):
                self._headers[id] = game

    def _is_marked_finished(self, id: str) -> bool:
        with suppress(Refused):
            return self._in_progress.is_finished(id)
        return False

    def _folder_of(self, id: str) -> RecordFolder:
        for folder in (self._finished, self._in_progress):
            if folder.has(id):
                return folder
        raise no_such_game()

    def _check_not_moved(self, id: str) -> None:
        """Refuse to write a game in progress that another thread has finished or removed."""
        if self._finished.has(id):
            raise already_there()
        if self._removed.has(id) and not self._in_progress.has(id):
            raise no_such_game()

    def _finished_folder_of(self, id: str) -> RecordFolder:
        """The folder of a finished game; `NoSuchGame` if another thread has reopened it."""
        folder = self._folder_of(id)
        if folder is self._in_progress and not folder.is_finished(id):
            raise no_such_game()
        return folder

    def _has_file(self, id: str) -> bool:
        folders = (self._in_progress, self._finished, self._removed)
        return any(os.path.lexists(folder.file(id)) for folder in folders)

    def _unreadable_in(self, folder: RecordFolder) -> list[UnreadableGame]:
        return [game for id, game in sorted(self._unreadable.items()) if folder.has(id)]

    def _removed_games(self) -> list[GameInProgress | FinishedGame]:
        games = (game for _, game in self._restorable.values() if game is not None)
        # A removed game that was imported again is in the other lists.
        return [game for game in games if not self.has(game.id)]

    @one_at_a_time
    def _write(self, saved: SavedGame) -> SavedGame:
        if saved.finished is None:
            self._check_not_moved(saved.id)
            self._in_progress.write(saved)
        else:
            self._finished_folder_of(saved.id).write(saved)
            self._headers.pop(saved.id, None)
        return saved

    def _learn(self, learn: Callable[[], None]) -> None:
        """Learn from a game; a failure becomes a notice and does not refuse the game."""
        try:
            learn()
        except Refused as problem:
            self._notices.add(problem.phrase)
