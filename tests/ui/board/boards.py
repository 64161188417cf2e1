"""The bundled boards as they are laid out, without a screen."""

from __future__ import annotations

from companion.rules import bundled_boards
from companion.ui.board.drawing_facts import drawing_facts
from companion.ui.board.layout import BoardLayout, lay_out

BOARDS = tuple(bundled_boards())

_LAYOUTS = {
    board.id: lay_out(board, drawing_facts(board.id)) for board in bundled_boards().values()
}


def laid_out(board: str) -> BoardLayout:
    """A bundled board as it is drawn."""
    return _LAYOUTS[board]
