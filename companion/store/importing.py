"""Import of a previewed file: each board and each game atomically, then learned data and settings.

After a kill some of them are here. Importing the same file again adds the rest: a game with
the same id and content is already there.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.rules.errors import Malformed, Refused, UnusableFile
from companion.rules.wording import Phrase, phrase
from companion.store.board_import import BoardImporter, Draw, no_drawing
from companion.store.errors import Stopped, stopped_import, unreadable_file
from companion.store.import_preview import (
    GameReader,
    ImportCounts,
    ImportPreview,
    read_preview,
    record_text_at,
)
from companion.store.learned import Learned
from companion.store.progress import Cancelled, Progress, never_cancelled, no_progress
from companion.store.settings import SettingsFile, merge_settings

if TYPE_CHECKING:
    from companion.rules.board import Board
    from companion.rules.boards import Boards
    from companion.store.games import GameRepository
    from companion.store.imported_boards import ImportedBoardFolder


class ImportResult(NamedTuple):
    """The outcome of an import, found by looking at the store again."""

    counts: ImportCounts
    """The outcome of an import."""
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
        reader = GameReader(self._boards, self._games, self._learned.renamings())
        boards = BoardImporter(self._imported_boards)
        preview = read_preview(path, reader, boards, progress, cancelled)
        find = self._find_board(preview)
        learned, excess = self._learned.new_rows(preview.learned, find, cancelled)
        return self._updated(replace(preview, learned=learned, excess=excess))

    def run(
        self,
        preview: ImportPreview,
        progress: Progress = no_progress,
        cancelled: Cancelled = never_cancelled,
        draw: Draw = no_drawing,
    ) -> ImportResult:
        """Import what is new; nothing that is here changes, except a board by its own file.

        Progress is first that of drawing boards, then in games. A refusal or a cancellation in the
        middle leaves what was imported so far, which the result counts; before that it is raised.
        """
        before = self._updated(preview)
        problem = None
        try:
            boards = BoardImporter(self._imported_boards)
            boards.run(before.boards, draw, progress, cancelled)
            self._import_games(before, progress, cancelled)
            self._merge(before)
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
                    text = record_text_at(file, game)
                    if text is None:
                        raise Malformed(
                            phrase("{file} has changed in the meantime.", file=preview.path.name)
                        )
                    self._games.add(game.id, text, finished=game.finished)
        except OSError as error:
            raise unreadable_file(preview.path, error) from error

    def _merge(self, preview: ImportPreview) -> None:
        """Add the learned rows and the settings, each in one write of their file."""
        if any(preview.learned.values()):
            self._learned.merge(preview.learned)
        if preview.settings:
            with self._settings.database.transaction() as tables:
                merge_settings(tables, preview.settings)
            self._settings.read_again()

    def _updated(self, preview: ImportPreview) -> ImportPreview:
        """The preview without what is here by now."""
        games = tuple(
            game._replace(status="there")
            if game.is_importable and self._games.has(game.id)
            else game
            for game in preview.games
        )
        importer = BoardImporter(self._imported_boards)
        boards = tuple(
            importer.updated(board, archived=preview.is_archive) for board in preview.boards
        )
        learned, _ = self._learned.new_rows(preview.learned, self._find_board(preview))
        known = self._settings.changed()
        settings = {name: preview.settings[name] for name in preview.settings if name not in known}
        return replace(preview, games=games, boards=boards, learned=learned, settings=settings)

    def _find_board(self, preview: ImportPreview) -> Callable[[str], Board | None]:
        """Finds a board that is here and readable, or that the import adds."""
        new = {each.board.id: each.board for each in preview.boards if each.board is not None}

        def find(id: str) -> Board | None:
            with suppress(UnusableFile):
                return self._boards.get(id) or new.get(id)
            return new.get(id)

        return find
