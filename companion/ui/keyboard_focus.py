"""The ring: with Tab a keyboard goes from one thing to tap to the next, and Enter taps it."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.metrics import dp
from kivy.uix.behaviors import FocusBehavior
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.ui.kit.buttons import Tappable


class KeyboardFocus:
    """Lies around one thing of a page, or around none until Tab is pressed."""

    def __init__(self) -> None:
        self._on: Tappable | None = None

    def move(self, within: Widget, backwards: bool = False) -> bool:
        """Go on to the next thing, or back to the one before; False if there is none."""
        things = list(_reachable(within))
        if not things:
            return False
        here = next((place for place, thing in enumerate(things) if self._is_on(thing)), None)
        if here is None:
            there = -1 if backwards else 0
        else:
            there = (here + (-1 if backwards else 1)) % len(things)
            if isinstance(things[here], FocusBehavior):
                things[here].focus = False
        self._lay_on(things[there])
        return True

    def press(self, within: Widget) -> bool:
        """Tap what it lies around; False if that is nothing to be reached there."""
        if self._on is None or self._on not in _reachable(within):
            return False
        self._on.dispatch("on_release")
        return True

    def drop(self) -> None:
        """Lie around nothing: a finger is at work."""
        if self._on is not None:
            self._on.ringed = False
            self._on = None

    def _is_on(self, thing: Widget) -> bool:
        return thing is self._on or (isinstance(thing, FocusBehavior) and bool(thing.focus))

    def _lay_on(self, thing: Widget) -> None:
        self.drop()
        if isinstance(thing, FocusBehavior):
            thing.focus = True
        else:
            thing.ringed = True
            self._on = thing
        holder = thing.parent
        while holder is not holder.parent:
            if isinstance(holder, ScrollView):
                holder.scroll_to(thing, padding=dp(48), animate=False)
            holder = holder.parent


def _reachable(widget: Widget) -> Iterator[Widget]:
    """Everything in a widget that a finger could touch, in the order of reading."""
    deaf = widget.disabled or getattr(widget, "leaving", False)
    if deaf or not widget.opacity or min(widget.size) <= 0:
        return
    if isinstance(widget, FocusBehavior):
        yield widget
        return
    if isinstance(widget, Tappable):
        if not widget.enabled:
            return
        yield widget
    parts = widget.children[::-1]
    if len({part.x for part in parts}) == 1:
        # Rows that are used again or carried about come in any order, but stand in one.
        parts.sort(key=lambda part: -part.top)
    for part in parts:
        yield from _reachable(part)
