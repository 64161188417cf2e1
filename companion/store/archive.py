"""Archives of the whole store: how they are written and read.

An archive is a text file with a JSON object on each line: the learned data and the settings on the
first line, then the imported boards, then one record per game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from companion.rules.errors import Malformed, NewerVersion, UnusableFile
from companion.rules.json_reader import BOARD_FORMAT, RECORD_LIMITS, Format, encode_json, read_json
from companion.rules.record import write_record
from companion.rules.wording import phrase
from companion.store.errors import AlreadyOpen, NoSuchGame, NotSaved, Stopped, stopped_import
from companion.store.files import UNFINISHED, create_file
from companion.store.saved_game import SUMMARY, SavedGame
from companion.store.threads import Cancelled, Progress, never_cancelled, no_progress

if TYPE_CHECKING:
    from companion.store.errors import Notices
    from companion.store.files import FolderLock
    from companion.store.games import GameRepository
    from companion.store.imported_boards import ImportedBoardFolder
    from companion.store.learned import Learned
    from companion.store.settings import SettingsFile

ARCHIVE = Format("railkeeper-archive", phrase("The archive"))

LARGEST_ARCHIVE = 512 * 1024 * 1024
"""Bytes an archive may have."""
MOST_GAMES = 50_000
"""Games an archive may have."""
MOST_BOARD_BYTES = 16 * 1024 * 1024
"""Bytes of all boards of an archive, which are in memory during its import."""
MOST_BROKEN_FIRST = 1000
"""A file with more broken or blank lines before the first game is not an archive."""


def format_name(value: object) -> str:
    """The name of the format of a JSON object; empty if it has none."""
    stamp = value.get("format") if isinstance(value, dict) else None
    return stamp.partition("/")[0] if isinstance(stamp, str) else ""


def is_board(line: bytes) -> bool:
    """Whether a line of an archive is a board; a game may contain one."""
    if BOARD_FORMAT.name.encode() in line:
        with suppress(Malformed):
            return format_name(read_json(line)) == BOARD_FORMAT.name
    return False


def read_lines(
    file: IO[bytes], cancelled: Cancelled = never_cancelled
) -> tuple[dict[str, Any] | None, Iterator[tuple[int, bytes]]]:
    """The first line of an archive, and its other lines, each with its offset.

    None and the whole content of a file that is not an archive. `NewerVersion` for an archive of a
    later version; `Malformed` if it is too large.
    """
    first = file.readline(RECORD_LIMITS.bytes + 1)
    header: object = None
    with suppress(Malformed):
        header = read_json(first) if ARCHIVE.name.encode() in first else None
    if format_name(header) != ARCHIVE.name:
        rest = file.read(max(0, RECORD_LIMITS.bytes + 1 - len(first)))
        return None, iter([(0, first + rest)])
    return ARCHIVE.check(header), _lines(file, len(first), cancelled)


def _lines(file: IO[bytes], start: int, cancelled: Cancelled) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank; of a line that is too long only the beginning."""
    blank = 0
    while line := file.readline(RECORD_LIMITS.bytes + 1):
        if cancelled():
            raise stopped_import()
        blank += line.isspace()
        if blank > MOST_BROKEN_FIRST:
            raise no_archive()
        if not line.isspace():
            yield start, line
        start += len(line)
        while not line.endswith(b"\n") and (line := file.readline(RECORD_LIMITS.bytes)):
            start += len(line)
        if start > LARGEST_ARCHIVE:
            raise Malformed(phrase("The file is too large."))


def no_archive() -> Malformed:
    """The refusal of a file without games."""
    return Malformed(phrase("The file is not an archive: no game in it can be read."))


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
        header = {
            "format": ARCHIVE.stamp,
            "learned": self._learned.rows(),
            "settings": self._settings.changed(),
        }
        try:
            # A folder that cannot be listed is an error: the archive is complete or not written.
            ids = self._games.ids()
            with create_file(path) as file:
                # Overwritten at the end with the number of readable games, which is not longer.
                longest = encode_json({**header, "games": len(ids)})
                file.write(longest + b"\n")
                for board in self._boards.ids():
                    file.write(self._board_line(board))
                count = 0
                for done, id in enumerate(ids):
                    if cancelled():
                        raise Stopped(phrase("Stopped. Nothing was saved."))
                    progress(done, len(ids))
                    line = self._game_line(id)
                    file.write(line)
                    count += bool(line)
                file.seek(0)
                file.write(encode_json({**header, "games": count}).ljust(len(longest)))
        except BaseException as problem:
            with suppress(OSError):
                path.unlink()
            if isinstance(problem, OSError):
                raise NotSaved.because(problem) from problem
            raise
        return path

    def _board_line(self, id: str) -> bytes:
        """The line of a board; empty if it cannot be read, which the notices say."""
        try:
            return encode_json(self._boards.read(id).source or {}) + b"\n"
        except NewerVersion:
            return _unchanged(self._boards.content(id))
        except UnusableFile:
            return b""

    def _game_line(self, id: str) -> bytes:
        """The line of a game; empty if it cannot be read."""
        try:
            value = self._games.record_value(id)
            exported = {name: value[name] for name in value if name not in (SUMMARY, "renamed")}
            return encode_json(exported) + b"\n"
        except NewerVersion:
            return _unchanged(self._games.content(id))
        except NoSuchGame:
            pass
        except (Malformed, UnusableFile) as problem:
            self._notices.add(problem.phrase)
        return b""


def _unchanged(content: bytes) -> bytes:
    """A file that was made with a newer version of the app as one line."""
    return encode_json(json.loads(content)) + b"\n"
