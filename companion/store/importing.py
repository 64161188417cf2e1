"""Import of records, boards and archives: a preview of what is new, then the import.

The file may come from anyone: sizes, depths and numbers are limited, and every game is replayed.
An id from the file is used only if it has the form of an id; other games get an id computed from
their content. The preview holds the position of each game in the file, not its content, so that
it stays small for a large file.

Each board and each game is imported atomically, then learned data and settings. After a kill some
of them are here, and importing the same file again adds the rest: a game with the same id and
content is already there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from stat import S_ISREG
from typing import IO, TYPE_CHECKING, Any, Literal, NamedTuple
from zlib import crc32

from companion.rules.board_file import check_board_value
from companion.rules.boards import BoardSummary, summary_of
from companion.rules.errors import Malformed, NewerVersion, Refused, UnusableFile
from companion.rules.json_reader import (
    BOARD_FORMAT,
    BOARD_LIMITS,
    check_size,
    encode_json,
    read_json,
)
from companion.rules.record import record_from_json, record_to_json
from companion.rules.setup import Player
from companion.rules.wording import Phrase, phrase
from companion.store.archive import (
    MOST_BOARD_BYTES,
    MOST_BROKEN_FIRST,
    MOST_GAMES,
    format_name,
    no_archive,
    read_lines,
)
from companion.store.database import parse_rows
from companion.store.errors import NoSuchGame, Stopped, stopped_import, unreadable_file
from companion.store.players import apply_renamings, last_number
from companion.store.record_header import record_parts, rest_of
from companion.store.saved_game import SavedGame, content_id, is_id, parse_time
from companion.store.settings import setting_from
from companion.store.storage import with_checksums
from companion.store.threads import Cancelled, Progress, never_cancelled, no_progress

if TYPE_CHECKING:
    from companion.rules.board import Board
    from companion.rules.boards import Boards
    from companion.store.games import GameRepository
    from companion.store.imported_boards import ImportedBoardFolder
    from companion.store.learned import Learned
    from companion.store.settings import SettingsFile

MOST_BROKEN_SHOWN = 100
"""Broken games listed one by one; the others are counted."""
_STEPS = 100
"""Steps of the progress of drawing one board."""

ImportStatus = Literal["new", "different", "there", "newer", "broken"]
"""New; another version of a known game, imported as a second game; already known; made with a newer
version of the app; not a game."""
BoardStatus = Literal["new", "replaces", "there", "newer", "broken"]
"""New; replaces the board with the same id; already here; made with a newer version of the app;
not a valid board."""

Draw = Callable[["Board", Callable[[float], None], Cancelled], Mapping[str, Any]]
"""The field “drawing” of a board, with bends; reports the finished share. May raise `Refused`."""


class GamePreview(NamedTuple):
    """One game of the file."""

    status: ImportStatus
    problem: Phrase | None = None
    """Why a game cannot be imported."""
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
    checksum: int = 0
    """CRC-32 of these bytes, to notice a file that changes before the import."""
    own_board: BoardSummary | None = None
    """The imported board that the record contains, in its variant; None for a bundled board."""

    @property
    def is_importable(self) -> bool:
        """Whether an import adds this game."""
        return self.status in ("new", "different")


_NOT_A_GAME = GamePreview("broken", phrase("not a game"))


class BoardPreview(NamedTuple):
    """One board of the file."""

    status: BoardStatus
    board: Board | None = None
    """None if it cannot be imported."""
    problems: tuple[Phrase, ...] = ()
    """Why it cannot be imported: every error."""

    @property
    def is_importable(self) -> bool:
        """Whether an import adds or replaces this board."""
        return self.status in ("new", "replaces")


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
    learned: Mapping[str, Any]
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


class ImportResult(NamedTuple):
    """The outcome of an import, found by looking at the store again."""

    counts: ImportCounts
    """What was imported."""
    rest: ImportPreview
    """The file after the import: what is still new was not imported."""
    problem: Phrase | None = None
    """Why something was not imported, in a sentence."""


class Importer:
    """Previews and imports files. May run in another thread, one import at a time."""

    def __init__(
        self,
        boards: Boards,
        imported_boards: ImportedBoardFolder,
        games: GameRepository,
        learned: Learned,
        settings: SettingsFile,
    ) -> None:
        self._boards = boards
        self._imported_boards = imported_boards
        self._games = games
        self._learned = learned
        self._settings = settings

    def preview(
        self,
        path: Path,
        progress: Progress = no_progress,
        cancelled: Cancelled = never_cancelled,
    ) -> ImportPreview:
        """The new content of a record, a board file or an archive; changes nothing.

        Progress is in bytes. `Stopped` if cancelled.
        """
        try:
            if not S_ISREG(path.stat().st_mode):
                raise Malformed(phrase("{file} is not a file.", file=path.name))
            with path.open("rb") as file:
                preview = replace(self._read(file, path, progress, cancelled), path=path)
        except OSError as error:
            raise unreadable_file(path, error) from error
        find = self._find_board(preview)
        learned, excess = self._learned.new_rows(preview.learned, find, cancelled)
        return self._updated(replace(preview, learned=learned, excess=excess))

    def run(
        self,
        preview: ImportPreview,
        progress: Progress = no_progress,
        cancelled: Cancelled = never_cancelled,
        draw: Draw | None = None,
    ) -> ImportResult:
        """Import what is new; nothing that is here changes, except a board by its own file.

        Progress is first that of drawing boards, then in games. A refusal or a cancellation in the
        middle leaves what was imported so far, which the result counts; before that it is raised.
        """
        before = self._updated(preview)
        problem = None
        try:
            for board in before.boards:
                if board.is_importable and board.board is not None:
                    self._import_board(board.board, draw or no_drawing, progress, cancelled)
            self._import_games(before, progress, cancelled)
            if any(before.learned.values()):
                self._learned.merge(before.learned)
            if before.settings:
                self._settings.merge(before.settings)
        except Refused as refusal:
            problem = refusal
        rest = self._updated(before)
        added = (old - new for old, new in zip(before.counts, rest.counts, strict=True))
        counts = ImportCounts(*added)
        if problem is not None and not any(counts):
            raise problem
        # The counts show how far a cancelled import got.
        is_failure = problem is not None and not isinstance(problem, Stopped)
        return ImportResult(counts, rest, problem.phrase if problem and is_failure else None)

    # The preview

    def _read(
        self, file: IO[bytes], path: Path, progress: Progress, cancelled: Cancelled
    ) -> ImportPreview:
        header, lines = read_lines(file, cancelled)
        total = path.stat().st_size
        if not total:
            raise Malformed(phrase("{file} is empty.", file=path.name))
        reader = _GameReader(self._boards, self._games, self._learned)
        games: list[GamePreview] = []
        boards: list[BoardPreview] = []
        good = broken = board_bytes = 0
        for start, line in lines:
            progress(start, total)
            value: object = None
            try:
                # Parsing is slow, and a hostile file may have millions of lines without a format.
                value = read_json(line) if header is None or b'"format"' in line else None
                game = _NOT_A_GAME
            except Malformed as problem:
                game = GamePreview("broken", problem.phrase)
            if format_name(value) == BOARD_FORMAT.name:
                board_bytes += len(line)
                boards.append(self._board_preview(value, line, board_bytes))
                continue
            if value is not None:
                game = reader.preview(value, line, start)
            if game.status != "broken":
                good += 1
            else:
                broken += 1
                if broken > MOST_BROKEN_FIRST and not good:
                    raise no_archive()
                if broken > MOST_BROKEN_SHOWN:
                    continue
            games.append(game)
            if good > MOST_GAMES:
                raise Malformed(phrase("{file} is too large.", file=path.name))
        expected = header.get("games") if header else None
        if type(expected) is int and expected > good + broken:
            games.append(GamePreview("broken", phrase("The file ends early: games are missing.")))
        learned, settings = ((header or {}).get(name) for name in ("learned", "settings"))
        rows = settings.items() if isinstance(settings, dict) else ()
        return ImportPreview(
            games=tuple(games),
            learned=learned if isinstance(learned, dict) else {},
            settings=dict(
                parse_rows(rows, lambda each: setting_from({"name": each[0], "value": each[1]}))
            ),
            more_broken=max(0, broken - MOST_BROKEN_SHOWN),
            boards=tuple(boards),
            is_archive=header is not None,
        )

    def _board_preview(self, value: object, line: bytes, board_bytes: int) -> BoardPreview:
        if board_bytes > MOST_BOARD_BYTES:
            too_many = phrase("the boards of this file are too large together")
            return BoardPreview("broken", None, (too_many,))
        try:
            check_size(line, BOARD_LIMITS)
        except Malformed as problem:
            return BoardPreview("broken", None, (problem.phrase,))
        if isinstance(value, dict):
            value.pop("check", None)
        board, problems = check_board_value(value, self._imported_boards.bundled)
        if board is not None:
            return BoardPreview("new", board)
        is_newer = isinstance(problems[0], NewerVersion)
        return BoardPreview(
            "newer" if is_newer else "broken", None, tuple(each.phrase for each in problems)
        )

    def _updated(self, preview: ImportPreview) -> ImportPreview:
        """The preview without what is here by now."""
        games = tuple(
            game._replace(status="there")
            if game.is_importable and self._games.has(game.id)
            else game
            for game in preview.games
        )
        boards = tuple(
            each._replace(status=self._board_status(each.board, archived=preview.is_archive))
            if each.board is not None
            else each
            for each in preview.boards
        )
        learned, _ = self._learned.new_rows(preview.learned, self._find_board(preview))
        known = self._settings.changed()
        settings = {name: preview.settings[name] for name in preview.settings if name not in known}
        return replace(preview, games=games, boards=boards, learned=learned, settings=settings)

    def _board_status(self, board: Board, *, archived: bool) -> BoardStatus:
        """A board of an archive replaces none: importing it changes nothing that is here."""
        if board.id not in self._imported_boards.ids():
            return "new"
        try:
            here = self._imported_boards.read(board.id)
        except NewerVersion:
            return "there"
        except UnusableFile:
            return "replaces"
        return "there" if archived or _is_same(board, here) else "replaces"

    def _find_board(self, preview: ImportPreview) -> Callable[[str], Board | None]:
        """Finds a board that is here and readable, or that the import adds."""
        new = {each.board.id: each.board for each in preview.boards if each.board is not None}

        def find(id: str) -> Board | None:
            with suppress(UnusableFile):
                return self._boards.get(id) or new.get(id)
            return new.get(id)

        return find

    # The import

    def _import_board(
        self, board: Board, draw: Draw, progress: Progress, cancelled: Cancelled
    ) -> None:
        """Save a board with a drawing; `Stopped` if cancelled while drawing."""
        value = dict(board.source or {})
        drawn = draw(board, lambda share: progress(round(share * _STEPS), _STEPS), cancelled)
        if cancelled():
            raise stopped_import()
        # A drawing that makes the file too large is no reason to refuse the board.
        with suppress(Malformed):
            self._imported_boards.add({**value, "drawing": {**drawn, **value.get("drawing", {})}})
            return
        self._imported_boards.add(value)

    def _import_games(
        self, preview: ImportPreview, progress: Progress, cancelled: Cancelled
    ) -> None:
        games = preview.importable
        if not games:
            return
        try:
            with preview.path.open("rb") as file:
                for done, game in enumerate(games):
                    if cancelled():
                        raise stopped_import()
                    progress(done, len(games))
                    file.seek(game.start)
                    line = file.read(game.size)
                    if crc32(line) != game.checksum:
                        raise Malformed(
                            phrase("{file} has changed in the meantime.", file=preview.path.name)
                        )
                    value = read_json(line)
                    assert isinstance(value, dict)
                    content = with_checksums(json.loads(game.header), rest_of(value))
                    self._games.add(game.id, content, finished=game.finished)
        except OSError as error:
            raise unreadable_file(preview.path, error) from error


class _GameReader:
    """Previews the games of one file; a game that is in the file twice is imported once."""

    def __init__(self, boards: Boards, games: GameRepository, learned: Learned) -> None:
        self._boards = boards
        self._games = games
        self._renamings = learned.renamings()
        self._seen: dict[str, str] = {}
        """Content ids of the new games so far, by id."""

    def preview(self, value: object, line: bytes, start: int) -> GamePreview:
        """Preview the record at an offset of the file."""
        try:
            saved = self._saved_game(value)
        except NewerVersion as problem:
            return GamePreview("newer", problem.phrase)
        except Refused as problem:
            return GamePreview("broken", problem.phrase)
        status, id = self._status(saved)
        board = saved.game.setup.board
        game = GamePreview(
            status,
            board=board.id,
            variant=board.variant_id,
            players=saved.game.setup.players,
            date=saved.finished or saved.changed,
            finished=saved.finished is not None,
            id=id,
            own_board=None if board.source is None else summary_of(board),
        )
        if status == "there":
            return game
        header = encode_json(record_parts(replace(saved, id=id))[0])
        return game._replace(header=header, start=start, size=len(line), checksum=crc32(line))

    def _saved_game(self, value: object) -> SavedGame:
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


def _is_same(new: Board, here: Board) -> bool:
    """Whether a file has the same content as a board that is here, whose drawing was computed."""
    given, stored = dict(new.source or {}), dict(here.source or {})
    drawing = dict(stored.pop("drawing", {}))
    if "routes" not in given.get("drawing", {}):
        drawing.pop("routes", None)
    return given.pop("drawing", {}) == drawing and given == stored


def no_drawing(
    board: Board,  # noqa: ARG001
    progress: Callable[[float], None],  # noqa: ARG001
    cancelled: Cancelled,  # noqa: ARG001
) -> Mapping[str, Any]:
    """Draw nothing: routes are straight."""
    return {"routes": {}}
