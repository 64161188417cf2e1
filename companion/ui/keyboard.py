"""Key codes, what keys do on every page, and focus that Tab moves between buttons and fields."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.behaviors import FocusBehavior
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.rules.wording import phrase, untranslated
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.debounce import IGNORE_TIME
from companion.ui.navigator import Navigator

ESCAPE, ENTER, SPACE, SLASH, TAB = 27, 13, 32, 47, 9
RIGHT, LEFT, DOWN, UP = 275, 276, 274, 273
PLUS, EQUALS, MINUS = 43, 61, 45
Z, Y, F, N = ord("z"), ord("y"), ord("f"), ord("n")
ONE, NINE = ord("1"), ord("9")
KEYPAD_PLUS, KEYPAD_MINUS, KEYPAD_ENTER = 270, 269, 271

ENTRY_KEYS = frozenset((N, *range(ONE, NINE + 1)))
"""Keys that make an entry: they do not repeat while they are held."""

KEYS = (
    (untranslated("Tab"), phrase("Next button or field")),
    (phrase("Enter, Space"), phrase("Press the button")),
    (untranslated("Esc"), phrase("Back")),
    (untranslated("Ctrl+Z, Ctrl+Y"), phrase("Undo, redo")),
    (untranslated("Ctrl+F, /"), phrase("Find a route or a city")),
    (phrase("Down, Up"), phrase("From a search to its results and back")),
    (untranslated("N"), phrase("Next player")),
    (untranslated("1, 2, 3"), phrase("One more terrain card")),
    (phrase("Arrow keys"), phrase("Move the board")),
    (untranslated("+, −"), phrase("Zoom the board")),
    (phrase("Ctrl+Up, Ctrl+Down"), phrase("New game: move the player whose name is edited")),
)
"""What keys do, for the settings page."""


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
        first = None if page.sheet else page.first_focus
        return page.keyboard_focus.move(within, "shift" in modifiers, first)
    if key == ENTER and page.keyboard_focus.press(within):
        return True
    return page.handle_key(key, modifiers)


class KeyboardFocus:
    """The button that Enter taps; text fields have Kivy's own focus instead."""

    def __init__(self) -> None:
        self._button: Tappable | None = None
        self._ignore_until = -inf
        """Until then Enter is ignored: it repeats while it is held."""

    def move(self, within: Widget, backwards: bool = False, first: Widget | None = None) -> bool:
        """Focus the next or previous button or field, after the last the first; False if none.

        `first` gets the focus if nothing had it.
        """
        targets = list(_focusable(within))
        current = self._current(targets)
        if current is None:
            following = -1 if backwards else targets.index(first) if first in targets else 0
        else:
            following = (current + (-1 if backwards else 1)) % len(targets)
        return bool(targets) and self._step(targets, current, following)

    def move_through(self, field: Widget, results: Widget, backwards: bool) -> bool:
        """Move between a search field and its results; False if none of them has the focus."""
        targets = [next(_focusable(field)), *_focusable(results)]
        current = self._current(targets)
        if current is None:
            return False
        following = current + (-1 if backwards else 1)
        return not 0 <= following < len(targets) or self._step(targets, current, following)

    def press(self, within: Widget) -> bool:
        """Tap the button with the focus; False if there is none in this widget."""
        button = self._button
        if button is None or button not in _focusable(within):
            return False
        now = Clock.get_time()
        if button.repeats or now >= self._ignore_until:
            self._ignore_until = now + IGNORE_TIME
            button.dispatch("on_release")
        if button not in _focusable(within):
            self.clear()
        return True

    def clear(self) -> None:
        """Remove the focus from the button."""
        if self._button is not None:
            self._button.has_focus = False
            self._button = None

    def _current(self, targets: list[Widget]) -> int | None:
        """The index of the button or field that has the focus."""
        for index, target in enumerate(targets):
            if target is self._button or (isinstance(target, FocusBehavior) and target.focus):
                return index
        return None

    def _step(self, targets: list[Widget], current: int | None, following: int) -> bool:
        """Move the focus; True, for the callers."""
        if current is not None and isinstance(targets[current], FocusBehavior):
            targets[current].focus = False
        target = targets[following]
        self.clear()
        if isinstance(target, FocusBehavior):
            target.focus = True
        else:
            target.has_focus = True
            self._button = target
        parent = target.parent
        while parent is not parent.parent:
            if isinstance(parent, ScrollView):
                parent.scroll_to(target, padding=dp(48), animate=False)
            parent = parent.parent
        return True


def _focusable(widget: Widget) -> Iterator[Widget]:
    """All visible, enabled buttons and fields in a widget, in reading order."""
    inactive = widget.disabled or getattr(widget, "leaving", False)
    if inactive or not widget.opacity or min(widget.size) <= 0:
        return
    if isinstance(widget, FocusBehavior):
        yield widget
        return
    if isinstance(widget, Tappable):
        if not widget.enabled:
            return
        yield widget
    children = widget.children[::-1]
    if len({child.x for child in children}) == 1:
        # The children of a recycled or reordered column are not in the order they appear in.
        children.sort(key=lambda child: -child.top)
    for child in children:
        yield from _focusable(child)
