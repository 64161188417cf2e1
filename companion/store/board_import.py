"""The preview and the import of board files, alone or in an archive."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from companion.rules.board_fields import BOARD_FORMAT
from companion.rules.board_file import check_imported_board
from companion.rules.errors import Malformed, UnusableFile
from companion.rules.record import MAX_RECORD_BYTES
from companion.rules.wording import Phrase, phrase
from companion.store.errors import stopped_import

if TYPE_CHECKING:
    from companion.rules.board import Board
    from companion.store.imported_boards import ImportedBoardFolder
    from companion.store.progress import Cancelled, Progress

MOST_ARCHIVED_BYTES = 16 * 1024 * 1024
"""Bytes of all boards of an archive, which are in memory during its import."""
_STEPS = 100
"""Steps of the progress of drawing one board."""

BoardStatus = Literal["new", "replaces", "there", "broken"]
"""New; replaces the board with the same id; already here; not a valid board."""

Draw = Callable[["Board", Callable[[float], None], "Cancelled"], Mapping[str, Any]]
"""Computes “routes” of the field “drawing” of a board; reports the finished share."""


class BoardPreview(NamedTuple):
    """One board of the file."""

    status: BoardStatus
    board: Board | None = None
    """None if it is broken."""
    problems: tuple[Phrase, ...] = ()
    """Why it is broken: every error."""

    @property
    def is_importable(self) -> bool:
        """Whether an import adds or replaces this board."""
        return self.status in ("new", "replaces")


def is_board(content: bytes) -> bool:
    """Whether a file, or a line of an archive, is a board; a game may contain one."""
    if BOARD_FORMAT.name.encode() not in content:
        return False
    # Imported late: the command line needs TinyDB only for such files.
    from companion.store.storage import parse_json

    try:
        value = parse_json(content, MAX_RECORD_BYTES)
    except Malformed:
        return False
    stamp = value.get("format") if isinstance(value, dict) else None
    return isinstance(stamp, str) and stamp.partition("/")[0] == BOARD_FORMAT.name


class BoardImporter:
    """Previews and imports boards.

    A board file replaces the imported board with the same id. A board of an archive does not:
    importing an archive changes nothing that is here.
    """

    def __init__(self, boards: ImportedBoardFolder) -> None:
        self._boards = boards
        self._archived_bytes = 0

    def preview(self, content: bytes, *, archived: bool) -> BoardPreview:
        """Preview a board file."""
        self._archived_bytes += len(content) if archived else 0
        if self._archived_bytes > MOST_ARCHIVED_BYTES:
            too_many = phrase("the boards of this file are too large together")
            return BoardPreview("broken", None, (too_many,))
        board, problems = check_imported_board(content, self._boards.bundled)
        if board is None:
            return BoardPreview("broken", None, tuple(each.phrase for each in problems))
        return self.updated(BoardPreview("new", board), archived=archived)

    def updated(self, preview: BoardPreview, *, archived: bool) -> BoardPreview:
        """The preview with its status by now."""
        if preview.board is None:
            return preview
        return preview._replace(status=self._status(preview.board, archived=archived))

    def _status(self, board: Board, *, archived: bool) -> BoardStatus:
        if board.id not in self._boards.ids():
            return "new"
        try:
            here = self._boards.read(board.id)
        except UnusableFile:
            return "replaces"
        return "there" if archived or _is_same(board, here) else "replaces"

    def run(
        self, previews: Iterable[BoardPreview], draw: Draw, progress: Progress, cancelled: Cancelled
    ) -> None:
        """Save the new boards, each with a drawing; `Stopped` if cancelled while drawing."""
        for preview in previews:
            if preview.is_importable and preview.board is not None:
                self._save(preview.board, draw, progress, cancelled)

    def _save(self, board: Board, draw: Draw, progress: Progress, cancelled: Cancelled) -> None:
        value = dict(board.source or {})
        given = value.get("drawing", {})
        if "routes" in given:
            self._boards.add(value)
            return
        computed = draw(board, lambda share: progress(round(share * _STEPS), _STEPS), cancelled)
        if cancelled():
            raise stopped_import()
        try:
            self._boards.add({**value, "drawing": {**given, **computed}})
        except Malformed:
            # A drawing that makes the file too large is no reason to refuse the board.
            self._boards.add(value)


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
