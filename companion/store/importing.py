"""Import of records, boards and archives: a preview of what is new, then the import.

The file may come from anyone: sizes, depths and numbers are limited, and every game is replayed.
An id from the file is used only if it has the form of an id; other games get an id computed from
their content. The preview holds the record file of each new game, so that an import writes what
was previewed, also if the file has changed since.

Each board and each game is imported atomically, then learned data and settings. After a kill some
of them are here, and importing the same file again adds the rest: a game with the same id and
content is already there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from stat import S_ISREG
from typing import IO, Any, Literal, NamedTuple

from companion.rules.board import Board
from companion.rules.board_file import CheckedFile, check_board_value, check_map
from companion.rules.errors import Malformed, NewerVersion, Refused, UnusableFile
from companion.rules.json_reader import (
    BOARD_FORMAT,
    BOARD_LIMITS,
    MOST_BOARD_BYTES,
    check_size,
    read_json,
)
from companion.rules.record import record_from_json, record_to_json
from companion.rules.wording import Phrase, phrase
from companion.store.archive import format_name, read_lines
from companion.store.database import parse_rows
from companion.store.errors import (
    Cancelled,
    Damaged,
    NoSuchFile,
    Progress,
    Stopped,
    never_cancelled,
    no_progress,
    reading,
    stopped_import,
)
from companion.store.json_folder import with_checksums
from companion.store.players import apply_renamings, last_number
from companion.store.saved_game import (
    FinishedGame,
    GameInProgress,
    SavedGame,
    content_id,
    is_id,
    listed_game,
    record_parts,
)
from companion.store.settings import setting_from
from companion.store.store import Store

_STEPS = 100
"""Steps of the progress of drawing one board."""

ImportStatus = Literal["new", "different", "replaces", "imported", "there", "newer", "broken"]
"""New; another version of a known game, imported as a second game; replaces the board with the same
id; just imported; already here; made with a newer version of the app; not a game or board."""

Draw = Callable[[Board, Callable[[float], None], Cancelled], Mapping[str, Any]]
"""The field “drawing” of a board, with bends; reports the finished share. May raise `Refused`."""


class GamePreview(NamedTuple):
    """One game of the file."""

    status: ImportStatus
    problem: Phrase | None = None
    """Why a game cannot be imported."""
    game: GameInProgress | FinishedGame | None = None
    """The game with the id it gets here; None if it cannot be imported."""
    content: bytes = b""
    """Its record file, if it is imported."""

    @property
    def is_importable(self) -> bool:
        """Whether an import adds this game."""
        return self.status in ("new", "different")


class BoardPreview(NamedTuple):
    """One board of the file."""

    status: ImportStatus
    board: Board | None = None
    """None if it cannot be imported."""
    problems: tuple[Phrase, ...] = ()
    """Why it cannot be imported: every error."""
    is_converted: bool = False
    """Whether it is from a file of the map editor, which lacks some rules."""

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

    path: Path
    """The file."""
    is_archive: bool
    """Whether the file is an archive, not one game or one board."""
    games: tuple[GamePreview, ...]
    """The games in the order of the file."""
    boards: tuple[BoardPreview, ...]
    """The boards in the order of the file."""
    learned: Mapping[str, Any]
    """New rows of players, tickets, corrections and boards."""
    settings: Mapping[str, Any]
    """Settings that were never changed here."""
    excess: int = 0
    """Number of players, tickets and corrections that are too many and left out."""

    @property
    def importable(self) -> tuple[GamePreview, ...]:
        """The games that an import adds."""
        return tuple(game for game in self.games if game.is_importable)

    @property
    def counts(self) -> ImportCounts:
        """Numbers of games, players, tickets, corrections and settings that an import adds."""
        return ImportCounts(
            len(self.importable),
            len(self.learned["players"]),
            len(self.learned["tickets"]),
            len(self.learned["corrections"]),
            len(self.settings),
            sum(board.is_importable for board in self.boards),
        )


class ImportResult(NamedTuple):
    """The outcome of an import, found by looking at the store again."""

    counts: ImportCounts
    """What was imported."""
    rest: ImportPreview
    """The file after the import: what is still new was not imported."""
    problem: Phrase | None = None
    """Why something was not imported, in a sentence."""


class Importer:
    """Previews and imports files. May run in another thread, one import at a time.

    `find_problems` finds what is wrong in a board besides its rules, such as its drawing.
    """

    def __init__(
        self,
        store: Store,
        find_problems: Callable[[Board], list[Refused]] = lambda _: [],
        draw: Draw = lambda *_: {},
    ) -> None:
        self._store = store
        self._find_problems = find_problems
        self._draw = draw

    def preview(
        self, path: Path, progress: Progress = no_progress, cancelled: Cancelled = never_cancelled
    ) -> ImportPreview:
        """The new content of a record, a board file or an archive; progress is in bytes."""
        with reading(path.name):
            if not S_ISREG(path.stat().st_mode):
                raise Malformed(phrase("{file} is not a file.", file=path.name))
            if not path.stat().st_size:
                raise Malformed(phrase("{file} is empty.", file=path.name))
            with path.open("rb") as file:
                return self._updated(self._read(file, path, progress, cancelled))

    def preview_all(
        self,
        paths: Sequence[Path],
        progress: Progress = no_progress,
        cancelled: Cancelled = never_cancelled,
    ) -> list[ImportPreview]:
        """A preview of each file; one of several that cannot be read counts as a broken game."""
        previews = []
        for path in paths:
            try:
                previews.append(self.preview(path, progress, cancelled))
            except Refused as problem:
                if isinstance(problem, Stopped) or len(paths) == 1:
                    raise
                broken = GamePreview("broken", problem.phrase)
                previews.append(self._updated(ImportPreview(path, False, (broken,), (), {}, {})))
        return previews

    def run_all(
        self,
        previews: Sequence[ImportPreview],
        progress: Progress = no_progress,
        cancelled: Cancelled = never_cancelled,
    ) -> list[ImportResult]:
        """Import file after file, until one is refused or cancelled; the others are not tried."""
        results: list[ImportResult] = []
        for preview in previews:
            try:
                results.append(self.run(preview, progress, cancelled))
            except Refused as problem:
                if not any(any(result.counts) for result in results):
                    raise
                reason = None if isinstance(problem, Stopped) else problem.phrase
                results.append(ImportResult(ImportCounts(), preview, reason))
            if cancelled() or results[-1].problem:
                break
        missing = previews[len(results) :]
        return [*results, *(ImportResult(ImportCounts(), preview) for preview in missing)]

    def run(
        self,
        preview: ImportPreview,
        progress: Progress = no_progress,
        cancelled: Cancelled = never_cancelled,
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
                    self._import_board(board.board, progress, cancelled)
            games = before.importable
            for done, each in enumerate(games):
                if cancelled():
                    raise stopped_import()
                progress(done, len(games))
                assert each.game is not None
                self._store.games.add(each.game, each.content)
            if any(before.learned.values()):
                self._store.learned.merge(before.learned)
            if before.settings:
                self._store.settings.change(**before.settings)
        except Refused as refusal:
            problem = refusal
        rest = self._updated(before, "imported")
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
        games: list[GamePreview] = []
        boards: list[BoardPreview] = []
        seen: dict[str, str] = {}
        board_bytes = 0
        for start, line in lines:
            progress(start, total)
            try:
                if header is None:
                    checked = check_map(line, self._store.imported_boards.bundled, path.stem)
                    if checked is not None:
                        boards.append(self._preview_of(checked))
                        continue
                value = read_json(line)
                if format_name(value) == BOARD_FORMAT.name:
                    board_bytes += len(line)
                    boards.append(self._board_preview(value, line, board_bytes))
                else:
                    games.append(self._game_preview(value, seen))
            except NewerVersion as problem:
                games.append(GamePreview("newer", problem.phrase))
            except Refused as problem:
                games.append(GamePreview("broken", problem.phrase))
        fields = header or {}
        expected, learned, settings = map(fields.get, ("games", "learned", "settings"))
        if type(expected) is int and expected > len(games):
            games.append(GamePreview("broken", phrase("The file ends early: games are missing.")))
        rows = settings.items() if isinstance(settings, dict) else ()
        return ImportPreview(
            path,
            is_archive=header is not None,
            games=tuple(games),
            boards=tuple(boards),
            learned=learned if isinstance(learned, dict) else {},
            settings=dict(
                parse_rows(rows, lambda each: setting_from({"name": each[0], "value": each[1]}))
            ),
        )

    def _board_preview(self, value: Any, line: bytes, board_bytes: int) -> BoardPreview:
        try:
            check_size(line, BOARD_LIMITS)
            if board_bytes > MOST_BOARD_BYTES:
                raise Malformed(phrase("the boards of this file are too large together"))
            value.pop("check", None)
            checked = check_board_value(value, self._store.imported_boards.bundled)
        except Malformed as problem:
            checked = CheckedFile(None, [problem])
        return self._preview_of(checked)

    def _preview_of(self, checked: CheckedFile) -> BoardPreview:
        board, problems, is_converted = checked
        if board is not None:
            problems = self._find_problems(board)
        if not problems:
            return BoardPreview("new", board, is_converted=is_converted)
        status: ImportStatus = "newer" if isinstance(problems[0], NewerVersion) else "broken"
        return BoardPreview(status, None, tuple(each.phrase for each in problems), is_converted)

    def _game_preview(self, value: object, seen: dict[str, str]) -> GamePreview:
        """Preview a record; `Refused` if it is not a valid game.

        A game that is in the file twice is imported once: `seen` has the content ids of the new
        games so far, by id.
        """
        record = record_from_json(value, self._store.boards)
        id = record.unknown_fields.get("id")
        saved = SavedGame.from_elsewhere(record, str(id) if is_id(id) else "")
        # The renamings made here so far are not meant for games from elsewhere.
        saved = replace(saved, renamed=last_number(self._store.learned.renamings()), ending={})
        status, new_id = self._game_status(saved, seen)
        header, rest = record_parts(replace(saved, id=new_id))
        is_finished = saved.finished is not None
        game = listed_game(header, new_id, self._store.boards, is_finished=is_finished)
        content = b"" if status == "there" else with_checksums(header, rest)
        return GamePreview(status, None, game, content)

    def _game_status(self, saved: SavedGame, seen: dict[str, str]) -> tuple[ImportStatus, str]:
        """The status of a game and the id it gets here."""
        content = saved.content_id()
        choices: tuple[tuple[ImportStatus, str], ...] = (
            ("new", saved.id or content),
            ("different", content),
        )
        for status, id in choices:
            if id not in seen and not self._store.games.has(id):
                seen[id] = content
                return status, id
            if seen[id] == content if id in seen else self._is_here(id, saved):
                break
        return "there", id

    def _is_here(self, id: str, saved: SavedGame) -> bool:
        """Whether the game of an id is the same, also if players were renamed here since.

        `UnusableFile` if it may be readable later: importing it would duplicate it.
        """
        try:
            here = self._store.games.open(id).content_id()
        except (NoSuchFile, Damaged, NewerVersion):
            return False
        renamed = apply_renamings(
            record_to_json(replace(saved, renamed=0).record), self._store.learned.renamings()
        )
        return here in (saved.content_id(), content_id(renamed))

    def _updated(self, preview: ImportPreview, present: ImportStatus = "there") -> ImportPreview:
        """The preview without what is here by now; `present` is its status."""
        store = self._store
        games = tuple(
            each._replace(status=present)
            if each.is_importable and each.game and store.games.has(each.game.id)
            else each
            for each in preview.games
        )
        boards = []
        for board in preview.boards:
            if board.board is None:
                boards.append(board)
                continue
            status: ImportStatus = store.imported_boards.status(
                board.board, archived=preview.is_archive
            )
            is_new_here = status == "there" and board.is_importable
            boards.append(board._replace(status=present if is_new_here else status))
        new = {each.board.id: each.board for each in preview.boards if each.board is not None}

        def find_board(id: str) -> Board | None:
            with suppress(UnusableFile):
                return store.boards.get(id) or new.get(id)
            return new.get(id)

        learned, excess = store.learned.new_rows(preview.learned, find_board)
        known = store.settings.changed()
        return replace(
            preview,
            games=games,
            boards=tuple(boards),
            learned=learned,
            settings={name: each for name, each in preview.settings.items() if name not in known},
            excess=preview.excess + excess,
        )

    # The import

    def _import_board(self, board: Board, progress: Progress, cancelled: Cancelled) -> None:
        """Save a board with a drawing; `Stopped` if cancelled while drawing."""
        drawn = self._draw(board, lambda share: progress(round(share * _STEPS), _STEPS), cancelled)
        if cancelled():
            raise stopped_import()
        self._store.imported_boards.add_drawn(board, drawn)
