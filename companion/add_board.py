"""The command `python -m companion board add`, and the boards that the command line knows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.report.export.score_sheet import board_summary
from companion.report.record_files import EMPTY_NAME, file_content
from companion.rules.board_file import check_imported_board
from companion.rules.boards import Boards
from companion.rules.errors import Refused
from companion.rules.json_reader import BOARD_LIMITS
from companion.store.files import DataFolder, desktop_folder
from companion.store.imported_boards import ImportedBoardFolder

WRONG = 1
"""The exit code if a board file has errors."""
FAILED = 2
"""The exit code if something could not be read or written."""


def with_imported_boards(bundled: Boards) -> Boards:
    """The bundled boards and those that were imported on this desktop; changes no file."""
    folder = DataFolder(desktop_folder())
    return bundled.with_imported(ImportedBoardFolder(folder, bundled.bundled))


def add_board(
    file: str, bundled: Boards, show: Callable[[str], None], report: Callable[[str], None]
) -> int:
    """Import a board file into the app's data folder and return the exit code.

    `show` is called with what was done, `report` with each error.
    """
    # Imported late: the other commands work without TinyDB.
    from companion.drawing.auto_layout import draw_board
    from companion.store.store import Store

    try:
        content = file_content(file, BOARD_LIMITS.bytes)
        board, problems = check_imported_board(content, bundled.bundled)
        for error in problems:
            report(f"{file}: {error}")
        if board is None:
            return WRONG
        with Store.open(desktop_folder(), bundled) as store:
            preview = store.importer.preview(Path(file))
            store.importer.run(preview, draw=draw_board)
    except Refused as problem:
        report(f"{file or EMPTY_NAME}: {problem}")
        return FAILED
    done = {"new": "added", "replaces": "replaced"}
    for found in preview.boards:
        show(f"{file}: {done.get(found.status, 'already here')}\n{board_summary(board)}")
    return 0
