"""What the keys of a desktop, and the back key of a phone, do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.metrics import dp

if TYPE_CHECKING:
    from companion.ui.app import RailkeeperApp

ESCAPE, ENTER, SLASH = 27, 13, 47
RIGHT, LEFT, DOWN, UP = 275, 276, 274, 273
PLUS, EQUALS, MINUS = 43, 61, 45
Z, Y, F = ord("z"), ord("y"), ord("f")
KEYPAD_PLUS, KEYPAD_MINUS, KEYPAD_ENTER = 270, 269, 271

_STEP = 60
"""How far an arrow key moves the board, in dp."""
_PAN = {RIGHT: (-_STEP, 0), LEFT: (_STEP, 0), UP: (0, -_STEP), DOWN: (0, _STEP)}
_ZOOM = {PLUS: 1.25, EQUALS: 1.25, KEYPAD_PLUS: 1.25, MINUS: 0.8, KEYPAD_MINUS: 0.8}


def pressed(app: RailkeeperApp, key: int, modifiers: list[str]) -> bool:
    """Do what a key means here; False if it means nothing, so that Escape can leave the app."""
    if key == ESCAPE:
        return app.back()
    if app.screens.current != "table":
        return False
    table = app.screen("table")
    if {"ctrl", "meta"} & set(modifiers):
        if key == Z and "shift" not in modifiers:
            table.keeping.undo()
        elif key in (Z, Y):
            table.keeping.redo()
        elif key == F:
            app.go("find")
        else:
            return False
        return True
    if key in (ENTER, KEYPAD_ENTER):
        return bool(table.confirm())
    if key == SLASH:
        app.go("find")
    elif key in _PAN:
        x, y = _PAN[key]
        table.ids.board.pan_by(dp(x), dp(y))
    elif key in _ZOOM:
        board = table.ids.board
        board.zoom_at(*board.center, _ZOOM[key])
    else:
        return False
    return True
