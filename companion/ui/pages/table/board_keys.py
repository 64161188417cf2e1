"""Keyboard control of the board."""

from __future__ import annotations

from kivy.metrics import dp

from companion.ui import keyboard
from companion.ui.board.view import BoardView

_PAN_STEP = 60
"""Distance an arrow key moves the board, in dp."""
_PAN = {
    keyboard.RIGHT: (-_PAN_STEP, 0),
    keyboard.LEFT: (_PAN_STEP, 0),
    keyboard.UP: (0, -_PAN_STEP),
    keyboard.DOWN: (0, _PAN_STEP),
}
_ZOOM = {
    keyboard.PLUS: 1.25,
    keyboard.EQUALS: 1.25,
    keyboard.KEYPAD_PLUS: 1.25,
    keyboard.MINUS: 0.8,
    keyboard.KEYPAD_MINUS: 0.8,
}


def handle_board_key(board: BoardView, key: int) -> bool:
    """Pan or zoom the board; False if the key does neither."""
    if key in _PAN:
        x, y = _PAN[key]
        board.pan_by(dp(x), dp(y))
    elif key in _ZOOM:
        board.zoom_at(board.center_x, board.center_y, _ZOOM[key])
    else:
        return False
    return True
