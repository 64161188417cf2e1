"""Key codes, and what the keys of a desktop and the back key of a phone do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.ui.navigator import Navigator

ESCAPE, ENTER, SPACE, SLASH, TAB = 27, 13, 32, 47, 9
RIGHT, LEFT, DOWN, UP = 275, 276, 274, 273
PLUS, EQUALS, MINUS = 43, 61, 45
Z, Y, F = ord("z"), ord("y"), ord("f")
KEYPAD_PLUS, KEYPAD_MINUS, KEYPAD_ENTER = 270, 269, 271


def handle_key(navigator: Navigator, key: int, modifiers: frozenset[str]) -> bool:
    """Do what a key means on the current page; False if nothing: then Escape closes the app."""
    if key == ESCAPE:
        return navigator.back()
    page = navigator.page
    if modifiers & {"ctrl", "meta"} and key in (Z, Y):
        if key == Z and "shift" not in modifiers:
            if page.can_undo:
                page.undo()
        elif page.can_redo:
            page.redo()
        return True
    if key in (KEYPAD_ENTER, SPACE):
        key = ENTER
    within = page.sheet or page
    if key == TAB:
        return page.keyboard_focus.move(within, backwards="shift" in modifiers)
    if key == ENTER and page.keyboard_focus.press(within):
        return True
    return page.handle_key(key, modifiers)
