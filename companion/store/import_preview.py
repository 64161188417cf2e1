"""The preview of an import: which games of a file are new, already here or broken.

The file may come from anyone: sizes, depths and numbers are limited, and every game is replayed.
An id from the file is used only if it has the form of an id; other games get an id computed from
their content. The preview holds the position of each game in the file, not its content, so that
it stays small for a large file.
"""

from __future__ import annotations

import hashlib
import json
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal, NamedTuple

from companion.rules.board_summary import BoardSummary, summary_of
from companion.rules.errors import Malformed, Refused, UnusableFile
from companion.rules.format import RECORD
from companion.rules.record import (
    MAX_RECORD_BYTES,
    record_from_json,
    record_to_json,
)
from companion.rules.setup import Player
from companion.rules.wording import Phrase, phrase
from companion.store.board_import import BoardImporter, BoardPreview, is_board
from companion.store.errors import NoSuchGame, stopped_import, unreadable_file
from companion.store.exporting import ARCHIVE
from companion.store.record_folder import check_board_is_known
from companion.store.record_header import header_of, record_text_with
from companion.store.renaming import Renaming, apply_renamings, last_number
from companion.store.saved_game import SavedGame, content_id, is_id, parse_time
from companion.store.settings import setting_from
from companion.store.storage import parse_json

if TYPE_CHECKING:
    from companion.rules.board import Board
    from companion.rules.boards import Boards
    from companion.store.games import GameRepository
    from companion.store.progress import Cancelled, Progress

LARGEST_ARCHIVE = 512 * 1024 * 1024
"""Bytes an archive may have."""
MOST_GAMES = 50_000
"""Games an archive may have."""
MOST_BROKEN_SHOWN = 100
"""Broken games listed one by one; the others are counted."""
_MOST_BROKEN_FIRST = 1000
"""A file with more broken lines before the first game is not an archive."""

_MOST_BLANK = 1000
"""Nor is a file with more blank lines."""
_MOST_BOARD_LINES = 300
"""Lines of an archive that are read as boards."""

ImportStatus = Literal["new", "different", "there", "broken"]
"""New; another version of a known game, imported as a second game; already known; not a game."""


class GamePreview(NamedTuple):
    """One game of the file."""

    status: ImportStatus
    problem: Phrase | None = None
    """Why a game is broken."""
    board: str = ""
    """The board's id."""
    variant: str = ""
    """The id of its ticket variant; empty if it is the first or the only one."""
    players: tuple[Player, ...] = ()
    date: datetime | None = None
    """When it was finished or, if it is in progress, last changed."""
    finished: bool = False
    id: str = ""
    """The id it gets here."""
    header: bytes = b""
    """The header of its record file."""
    start: int = 0
    """Offset in the file."""
    size: int = 0
    """Bytes in the file."""
    digest: bytes = b""
    """SHA-256 of these bytes, to notice a file that changes before the import."""
    own_board: BoardSummary | None = None
    """The imported board that the record contains, in its variant; None for a bundled board."""

    @property
    def is_importable(self) -> bool:
        """Whether an import adds this game."""
        return self.status in ("new", "different")


_NOT_A_GAME = GamePreview("broken", phrase("not a game"))


class ImportCounts(NamedTuple):
    """Number of imported things of each kind."""

    games: int = 0
    players: int = 0
    tickets: int = 0
    corrections: int = 0
    settings: int = 0
    boards: int = 0


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """The content of a file and what an import would add."""

    games: tuple[GamePreview, ...]
    """The games in the order of the file; of the broken ones the first hundred."""
    learned: Mapping[str, list[dict[str, Any]]]
    """New rows of players, tickets, corrections and boards."""
    settings: Mapping[str, Any]
    """Settings that were never changed here."""
    path: Path = Path()
    """The file."""
    more_broken: int = 0
    """Number of broken games that are not in `games`."""
    excess: int = 0
    """Number of players, tickets and corrections that are too many and left out."""
    boards: tuple[BoardPreview, ...] = ()
    """The boards in the order of the file."""
    is_archive: bool = False
    """Whether the file is an archive, not one game or one board."""

    @property
    def importable(self) -> tuple[GamePreview, ...]:
        """The games that an import adds."""
        return tuple(game for game in self.games if game.is_importable)

    @property
    def counts(self) -> ImportCounts:
        """Numbers of games, players, tickets, corrections and settings that an import adds."""
        players, tickets, corrections = (
            len(self.learned.get(table, ())) for table in ("players", "tickets", "corrections")
        )
        return ImportCounts(
            len(self.importable),
            players,
            tickets,
            corrections,
            len(self.settings),
            sum(board.is_importable for board in self.boards),
        )

    def count(self, status: ImportStatus) -> int:
        """Number of games with a status."""
        more = self.more_broken if status == "broken" else 0
        return sum(game.status == status for game in self.games) + more


def read_preview(
    path: Path,
    reader: GameReader,
    boards: BoardImporter,
    progress: Progress,
    cancelled: Cancelled,
) -> ImportPreview:
    """Preview a record, a board or an archive; `Refused` if the file is none of them."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise Malformed(phrase("{file} is not a file.", file=path.name))
        with path.open("rb") as file:
            return _read(file, path, reader, boards, progress, cancelled)
    except OSError as error:
        raise unreadable_file(path, error) from error


def record_text_at(file: IO[bytes], game: GamePreview) -> str | None:
    """The content of the record file for a game; None if the import file has changed."""
    file.seek(game.start)
    line = file.read(game.size)
    if _digest(line) != game.digest:
        return None
    return record_text_with(game.header, RECORD.check(_json(line)))


def _read(
    file: IO[bytes],
    path: Path,
    reader: GameReader,
    board_importer: BoardImporter,
    progress: Progress,
    cancelled: Cancelled,
) -> ImportPreview:
    first = file.readline(MAX_RECORD_BYTES + 1)
    if not first:
        raise Malformed(phrase("{file} is empty.", file=path.name))
    header = _archive_header(first)
    if header is None:
        whole = first + file.read(MAX_RECORD_BYTES + 1 - len(first))
        if is_board(whole):
            board = board_importer.preview(whole, archived=False)
            return ImportPreview((), {}, {}, path, boards=(board,))
        return ImportPreview((reader.preview(whole, 0),), {}, {}, path)
    total = path.stat().st_size
    games: list[GamePreview] = []
    boards: list[BoardPreview] = []
    good = broken = 0
    for start, line in _lines(file, path, cancelled):
        progress(start, total)
        if len(boards) < _MOST_BOARD_LINES and is_board(line):
            boards.append(board_importer.preview(line, archived=True))
            continue
        # Parsing is slow, and a hostile file may have millions of lines that are no record.
        game = reader.preview(line, start) if b'"format"' in line else _NOT_A_GAME
        if game.status != "broken":
            good += 1
        else:
            broken += 1
            if broken > _MOST_BROKEN_FIRST and not good:
                raise _no_archive(path)
            if broken > MOST_BROKEN_SHOWN:
                continue
        games.append(game)
        if good > MOST_GAMES:
            raise Malformed(phrase("{file} is too large.", file=path.name))
    expected = header.get("games")
    if type(expected) is int and expected > good + broken:
        games.append(GamePreview("broken", phrase("The file ends early: games are missing.")))
    learned = header.get("learned")
    return ImportPreview(
        games=tuple(games),
        learned=learned if isinstance(learned, dict) else {},
        settings=_settings(header),
        path=path,
        more_broken=max(0, broken - MOST_BROKEN_SHOWN),
        boards=tuple(boards),
        is_archive=True,
    )


def _archive_header(line: bytes) -> dict[str, Any] | None:
    """The first line of an archive; None if the file is not an archive."""
    try:
        value = _json(line)
    except Malformed:
        return None
    stamp = value.get("format") if isinstance(value, dict) else None
    if not isinstance(stamp, str) or stamp.partition("/")[0] != ARCHIVE.name:
        return None
    return ARCHIVE.check(value)


def _settings(header: Mapping[str, Any]) -> dict[str, object]:
    given = header.get("settings")
    settings = {}
    for name, value in given.items() if isinstance(given, dict) else ():
        try:
            setting_from({"name": name, "value": value})
        except Malformed:
            continue
        settings[name] = value
    return settings


def _lines(file: IO[bytes], path: Path, cancelled: Cancelled) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, each with its offset."""
    start, blank = file.tell(), 0
    while line := file.readline(MAX_RECORD_BYTES + 1):
        if cancelled():
            raise stopped_import()
        if start > LARGEST_ARCHIVE:
            raise Malformed(phrase("{file} is too large.", file=path.name))
        if not line.isspace():
            yield start, line
        elif (blank := blank + 1) > _MOST_BLANK:
            raise _no_archive(path)
        start += len(line)


def _no_archive(path: Path) -> Malformed:
    return Malformed(phrase("{file} is not an archive: no game in it can be read.", file=path.name))


def _json(text: bytes) -> object:
    return parse_json(text, MAX_RECORD_BYTES)


def _digest(line: bytes) -> bytes:
    return hashlib.sha256(line).digest()


def _own_board(board: Board) -> BoardSummary | None:
    return None if board.source is None else summary_of(board)


class GameReader:
    """Previews the games of one file; a game that is in the file twice is imported once."""

    def __init__(
        self, boards: Boards, games: GameRepository, renamings: Sequence[Renaming]
    ) -> None:
        self._boards = boards
        self._games = games
        self._renamings = renamings
        self._seen: dict[str, str] = {}
        """Content ids of the new games so far, by id."""

    def preview(self, text: bytes, start: int) -> GamePreview:
        """Preview the record at an offset of the file."""
        try:
            value = RECORD.check(_json(text))
            check_board_is_known(value, self._boards)
            saved = self._saved_game(value)
        except Refused as problem:
            return GamePreview("broken", problem.phrase)
        status, id = self._status(saved)
        saved = replace(saved, id=id)
        game = GamePreview(
            status,
            board=saved.game.setup.board.id,
            variant=saved.game.setup.board.variant_id,
            players=saved.game.setup.players,
            date=saved.finished or saved.changed,
            finished=saved.finished is not None,
            id=id,
            own_board=_own_board(saved.game.setup.board),
        )
        if status == "there":
            return game
        header = json.dumps(header_of(saved), ensure_ascii=False).encode("utf-8")
        return game._replace(header=header, start=start, size=len(text), digest=_digest(text))

    def _saved_game(self, value: dict[str, Any]) -> SavedGame:
        record = record_from_json(value, self._boards)
        id = record.unknown_fields.get("id")
        saved = SavedGame.from_record(record, id if isinstance(id, str) and is_id(id) else "")
        # The renamings made here so far are not meant for games from elsewhere.
        saved = replace(saved, renamed=last_number(self._renamings))
        if saved.started is None and saved.finished is None and saved.game.state.is_over:
            # Written by another program, and played to its end: a finished game.
            date = parse_time(record.unknown_fields.get("date")) or saved.changed
            saved = replace(saved, finished=date)
        return saved

    def _status(self, saved: SavedGame) -> tuple[ImportStatus, str]:
        """The status of a game and the id it gets here."""
        content = saved.content_id()
        choices: tuple[tuple[ImportStatus, str], ...] = (
            ("new", saved.id or content),
            ("different", content),
        )
        for status, id in choices:
            if id in self._seen:
                same = self._seen[id] == content
            elif not self._games.has(id):
                self._seen[id] = content
                return status, id
            else:
                same = self._is_here(id, saved)
            if same:
                break
        return "there", id

    def _is_here(self, id: str, saved: SavedGame) -> bool:
        """Whether the game of an id is the same, also if players were renamed here since."""
        try:
            here = self._games.open(id).content_id()
        except NoSuchGame:
            return False
        except UnusableFile as problem:
            if isinstance(problem.__cause__, OSError):
                # The game is there and may be readable later: importing it would duplicate it.
                raise
            return False
        renamed = apply_renamings(record_to_json(replace(saved, renamed=0).record), self._renamings)
        return here in (saved.content_id(), content_id(renamed))
