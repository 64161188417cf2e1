"""Export: one game as a record, the whole store as an archive.

An archive is a text file with a JSON object on each line: the learned data and the settings on the
first line, then the imported boards, then one record per game.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.rules.errors import Malformed, UnusableFile
from companion.rules.format import Format
from companion.rules.json_reader import encode_json
from companion.rules.record import write_record
from companion.rules.wording import phrase
from companion.store.errors import AlreadyOpen, NoSuchGame, NotSaved, NotUnderstood, Stopped
from companion.store.files import UNFINISHED, create_file
from companion.store.progress import Cancelled, Progress, never_cancelled, no_progress
from companion.store.saved_game import SUMMARY, SavedGame

if TYPE_CHECKING:
    from companion.store.games import GameRepository
    from companion.store.imported_boards import ImportedBoardFolder
    from companion.store.learned import Learned
    from companion.store.lock import FolderLock
    from companion.store.notices import Notices
    from companion.store.settings import SettingsFile

ARCHIVE = Format("railkeeper-archive", phrase("The archive"))


def shared_record(saved: SavedGame) -> str:
    """The text of a record file of a game, to be shared: the game, its id and its times.

    It holds no notes about people, such as who was renamed or forgotten here.
    """
    return write_record(replace(saved, renamed=0, forgotten=(), turned=0).record)


class Exporter:
    """Writes archives. May run in another thread, one export at a time."""

    def __init__(
        self,
        folder: Path,
        games: GameRepository,
        boards: ImportedBoardFolder,
        learned: Learned,
        settings: SettingsFile,
        notices: Notices,
        lock: FolderLock,
    ) -> None:
        self._games = games
        self._boards = boards
        self._learned = learned
        self._settings = settings
        self._notices = notices
        self._lock = lock
        # Ends like a temporary file, so that the next start deletes it.
        self._path = folder / f"everything.json{UNFINISHED}"

    def archive(
        self, progress: Progress = no_progress, cancelled: Cancelled = never_cancelled
    ) -> Path:
        """Write an archive file, which exists until the next export or the next start.

        Holds one game in memory at a time. `Stopped` if cancelled, `NotSaved` if there is no space.
        """
        try:
            self._lock.acquire()
            return self._write(self._path, progress, cancelled)
        except (NotSaved, AlreadyOpen) as problem:
            # A data folder that cannot be written to can still be exported.
            from tempfile import gettempdir

            try:
                elsewhere = Path(gettempdir()) / self._path.name
            except OSError:
                raise problem from None
            return self._write(elsewhere, progress, cancelled)

    def _write(self, path: Path, progress: Progress, cancelled: Cancelled) -> Path:
        learned, settings = self._learned.rows(), self._settings.changed()

        def first_line(games: int) -> bytes:
            header = {
                "format": ARCHIVE.stamp,
                "games": games,
                "learned": learned,
                "settings": settings,
            }
            return encode_json(header)

        try:
            # A folder that cannot be listed is an error: the archive is complete or not written.
            ids = self._games.ids()
            with create_file(path) as file:
                # Overwritten at the end with the number of readable games, which is not longer.
                longest = first_line(len(ids))
                file.write(longest + b"\n")
                for board in self._boards.ids():
                    file.write(self._board_line(board))
                count = 0
                for done, id in enumerate(ids):
                    if cancelled():
                        raise Stopped(phrase("Stopped. Nothing was saved."))
                    progress(done, len(ids))
                    line = self._line(id)
                    if line is not None:
                        file.write(line + b"\n")
                        count += 1
                file.seek(0)
                file.write(first_line(count).ljust(len(longest)))
        except BaseException as problem:
            with suppress(OSError):
                path.unlink()
            if isinstance(problem, OSError):
                raise NotSaved.because(problem) from problem
            raise
        return path

    def _board_line(self, id: str) -> bytes:
        """The line of a board; empty if it cannot be read, which the notices say."""
        with suppress(UnusableFile):
            return encode_json(self._boards.read(id).source or {}) + b"\n"
        return b""

    def _line(self, id: str) -> bytes | None:
        """The line of a game; None if it cannot be read or written as JSON."""
        try:
            value = self._games.record_value(id)
            return encode_json(
                {name: value[name] for name in value if name not in (SUMMARY, "renamed")}
            )
        except NoSuchGame:
            return None
        except Malformed as problem:
            self._notices.add(NotUnderstood.because(problem.phrase).phrase)
        except UnusableFile as problem:
            self._notices.add(problem.phrase)
        return None
