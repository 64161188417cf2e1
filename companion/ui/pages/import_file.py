"""The import page: choose files, preview their games, import the new ones."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from itertools import chain
from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple, TypeVar
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
from companion.rules.wording import Phrase, join_names, phrase, untranslated
from companion.store.errors import Cancelled, Progress
from companion.store.importing import (
    BoardPreview,
    ImportCounts,
    Importer,
    ImportPreview,
    ImportResult,
)
from companion.table.snapshot import Snapshot
from companion.ui.board.thumbnail import Scene, empty_board
from companion.ui.context import AppContext
from companion.ui.device import FileSource
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.containers import Column
from companion.ui.kit.layout import set_children
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import OpenFiles, PlayOn, Request
from companion.ui.page import Page

_Result = TypeVar("_Result")

WATCH_TIME = 1.0
"""Seconds after which the files of the folder are looked at again."""


class FoundFile(NamedTuple):
    """A file in the import folder."""

    path: Path
    changed: float
    """In seconds, as the file system has it."""
    size: int
    """In bytes."""


class ImportRow(Tappable):
    """A file, which a tap opens, or a board or game of the open file."""

    icon = StringProperty("")
    title = StringProperty("")
    detail = StringProperty("")
    status = StringProperty("")
    scene = ObjectProperty(None, allownone=True)
    """The `Scene` of the board of a game."""
    path = ObjectProperty(None, allownone=True)
    page = ObjectProperty(None, allownone=True)

    def on_touch_down(self, touch: object) -> bool:
        """Only file rows react to touches, the others do not."""
        return self.path is not None and super().on_touch_down(touch)

    def on_tap(self) -> None:
        """Open the file."""
        if self.path is not None:
            self.page.open_files(self.path)


class PathInput(Column):
    """A field for the path of a file or folder; a wrong path stays to be corrected."""

    page = ObjectProperty()

    def clear(self) -> None:
        """Remove the text, and leave the keys to the page."""
        self.ids.path.text, self.ids.path.focus = "", False


class ImportPage(Page):
    """The files of folders, then the games of the opened files."""

    file_name = StringProperty("")
    """The name of the open file, or the number of open files."""
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
    played_board = StringProperty("")
    """The id of the board of the open file, if it is one that a game can be played on."""
    is_listing = BooleanProperty(False)
    """Whether the files of folders are listed."""
    is_low = BooleanProperty(False)
    """Whether the list is beside the texts and buttons, because there is no height for both."""
    rows = ListProperty()
    scene = ObjectProperty(None, allownone=True)
    """The `Scene` of the board, if the file is one."""
    board_aspect = NumericProperty(1.0)
    """Width by height of that board."""

    def __init__(self, context: AppContext) -> None:
        self._folders: list[Path] = []
        """The folders with the files; empty if the file came from the system's picker."""
        self._opening: Sequence[FileSource] = ()
        """The files that are being read, or were read last."""
        self._preview: ImportPreview | None = None
        """The contents of the open files."""
        self._files: list[FoundFile] = []
        """The listed files."""
        super().__init__(context)
        self._path_input = PathInput(page=self)
        self._watch = Clock.create_trigger(self._look_again, WATCH_TIME, interval=True)

    def picture_height(
        self, width: float, page_height: float, scene: Scene | None, is_low: bool
    ) -> float:
        """The height of the picture of a board; 0 if the file is none."""
        if scene is None:
            return 0.0
        return float(min(width / self.board_aspect, page_height * (0.4 if is_low else 0.25)))

    # Lifecycle

    def opening(self) -> None:
        """Start without a file."""
        self._path_input.clear()
        self._folders = []
        self._close_files()

    def refresh(self, _: Snapshot | None) -> None:
        """Show the games of the open files, or the files of the folders."""
        now = datetime.now().astimezone()
        self.file_name = self._opened_name()
        self.summary = self.other_contents = self.action = self.played_board = ""
        self.scene = None
        self.is_listing = bool(self._folders) and self._preview is None and not self.progress_text
        if self.progress_text:
            self.rows = []
            return
        rows: list[dict[str, object]] = []
        if self._preview is not None:
            self._describe(self._preview)
            games = game_lines(self._preview.games, self.context.boards, now)
            lines = [*board_lines(self._preview.boards), *games]
            board = _only_board(self._preview)
            if board is not None and board.status == "broken":
                # The text above says that these are errors.
                lines = [each._replace(title=untranslated("")) for each in lines]
            rows = [self._preview_row(each) for each in lines]
        elif self._folders:
            self._files = _list_files(self._folders)
            self.summary = translator.render(_folder_hint(self._folders, self._files))
            rows = [_file_row(each, now, len(self._folders) > 1) for each in self._files]
        empty = {"detail": "", "status": "", "scene": None, "path": None}
        self.rows = [{**empty, **row, "page": self} for row in rows]

    def _preview_row(self, line: PreviewLine) -> dict[str, object]:
        names = ("title", "detail", "status")
        row: dict[str, object] = {name: translator.render(getattr(line, name)) for name in names}
        boards, game = self.context.boards, line.game
        if game is not None and game.board in boards:
            row["scene"] = empty_board(boards.__getitem__, boards.summary(game.board))
        if not line.icon:
            # A rule, which can be the name of a tie-breaker.
            detail = str(row["detail"])
            row["detail"] = detail[:1].upper() + detail[1:]
        return {"icon": line.icon, **row}

    def _opened_name(self) -> str:
        """The name of the open file, or the number of files."""
        paths: Sequence[Path] = self._preview.paths if self._preview is not None else ()
        if self.progress_text:
            paths = [source for source in self._opening if isinstance(source, Path)]
        if len(paths) > 1:
            return str(translator.tr_plural("{count} file", "{count} files", len(paths)))
        return "".join(path.name for path in paths)

    def open_with(self, request: Request) -> None:
        """Preview files, or list those of a folder and of the folder used last."""
        match request:
            case OpenFiles((Path() as path,)) if not path.is_file():
                last = self.context.store.import_folder
                self._folders = [path]
                if last is not None and last != path and os.path.isdir(last):  # noqa: PTH112
                    self._folders.append(last)
                self._watch()
                self.redraw()
            case OpenFiles(sources):
                self.open_files(*sources)
            case _:
                super().open_with(request)

    def handle_back(self) -> bool:
        """Cancel the running task, or go back from the file to its folder."""
        if self.cancel_task():
            return True
        if self._preview is None or not self._folders:
            return False
        self._close_files()
        self.redraw()
        return True

    def on_is_listing(self, *_: object) -> None:
        """Offer to type a path while files are listed."""
        set_children(self.ids.path_place, [self._path_input] if self.is_listing else [])

    def closing(self) -> None:
        """Stop looking for new files."""
        self._watch.cancel()

    def _look_again(self, _: float) -> None:
        """List the files again if they have changed while the list is shown."""
        if self.is_listing and _list_files(self._folders) != self._files:
            self.redraw()

    # Commands

    def open_path(self, typed: str) -> None:
        """Preview the file with a typed path, or list the files of such a folder."""
        # Some file managers copy a path with quotation marks.
        path = Path(os.path.expanduser(typed.strip().strip("\"'")))  # noqa: PTH111
        if os.path.isdir(path):  # noqa: PTH112  (a path that is too long raises in pathlib)
            self._folders = [path]
            self._show_message(None)
        elif typed.strip():
            self.open_files(path)

    def open_files(self, *sources: FileSource) -> None:
        """Preview files, in a thread that copies them first if necessary."""
        if not self.progress_text:
            self._opening = sources
        importer = self._importer

        def preview(progress: Progress, cancelled: Cancelled) -> ImportPreview:
            paths = [
                source if isinstance(source, Path) else source(progress, cancelled)
                for source in sources
            ]
            return importer.preview(*paths, progress=progress, cancelled=cancelled)

        self.run_in_background(preview, self._opened)

    def import_new(self) -> None:
        """Import the new boards and games, in a thread that also draws boards."""
        if self._preview is not None:
            work = partial(self._importer.run, self._preview)
            self.run_in_background(work, self._imported)

    @property
    def _importer(self) -> Importer:
        return Importer(self.context.store, drawing_problems, draw_board)

    def play(self) -> None:
        """Open New game with the board of the open file."""
        navigator, request = self.context.navigator, PlayOn(self.played_board)
        if navigator.previous_page == "new_game":
            navigator.back_for(request)
        else:
            navigator.go("new_game", request)

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
        from_phone: bool = False,
    ) -> None:
        """Show a text on the page, which stays, unless it has a button."""
        if button or act:
            super().notify(line, refused, button, act, from_phone)
        else:
            self._show_message(line, refused)

    def _opened(self, preview: ImportPreview) -> None:
        self._path_input.clear()
        self._preview = preview
        self._show_message(None)
        self.ids.list.to_top()

    def _imported(self, result: ImportResult) -> None:
        self.context.preferences.apply()
        self._preview = result.rest
        if all(isinstance(source, Path) for source in self._opening):
            self.context.store.remember_import_folder(result.rest.paths[0].parent)
        text = _describe_result(result.counts, result.problem)
        self._show_message(text, refused=bool(result.problem))

    def _show_message(self, message: Phrase | None, refused: bool = False) -> None:
        self.message, self.refused = translator.render(message) if message else "", refused
        self.redraw()

    def _close_files(self) -> None:
        self._preview, self.message = None, ""

    def _describe(self, preview: ImportPreview) -> None:
        board = _only_board(preview)
        if board is not None:
            self._describe_board(board)
            return
        imported = [
            each.board
            for each in preview.boards
            if each.status == "imported" and not each.is_archived
        ]
        if imported and imported[-1]:
            self.played_board = imported[-1].id
        counts, excess, games = preview.counts, preview.excess, preview.games
        self.summary = " · ".join(map(translator.render, game_counts(games)))
        others = count_phrases(counts._replace(games=0))
        texts = []
        if others:
            things = translator.render(_joined(others))
            texts.append(translator.tr("Also: {things}.", things=things))
        if excess:
            texts.append(
                translator.tr_plural(
                    "{count} player, ticket or correction is over the limit and left out.",
                    "{count} players, tickets or corrections are over the limit and left out.",
                    excess,
                )
            )
        self.other_contents = " ".join(texts)
        if counts.games:
            self.action = translator.tr_plural(
                "Import {count} game", "Import {count} games", counts.games
            )
        elif others:
            self.action = translator.tr("Import")
        elif not self.summary and not self.message:
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
        if preview.status in ("imported", "there"):
            self.played_board = board.id
        if preview.is_importable:
            self.action = (
                translator.tr("Import the board")
                if preview.status == "new"
                else translator.tr("Replace the board")
            )


def _only_board(preview: ImportPreview) -> BoardPreview | None:
    """The board of a board file; None for other files and for several."""
    board = preview.boards[0] if len(preview.paths) == 1 and preview.boards else None
    return board if board is not None and not board.is_archived else None


def _folder_hint(folders: Sequence[Path], files: Sequence[FoundFile]) -> Phrase:
    if files:
        names = join_names([str(folder) for folder in folders])
        return phrase("Choose a file to import from {folder}.", folder=names)
    return phrase("No file to import. Put one in {folder}.", folder=folders[0])


def _list_files(folders: Sequence[Path]) -> list[FoundFile]:
    """The JSON files of some folders, the latest first."""
    found = []
    for path in chain.from_iterable(folder.glob("*.json") for folder in folders):
        with suppress(OSError):
            facts = path.stat()
            # A name that cannot be displayed cannot be chosen.
            if S_ISREG(facts.st_mode) and path.name.isprintable():
                found.append(FoundFile(path, facts.st_mtime, facts.st_size))
    return sorted(found, key=lambda file: file.changed, reverse=True)


def _describe_result(imported: ImportCounts, problem: Phrase | None) -> Phrase:
    counts = count_phrases(imported)
    outcome = phrase("Nothing new in this file.")
    if counts:
        outcome = phrase("Imported: {things}.", things=_joined(counts))
    return phrase("{outcome} {kept}", outcome=outcome, kept=problem) if problem else outcome


def _joined(things: list[Phrase]) -> Phrase:
    return join_names([translator.render(each) for each in things])


def _file_row(file: FoundFile, now: datetime, with_folder: bool) -> dict[str, object]:
    facts = [file.path.parent.name] if with_folder else []
    # No calendar has some times of damaged file systems.
    with suppress(ValueError, OverflowError, OSError):
        changed = datetime.fromtimestamp(file.changed).astimezone()
        facts.append(translator.render(relative_date(changed, now)))
    facts.append(translator.tr("{size} KB", size=max(1, round(file.size / 1000))))
    return {
        "icon": "import",
        "title": file.path.name,
        "detail": " · ".join(facts),
        "path": file.path,
    }


load("pages/import_file")
