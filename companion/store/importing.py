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
from dataclasses import dataclass, field, replace
from operator import sub
from pathlib import Path
from stat import S_ISREG
from typing import Any, Literal, NamedTuple

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
from companion.store.errors import (
    NOTHING_IMPORTED,
    Cancelled,
    Damaged,
    NoSuchFile,
    Progress,
    Stopped,
    never_cancelled,
    no_progress,
    reading,
    stoppable,
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
    """One game of a file."""

    status: ImportStatus
    file: str
    """The name of the file, if several files were opened."""
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
    """One board of a file."""

    status: ImportStatus
    file: str
    """The name of the file, if several files were opened."""
    board: Board | None = None
    """None if it cannot be imported."""
    problems: tuple[Phrase, ...] = ()
    """Why it cannot be imported: every error."""
    is_converted: bool = False
    """Whether it is from a file of the map editor, which lacks some rules."""
    is_archived: bool = False
    """Whether it is from an archive, which may be old: it replaces no board."""

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


@dataclass(slots=True)
class ImportPreview:
    """The content of one or more files and what an import would add."""

    paths: Sequence[Path]
    """The files."""
    games: list[GamePreview] = field(default_factory=list)
    """The games in the order of the files."""
    boards: list[BoardPreview] = field(default_factory=list)
    """The boards in the order of the files."""
    learned: dict[str, list[Any]] = field(default_factory=dict)
    """New rows of players, tickets, corrections and boards."""
    settings: dict[str, Any] = field(default_factory=dict)
    """Settings that were never changed here."""
    excess: int = 0
    """Number of players, tickets and corrections that are too many and left out."""

    @property
    def importable(self) -> list[GamePreview]:
        """The games that an import adds."""
        return [game for game in self.games if game.is_importable]

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
    """The files after the import: what is still new was not imported."""
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
        self._bundled = store.imported_boards.bundled

    def preview(
        self,
        *paths: Path,
        progress: Progress = no_progress,
        cancelled: Cancelled = never_cancelled,
    ) -> ImportPreview:
        """The new content of records, board files and archives; progress is in bytes of each.

        One of several files that cannot be read counts as a broken game.
        """
        preview = ImportPreview(paths)
        seen: dict[str, str] = {}
        step = stoppable(progress, cancelled, NOTHING_IMPORTED)
        for path in paths:
            try:
                self._read(path, preview, seen, step)
            except Refused as problem:
                if isinstance(problem, Stopped) or len(paths) == 1:
                    raise
                preview.games.append(GamePreview("broken", path.name, problem.phrase))
        return self._updated(preview)

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
            self._import(before, progress, cancelled)
        except Refused as refusal:
            problem = refusal
        rest = self._updated(before, "imported")
        counts = ImportCounts(*map(sub, before.counts, rest.counts))
        if problem is not None and not any(counts):
            raise problem
        # The counts show how far a cancelled import got.
        is_failure = problem is not None and not isinstance(problem, Stopped)
        return ImportResult(counts, rest, problem.phrase if problem and is_failure else None)

    def _import(self, new: ImportPreview, progress: Progress, cancelled: Cancelled) -> None:
        store, step = self._store, stoppable(progress, cancelled, NOTHING_IMPORTED)
        for each in new.boards:
            if each.is_importable and each.board is not None:
                drawing = self._draw(
                    each.board, lambda share: progress(round(share * _STEPS), _STEPS), cancelled
                )
                step(_STEPS, _STEPS)
                store.imported_boards.add_drawn(each.board, drawing)
        games = new.importable
        for done, (_, _, _, game, content) in enumerate(games):
            step(done, len(games))
            assert game is not None
            store.games.add(game, content)
        if any(new.learned.values()):
            store.learned.merge(new.learned)
        if new.settings:
            store.settings.change(**new.settings)

    # The preview

    def _read(
        self, path: Path, preview: ImportPreview, seen: dict[str, str], step: Progress
    ) -> None:
        """Add the content of a file."""
        file_name = path.name if len(preview.paths) > 1 else ""
        with reading(path.name):
            facts = path.stat()
            if not S_ISREG(facts.st_mode):
                raise Malformed(phrase("{file} is not a file.", file=path.name))
            if not facts.st_size:
                raise Malformed(phrase("{file} is empty.", file=path.name))
            with path.open("rb") as file:
                header, lines = read_lines(file)
                before, board_bytes = len(preview.games), 0
                for start, line in lines:
                    step(start, facts.st_size)
                    try:
                        checked = None
                        if header is None:
                            checked = check_map(line, self._bundled, path.stem)
                        if checked is None:
                            value = read_json(line)
                            if format_name(value) != BOARD_FORMAT.name:
                                preview.games.append(self._game_preview(value, file_name, seen))
                                continue
                            board_bytes += len(line)
                            checked = self._check_board(value, line, board_bytes)
                        preview.boards.append(
                            self._board_preview(checked, file_name, is_archived=header is not None)
                        )
                    except NewerVersion as problem:
                        preview.games.append(GamePreview("newer", file_name, problem.phrase))
                    except Refused as problem:
                        preview.games.append(GamePreview("broken", file_name, problem.phrase))
        fields = header or {}
        expected, learned, settings = map(fields.get, ("games", "learned", "settings"))
        if type(expected) is int and expected > len(preview.games) - before:
            early = phrase("The file ends early: games are missing.")
            preview.games.append(GamePreview("broken", file_name, early))
        for kind, rows in learned.items() if isinstance(learned, dict) else ():
            if isinstance(rows, list):
                preview.learned.setdefault(kind, []).extend(rows)
        for name, value in settings.items() if isinstance(settings, dict) else ():
            with suppress(ValueError):
                preview.settings.setdefault(*setting_from({"name": name, "value": value}))

    def _check_board(self, value: Any, line: bytes, board_bytes: int) -> CheckedFile:
        try:
            check_size(line, BOARD_LIMITS)
            if board_bytes > MOST_BOARD_BYTES:
                raise Malformed(phrase("the boards of this file are too large together"))
        except Malformed as problem:
            return CheckedFile(None, [problem])
        value.pop("check", None)
        return check_board_value(value, self._bundled)

    def _board_preview(self, checked: CheckedFile, file: str, *, is_archived: bool) -> BoardPreview:
        board, problems, is_converted = checked
        if board is not None:
            problems = self._find_problems(board)
        status: ImportStatus = "new"
        if problems:
            board = None
            status = "newer" if isinstance(problems[0], NewerVersion) else "broken"
        sentences = tuple(each.phrase for each in problems)
        return BoardPreview(status, file, board, sentences, is_converted, is_archived)

    def _game_preview(self, value: object, file: str, seen: dict[str, str]) -> GamePreview:
        """Preview a record; `Refused` if it is not a valid game.

        A game that is there twice is imported once: `seen` has the content ids of the new games so
        far, by id.
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
        return GamePreview(status, file, None, game, content)

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
        games = [
            each._replace(status=present)
            if each.is_importable and each.game and store.games.has(each.game.id)
            else each
            for each in preview.games
        ]
        boards, new = [], {}
        for each in preview.boards:
            status = each.status
            if each.board is not None:
                new[each.board.id] = each.board
                status = store.imported_boards.status(each.board, archived=each.is_archived)
                if status == "there" and each.is_importable:
                    status = present
            boards.append(each._replace(status=status))

        def find_board(id: str) -> Board | None:
            with suppress(UnusableFile):
                return store.boards.get(id) or new.get(id)
            return new.get(id)

        learned, excess = store.learned.new_rows(preview.learned, find_board)
        known = store.settings.changed()
        return ImportPreview(
            preview.paths,
            games,
            boards,
            learned,
            {name: each for name, each in preview.settings.items() if name not in known},
            preview.excess + excess,
        )
