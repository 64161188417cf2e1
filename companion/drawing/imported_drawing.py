"""The drawing of a board at its import."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.drawing.drawing_data import drawing_to_json

if TYPE_CHECKING:
    from companion.rules.board import Board


def draw_board(
    board: Board, progress: Callable[[float], None], cancelled: Callable[[], bool]
) -> dict[str, object]:
    """Compute the field “drawing” of a board file; takes seconds for a large board."""
    # Imported late: no page needs it before an import.
    from companion.drawing.auto_layout import compute_drawing

    return drawing_to_json(compute_drawing(board, progress, cancelled))
