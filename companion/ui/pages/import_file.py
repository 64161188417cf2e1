"""The import page: choose a file, preview its games, import the new ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import TypeVar
from zlib import crc32

from kivy.clock import Clock
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from companion.drawing.auto_layout import draw_board
from companion.drawing.drawing_data import drawing_problems
from companion.report.words.games import relative_date
from companion.report.words.imports import (
    PreviewLine,
    board_lines,
    count_phrases,
    game_counts,
    game_lines,
)
from companion.rules.json_reader import encode_json
from companion.rules.wording import Phrase, join_names, phrase
from companion.store.errors import Cancelled, Progress
from companion.store.importing import (
    BoardPreview,
    ImportPreview,
    ImportResult,
)
from companion.table.snapshot import Snapshot
from companion.ui.board.thumbnail import Scene
from companion.ui.context import AppContext
from companion.ui.device import FileSource
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.rows import Divided
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import OpenFile, Request
from companion.ui.page import Page

_Result = TypeVar("_Result")

WATCH_TIME = 1.0
"""Seconds after which the files of the folder are looked at again."""


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file in the import folder."""

    path: Path
    changed: datetime | None
    """None for a time that no calendar has."""
    size: int
    """In bytes."""


class ImportRow(Divided, Tappable):
    """A file, which a tap opens, or a game of the open file."""

    icon = StringProperty("")
    title = StringProperty("")
    detail = StringProperty("")
    status = StringProperty("")
    path = ObjectProperty(None, allownone=True)
    page = ObjectProperty(None, allownone=True)

    def on_touch_down(self, touch: object) -> bool:
        """Only file rows react to touches, game rows do not."""
        return self.path is not None and super().on_touch_down(touch)

    def on_tap(self) -> None:
        """Open the file."""
        if self.path is not None:
            self.page.open_file(self.path)


class ImportPage(Page):
    """The files of a folder, then the games of the opened file."""

    file_name = StringProperty("")
    """The name of the open file."""
    message = StringProperty("")
    """The result of the import, or why it failed."""
    refused = BooleanProperty(False)
    """Whether the message is a refusal."""
    summary = StringProperty("")
    """The number of games by status, or the folder."""
    other_contents = StringProperty("")
    """The contents of the file besides games."""
    action = StringProperty("")
    """The text of the import button; empty hides it."""
    rows = ListProperty()
    scene = ObjectProperty(None, allownone=True)
    """The `Scene` of the board, if the file is one."""
    board_aspect = NumericProperty(1.0)
    """Width by height of that board."""

    def __init__(self, context: AppContext) -> None:
        self._folder: Path | None = None
        """The folder with the files; None if the file came from the system's picker."""
        self._path: Path | None = None
        """The open file."""
        self._preview: ImportPreview | None = None
        """The contents of the open file."""
        self._opening: Path | None = None
        """The file that is being read, or was read last."""
        self._message: Phrase | None = None
        self._files: list[FoundFile] = []
        """The listed files."""
        super().__init__(context)
        self._watch = Clock.create_trigger(self._look_again, WATCH_TIME, interval=True)

    def picture_height(
        self, width: float, page_height: float, scene: Scene | None, wide: bool
    ) -> float:
        """The height of the picture of a board; 0 if the file is none."""
        if scene is None:
            return 0.0
        return float(min(width / self.board_aspect, page_height * (0.4 if wide else 0.25)))

    # Lifecycle

    def opening(self) -> None:
        """Start without a file."""
        self._folder = None
        self._close_file()

    def refresh(self, _: Snapshot | None) -> None:
        """Show the games of the open file, or the files of the folder."""
        now = datetime.now().astimezone()
        path = self._opening if self.progress_text else self._path
        self.file_name = path.name if path is not None else ""
        self.message = translator.render(self._message) if self._message is not None else ""
        self.summary = self.other_contents = self.action = ""
        self.scene = None
        if self.progress_text:
            self.rows = []
            return
        rows: list[dict[str, object]] = []
        if self._preview is not None:
            self._describe(self._preview)
            games = game_lines(self._preview.games, self.context.boards, now)
            rows = [_preview_row(each) for each in (*board_lines(self._preview.boards), *games)]
        elif self._folder is not None:
            self._files = _list_files(self._folder)
            self.summary = translator.render(_folder_hint(self._folder, self._files))
            rows = [_file_row(each, now) for each in self._files]
        self.rows = [{**row, "page": self} for row in rows]

    def open_with(self, request: Request) -> None:
        """Preview a file, or list the files of a folder."""
        match request:
            case OpenFile(Path() as path) if not path.is_file():
                self._folder = path
                self._watch()
                self.redraw()
            case OpenFile(source):
                self.open_file(source)
            case _:
                super().open_with(request)

    def handle_back(self) -> bool:
        """Cancel the running task, or go back from the file to its folder."""
        if self.cancel_task():
            return True
        if self._path is None or self._folder is None:
            return False
        self._close_file()
        self.redraw()
        return True

    def closing(self) -> None:
        """Stop looking for new files."""
        self._watch.cancel()

    def _look_again(self, _: float) -> None:
        """List the files again if they have changed while the list is shown."""
        shown = self._preview is None and not self.progress_text
        if shown and self._folder is not None and _list_files(self._folder) != self._files:
            self.redraw()

    # Commands

    def open_file(self, source: FileSource) -> None:
        """Preview a file, in a thread that copies it first if necessary."""
        if not self.progress_text:
            self._opening = source if isinstance(source, Path) else None
        importer = self.context.store.importer

        def preview(progress: Progress, cancelled: Cancelled) -> ImportPreview:
            path = source if isinstance(source, Path) else source(progress, cancelled)
            return importer.preview(path, progress, cancelled, drawing_problems)

        self.run_in_background(preview, self._opened)

    def import_new(self) -> None:
        """Import the new boards and games of the open file, in a thread that also draws boards."""
        preview = self._preview
        if preview is not None:
            work = partial(self.context.store.importer.run, preview, draw=draw_board)
            self.run_in_background(work, self._imported)

    def run_in_background(
        self, work: Callable[[Progress, Cancelled], _Result], done: Callable[[_Result], object]
    ) -> None:
        """Start a thread and show only its progress."""
        super().run_in_background(work, done)
        self._show_message(None)

    def notify(
        self,
        line: Phrase,
        refused: bool = False,
        button: str = "",
        act: Callable[[], object] | None = None,
    ) -> None:
        """Show a text on the page, which stays, unless it has a button."""
        if button or act:
            super().notify(line, refused, button, act)
        else:
            self._show_message(line, refused)

    def _opened(self, preview: ImportPreview) -> None:
        self._path, self._preview = preview.path, preview
        self._show_message(None)
        self.ids.list.to_top()

    def _imported(self, result: ImportResult) -> None:
        self.context.preferences.apply()
        self._preview = result.rest
        self._show_message(_describe_result(result), refused=bool(result.problem))

    def _show_message(self, message: Phrase | None, refused: bool = False) -> None:
        self._message, self.refused = message, refused
        self.redraw()

    def _close_file(self) -> None:
        self._path = self._preview = self._message = None

    def _describe(self, preview: ImportPreview) -> None:
        if not preview.is_archive and preview.boards:
            self._describe_board(preview.boards[0])
            return
        coming = len(preview.importable)
        self.summary = " · ".join(map(translator.render, game_counts(preview)))
        others = count_phrases(preview.counts._replace(games=0))
        texts = []
        if others:
            things = translator.render(_joined(others))
            texts.append(translator.tr("Also: {things}.", things=things))
        if preview.excess:
            texts.append(
                translator.tr_plural(
                    "{count} player, ticket or correction is over the limit and left out.",
                    "{count} players, tickets or corrections are over the limit and left out.",
                    preview.excess,
                )
            )
        self.other_contents = " ".join(texts)
        if coming:
            self.action = translator.tr_plural(
                "Import {count} game", "Import {count} games", coming
            )
        elif others:
            self.action = translator.tr("Import")
        elif not self.summary:
            self.summary = translator.tr("Nothing new in this file.")

    def _describe_board(self, preview: BoardPreview) -> None:
        """Describe a board file."""
        if preview.status == "newer":
            return
        if preview.board is None:
            self.summary = translator.tr_plural(
                "This board file has {count} error and cannot be imported.",
                "This board file has {count} errors and cannot be imported.",
                len(preview.problems),
            )
            return
        board, content = preview.board, encode_json(preview.board.source or {})
        self.board_aspect = board.aspect
        self.scene = Scene(f"{board.id} {crc32(content)}", lambda: (board, None))
        if preview.is_importable:
            self.action = (
                translator.tr("Import the board")
                if preview.status == "new"
                else translator.tr("Replace the board")
            )


def _folder_hint(folder: Path, files: Sequence[FoundFile]) -> Phrase:
    if files:
        return phrase("Choose a file to import from {folder}.", folder=folder)
    return phrase("No file to import. Put one in {folder}.", folder=folder)


def _list_files(folder: Path) -> list[FoundFile]:
    """The JSON files of a folder, the latest first."""
    return [file for _, file in sorted(_files(folder), key=lambda each: each[0], reverse=True)]


def _files(folder: Path) -> Iterator[tuple[float, FoundFile]]:
    """The files with their modification times in seconds."""
    for path in folder.glob("*.json"):
        try:
            facts = path.stat()
        except OSError:
            continue
        # A name that cannot be displayed cannot be chosen.
        if S_ISREG(facts.st_mode) and path.name.isprintable():
            try:
                changed = datetime.fromtimestamp(facts.st_mtime).astimezone()
            except (ValueError, OverflowError, OSError):
                changed = None
            yield facts.st_mtime, FoundFile(path, changed, facts.st_size)


def _describe_result(result: ImportResult) -> Phrase:
    counts = count_phrases(result.counts)
    outcome = phrase("Nothing new in this file.")
    if counts:
        outcome = phrase("Imported: {things}.", things=_joined(counts))
    if result.problem is None:
        return outcome
    return phrase("{outcome} {kept}", outcome=outcome, kept=result.problem)


def _joined(things: list[Phrase]) -> Phrase:
    return join_names([translator.render(each) for each in things])


def _preview_row(line: PreviewLine) -> dict[str, object]:
    texts = {name: translator.render(getattr(line, name)) for name in ("title", "detail", "status")}
    return {"icon": line.icon, **texts, "path": None}


def _file_row(file: FoundFile, now: datetime) -> dict[str, object]:
    size = translator.tr("{size} KB", size=max(1, round(file.size / 1000)))
    when = f"{translator.render(relative_date(file.changed, now))} · " if file.changed else ""
    return {
        "icon": "",
        "title": file.path.name,
        "detail": f"{when}{size}",
        "status": "",
        "path": file.path,
    }


load("pages/import_file")
