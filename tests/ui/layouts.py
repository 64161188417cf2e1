"""What can be wrong with a screen as it is laid out, whatever is on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, reduce
from itertools import combinations
from math import ceil

from kivy.core.text import Label as CoreLabel
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from companion.drawing.looks import tracks_named
from companion.drawing.palette import Rgba, contrast
from companion.ui.board.view import BoardView
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.notification import Notice
from companion.ui.kit.sheet import Sheet
from companion.ui.look.theme import TOUCH

SLACK = 1.0
"""Pixels that rounding may cost."""
LEAST_CONTRAST = 4.5
LONGEST_WORD = 30
"""Letters of the longest word; anything longer is a file's name, which may be torn anywhere."""
LEAST_BOARD = 3 * TOUCH
"""How much of a board must be seen at least, in dp each way, while no sheet lies over it."""


@dataclass(frozen=True)
class Box:
    """Where something is on the window."""

    left: float
    bottom: float
    right: float
    top: float

    def holds(self, other: Box) -> bool:
        return self.holds_across(other) and self.holds_along(other)

    def holds_along(self, other: Box) -> bool:
        return self.bottom <= other.bottom + SLACK and other.top <= self.top + SLACK

    def holds_across(self, other: Box) -> bool:
        return self.left <= other.left + SLACK and other.right <= self.right + SLACK

    def shared(self, other: Box) -> Box:
        return Box(
            max(self.left, other.left),
            max(self.bottom, other.bottom),
            min(self.right, other.right),
            min(self.top, other.top),
        )

    @property
    def is_there(self) -> bool:
        return self.right - self.left > SLACK and self.top - self.bottom > SLACK


@dataclass(frozen=True)
class Seen:
    """A widget that is drawn, and what holds it."""

    widget: Widget
    box: Box
    ancestors: tuple[Widget, ...]
    """From the nearest one up."""

    @property
    def scrolls(self) -> list[ScrollView]:
        """What it slides in, from the nearest one up."""
        return [each for each in self.ancestors if isinstance(each, ScrollView)]

    @property
    def layer(self) -> Widget | None:
        """What lies over the screen and holds it, if something does."""
        layers = (self.widget, *self.ancestors)
        return next((each for each in layers if isinstance(each, Sheet | Notice)), None)

    @property
    def in_sight(self) -> Box:
        return reduce(Box.shared, map(box, self.scrolls), self.box)

    def __str__(self) -> str:
        words = getattr(self.widget, "name_for_readers", "") or getattr(self.widget, "text", "")
        place = self.box
        return (
            f"{type(self.widget).__name__} {words!r} at {place.left:.0f}–{place.right:.0f} × "
            f"{place.bottom:.0f}–{place.top:.0f}"
        )


def defects() -> list[str]:
    """Everything wrong with what is on the window."""
    window = Box(0, 0, Window.width, Window.height)
    things = _everything()
    return [
        *_cut_off(things),
        *_outside(things, window),
        *_too_small(things),
        *_overlapping(things),
        *_cramped(things),
        *_names_on_names(things),
        *_behind_sheets(things),
    ]


def shortened() -> list[str]:
    """Texts that end in dots for want of room, as names may."""
    return [
        f"shortened: {thing}"
        for thing in _everything()
        if isinstance(thing.widget, Label) and thing.widget.text and thing.widget.is_shortened
    ]


def places() -> list[Box]:
    """Where everything is, to see whether it stays there."""
    return [thing.box for thing in _everything()]


def unreadable(width: int, height: int, pixels: bytes) -> list[str]:
    """Texts that hardly stand out from what they are drawn on, in a picture of the window."""
    things = _everything()
    window = Box(0, 0, width, height)
    found = []
    for thing in things:
        faint = any(each.opacity < 1 for each in (thing.widget, *thing.ancestors))
        seen = thing.in_sight.shared(window)
        hidden = thing.layer is None and any(
            box(other.widget.ids.panel).shared(seen).is_there
            for other in things
            if isinstance(other.widget, Sheet)
        )
        inks = _inks(thing.widget)
        if inks and seen.is_there and not faint and not hidden:
            ground = _ground(seen, width, pixels)
            stands_out = min(contrast(ink, ground) for ink in inks)
            if stands_out < LEAST_CONTRAST:
                found.append(f"hardly to be read ({stands_out:.1f} : 1): {thing}")
    return found


def _inks(widget: Widget) -> list[Rgba]:
    """What the words on a widget are written with."""
    return [widget.color] if isinstance(widget, Label) and widget.text else []


def _ground(place: Box, width: int, pixels: bytes) -> Rgba:
    """The colour there is most of somewhere: that of the ground, not of the letters."""
    colors: Counter[bytes] = Counter()
    for y in range(ceil(place.bottom), int(place.top), 3):
        for x in range(ceil(place.left), int(place.right), 3):
            start = (y * width + x) * 4
            colors[pixels[start : start + 3]] += 1
    red, green, blue = colors.most_common(1)[0][0]
    return red / 255, green / 255, blue / 255, 1.0


def box(widget: Widget) -> Box:
    """Where a widget is on the window."""
    left, bottom = widget.to_window(widget.x, widget.y)
    right, top = widget.to_window(widget.right, widget.top)
    return Box(left, bottom, right, top)


def _everything() -> list[Seen]:
    return [thing for child in Window.children for thing in _drawn(child, (), 0, 0)]


def _drawn(widget: Widget, ancestors: tuple[Widget, ...], dx: float, dy: float) -> Iterator[Seen]:
    """A widget and what is in it; `dx` and `dy` are what scrolling has moved it by."""
    (x, y), (width, height) = widget.pos, widget.size
    if widget.opacity and width > 0 and height > 0:
        yield Seen(widget, Box(x + dx, y + dy, x + width + dx, y + height + dy), ancestors)
        scrolled_x, scrolled_y = widget.to_parent(0, 0)
        for child in widget.children:
            yield from _drawn(child, (widget, *ancestors), dx + scrolled_x, dy + scrolled_y)


def _cut_off(things: list[Seen]) -> Iterator[str]:
    for thing in things:
        widget = thing.widget
        if isinstance(widget, TextInput):
            text = widget.text or widget.hint_text
            room = widget.width - widget.padding[0] - widget.padding[2]
            if _width(widget, text) > room + SLACK or widget.line_height > widget.height:
                yield f"cut off: {thing}"
        elif isinstance(widget, Label) and widget.text and not widget.shorten:
            wide, high = widget.texture_size
            words = Box(
                thing.box.left,
                thing.box.bottom,
                max(thing.box.right, thing.box.left + wide),
                max(thing.box.top, thing.box.bottom + high),
            )
            if wide > widget.width + SLACK or high > widget.height + SLACK:
                yield f"cut off: {thing} needs {wide} × {high}"
            elif spilt := next(_spilt(words, thing.ancestors), None):
                yield f"spills out of {type(spilt).__name__}: {thing}"
            elif widget.text_size[0] is not None and _torn(widget):
                yield f"torn within a word: {thing}"


def _spilt(words: Box, ancestors: tuple[Widget, ...]) -> Iterator[Widget]:
    """What is too small for the words in it, but for the way that they can be slid."""
    across = along = True
    for ancestor in ancestors:
        if isinstance(ancestor, ScrollView):
            across, along = across and not ancestor.do_scroll_x, along and not ancestor.do_scroll_y
        room = box(ancestor)
        if (across and not room.holds_across(words)) or (along and not room.holds_along(words)):
            yield ancestor


def _torn(label: Label) -> bool:
    room = label.text_size[0] - label.padding[0] - label.padding[2]
    words = (word for word in label.text.split() if len(word) <= LONGEST_WORD)
    return any(_width(label, word) > room + SLACK for word in words)


def _width(widget: Widget, text: str) -> float:
    size = getattr(widget, "drawn_size", widget.font_size)
    return _line(widget.font_name, size, getattr(widget, "bold", False), text)


@cache
def _line(font: str, size: float, bold: bool, text: str) -> float:
    line = CoreLabel(font_name=font, font_size=size, bold=bold)
    return float(line.get_extents(text)[0])


def _outside(things: list[Seen], window: Box) -> Iterator[str]:
    for thing in things:
        across = not any(scroll.do_scroll_x for scroll in thing.scrolls)
        along = not any(scroll.do_scroll_y for scroll in thing.scrolls)
        if (across and not window.holds_across(thing.box)) or (
            along and not window.holds_along(thing.box)
        ):
            yield f"outside the window: {thing}"


def _too_small(things: list[Seen]) -> Iterator[str]:
    for thing in _targets(things):
        if min(thing.widget.size) < dp(TOUCH) - SLACK / 2:
            yield f"too small for a thumb: {thing}"


def _overlapping(things: list[Seen]) -> Iterator[str]:
    for one, other in combinations(_targets(things), 2):
        nested = one.widget in other.ancestors or other.widget in one.ancestors
        if one.layer is other.layer and not nested and one.in_sight.shared(other.in_sight).is_there:
            yield f"in each other’s way: {one} and {other}"


def _targets(things: list[Seen]) -> list[Seen]:
    return [
        thing
        for thing in things
        if (isinstance(thing.widget, Tappable) and thing.widget.enabled)
        or isinstance(thing.widget, TextInput)
    ]


def _cramped(things: list[Seen]) -> Iterator[str]:
    """Boards and lists of which too little can be seen to be of use."""
    for thing in things:
        widget = thing.widget
        if isinstance(widget, BoardView) and min(widget.size) < dp(LEAST_BOARD):
            yield f"hardly in sight: {thing}"
        if isinstance(widget, ScrollView) and widget.children:
            least = min(widget.children[0].height, dp(TOUCH) * 1.5)
            if widget.height < least - SLACK:
                yield f"hardly in sight: {thing}"


def _names_on_names(things: list[Seen]) -> Iterator[str]:
    for thing in things:
        if not isinstance(thing.widget, BoardView):
            continue
        areas = {
            name: Box(area.left, area.bottom, area.right, area.top)
            for name, area in thing.widget.name_areas().items()
        }
        for (one, place), (other, its_place) in combinations(areas.items(), 2):
            if place.shared(its_place).is_there:
                yield f"names on each other: {one} and {other}"


def _behind_sheets(things: list[Seen]) -> Iterator[str]:
    """Routes a sheet speaks of and hides."""
    panels = [box(thing.widget.ids.panel) for thing in things if isinstance(thing.widget, Sheet)]
    for thing in things:
        view = thing.widget
        if not isinstance(view, BoardView):
            continue
        for route, track in tracks_named(view.board, view.lit):
            x, y = view.track_on_screen(route, track)
            middle = Box(x, y, x, y)
            if not thing.box.holds(middle) or any(panel.holds(middle) for panel in panels):
                yield f"hidden by its sheet: {route}"
