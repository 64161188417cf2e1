"""Archives of the whole store: how they are written and read.

An archive is a text file with a JSON object on each line: the learned data and the settings on the
first line, then the imported boards, then one record per game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from companion.rules.errors import Malformed, NewerVersion, UnusableFile
from companion.rules.json_reader import (
    BOARD_FORMAT,
    LARGEST_ARCHIVE,
    MAP_LIMITS,
    MOST_LINES,
    RECORD_LIMITS,
    Format,
    encode_json,
    read_json,
)
from companion.rules.record import write_record
from companion.rules.wording import phrase
from companion.store.errors import (
    AlreadyOpen,
    Cancelled,
    NoSuchFile,
    Notices,
    NotSaved,
    Progress,
    never_cancelled,
    no_progress,
    stoppable,
    writing,
)
from companion.store.files import UNFINISHED, create_file
from companion.store.saved_game import SavedGame

if TYPE_CHECKING:
    from companion.store.store import Store

ARCHIVE = Format("railkeeper-archive", phrase("The archive"))


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


def read_lines(file: IO[bytes]) -> tuple[dict[str, Any] | None, Iterator[tuple[int, bytes]]]:
    """The first line of an archive, and its other lines, each with its offset.

    None and the whole content of a file that is not an archive. `NewerVersion` for an archive of a
    later version; `Malformed` if it is too large.
    """
    first = file.readline(RECORD_LIMITS.bytes + 1)
    header: object = None
    with suppress(Malformed):
        header = read_json(first) if ARCHIVE.name.encode() in first else None
    if format_name(header) != ARCHIVE.name:
        rest = file.read(max(0, MAP_LIMITS.bytes + 1 - len(first)))
        return None, iter([(0, first + rest)])
    return ARCHIVE.check(header), _lines(file, len(first))


def _lines(file: IO[bytes], start: int) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank; of a line that is too long only the beginning."""
    number = 0
    while line := file.readline(RECORD_LIMITS.bytes + 1):
        number += 1
        if not line.isspace():
            yield start, line
        start += len(line)
        while not line.endswith(b"\n") and (line := file.readline(RECORD_LIMITS.bytes)):
            start += len(line)
        if number > MOST_LINES or start > LARGEST_ARCHIVE:
            raise Malformed(phrase("The file is too large."))


def shared_record(saved: SavedGame) -> str:
    """The text of a record file of a game, to be shared: the game, its id and its times.

    It holds no metadata about people, such as who was renamed or handed in tickets here.
    """
    return write_record(replace(saved, renamed=0, forgotten=(), turned=0, ending={}).record)


def write_archive(
    store: Store, progress: Progress = no_progress, cancelled: Cancelled = never_cancelled
) -> Path:
    """Write an archive file, which exists until the next export or the next start.

    Holds one game in memory at a time. `Stopped` if cancelled, `NotSaved` if there is no space.
    May run in another thread, one export at a time.
    """
    step = stoppable(progress, cancelled, phrase("Stopped. Nothing was saved."))
    # Ends like a temporary file, so that the next start deletes it.
    name = f"everything.json{UNFINISHED}"
    try:
        store.folder.acquire()
        return _write(store, store.folder.path / name, step)
    except (NotSaved, AlreadyOpen):
        # A data folder that cannot be written to can still be exported.
        from tempfile import gettempdir

        return _write(store, Path(gettempdir()) / name, step)


def _write(store: Store, path: Path, step: Progress) -> Path:
    games, boards = store.games, store.imported_boards
    header = {
        "format": ARCHIVE.stamp,
        "learned": store.learned.rows(),
        "settings": store.settings.changed(),
    }
    try:
        with writing(), create_file(path) as file:
            # A folder that cannot be listed is an error: the archive is complete or deleted.
            ids = games.ids()
            # Overwritten at the end with the number of readable games, which is not longer.
            longest = encode_json({**header, "games": len(ids)})
            file.write(longest + b"\n")
            for board in boards.ids():
                file.write(_line(board, boards.source, boards.content, store.notices))
            count = 0
            for done, id in enumerate(ids):
                step(done, len(ids))
                line = _line(id, games.exported_record, games.content, store.notices)
                file.write(line)
                count += bool(line)
            file.seek(0)
            file.write(encode_json({**header, "games": count}).ljust(len(longest)))
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise
    return path


def _line(
    id: str,
    read: Callable[[str], Mapping[str, Any]],
    content: Callable[[str], bytes],
    notices: Notices,
) -> bytes:
    """The line of a game or board; empty if it cannot be read, which the notices say.

    One that was made with a newer version of the app is unchanged.
    """
    try:
        return encode_json(read(id)) + b"\n"
    except NewerVersion:
        return encode_json(json.loads(content(id))) + b"\n"
    except NoSuchFile:
        pass
    except (Malformed, UnusableFile) as problem:
        notices.add(problem.phrase)
    return b""
