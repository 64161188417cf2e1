"""Layout defects that can be found on any page: cut-off texts, overlaps, small targets."""

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

from companion.drawing.palette import Rgba, contrast
from companion.ui.board.view import BoardView
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.containers import Bar, Footer
from companion.ui.kit.notification import Notice
from companion.ui.kit.sheet import Sheet
from companion.ui.kit.surface import Surface
from companion.ui.kit.text import TextBlock
from companion.ui.look.theme import TOUCH
from companion.ui.pages.result.explanation_view import ExplanationView
from companion.ui.pages.table.dock import Dock
from tests.support.widgets import name_areas, track_on_screen

SLACK = 1.0
"""Tolerance for rounding, in pixels."""
LEAST_CONTRAST = 4.5
LONGEST_WORD = 30
"""Letters of the longest word; anything longer is a file name, which may break anywhere."""
LEAST_BOARD = 3 * TOUCH
"""Smallest allowed width and height of a board without a sheet over it, in dp."""


@dataclass(frozen=True)
class Box:
    """A rectangle in window coordinates."""

    left: float
    bottom: float
    right: float
    top: float

    def contains(self, other: Box) -> bool:
        return self.contains_horizontally(other) and self.contains_vertically(other)

    def contains_vertically(self, other: Box) -> bool:
        return self.bottom <= other.bottom + SLACK and other.top <= self.top + SLACK

    def contains_horizontally(self, other: Box) -> bool:
        return self.left <= other.left + SLACK and other.right <= self.right + SLACK

    def intersection(self, other: Box) -> Box:
        return Box(
            max(self.left, other.left),
            max(self.bottom, other.bottom),
            min(self.right, other.right),
            min(self.top, other.top),
        )

    @property
    def is_visible(self) -> bool:
        return self.right - self.left > SLACK and self.top - self.bottom > SLACK


@dataclass(frozen=True)
class Visible:
    """A visible widget with its rectangle and ancestors."""

    widget: Widget
    box: Box
    ancestors: tuple[Widget, ...]
    """The parent first."""

    @property
    def scrolls(self) -> list[ScrollView]:
        """The scroll views around it, the nearest first."""
        return [each for each in self.ancestors if isinstance(each, ScrollView)]

    @property
    def layer(self) -> Widget | None:
        """The sheet or notification that contains it; None for page content."""
        layers = (self.widget, *self.ancestors)
        return next((each for each in layers if isinstance(each, Sheet | Notice)), None)

    @property
    def clipped(self) -> Box:
        return reduce(Box.intersection, map(box, self.scrolls), self.box)

    def __str__(self) -> str:
        words = getattr(self.widget, "name_for_readers", "") or getattr(self.widget, "text", "")
        place = self.box
        return (
            f"{type(self.widget).__name__} {words!r} at {place.left:.0f}–{place.right:.0f} × "
            f"{place.bottom:.0f}–{place.top:.0f}"
        )


def layout_defects() -> list[str]:
    """A message for each layout defect on the window."""
    window = Box(0, 0, Window.width, Window.height)
    things = _visible_widgets()
    return [
        *_cut_off(things),
        *_outside(things, window),
        *_too_small(things),
        *_overlapping(things),
        *_too_little_visible(things),
        *_overlapping_labels(things),
        *_hidden_by_sheet(things),
        *_cut_above_nothing(things, window),
        *_different_sizes(things),
        *_covered_by_bar(things),
    ]


def shortened_texts() -> list[str]:
    """Texts that end in an ellipsis, as long names may."""
    return [
        f"shortened: {thing}"
        for thing in _visible_widgets()
        if isinstance(thing.widget, Label) and thing.widget.text and thing.widget.is_shortened
    ]


def widget_boxes() -> list[Box]:
    """The rectangle of each visible widget, to check that the layout is stable."""
    return [thing.box for thing in _visible_widgets()]


def low_contrast_texts(width: int, height: int, pixels: bytes) -> list[str]:
    """Texts with too little contrast to their background, measured in the rendered pixels."""
    things = _visible_widgets()
    window = Box(0, 0, width, height)
    found = []
    for thing in things:
        faint = any(each.opacity < 1 for each in (thing.widget, *thing.ancestors))
        seen = thing.clipped.intersection(window)
        hidden = thing.layer is None and any(
            box(other.widget.ids.panel).intersection(seen).is_visible
            for other in things
            if isinstance(other.widget, Sheet)
        )
        inks = _inks(thing.widget)
        if inks and seen.is_visible and not faint and not hidden:
            ground = _background(seen, width, pixels)
            ratio = min(contrast(ink, ground) for ink in inks)
            if ratio < LEAST_CONTRAST:
                found.append(f"low contrast ({ratio:.1f} : 1): {thing}")
    return found


def _inks(widget: Widget) -> list[Rgba]:
    """The text colours of a widget."""
    if isinstance(widget, TextBlock):
        return [line.color for line, _ in widget.drawn]
    if not isinstance(widget, Label) or not widget.text:
        return []
    return [widget.disabled_color if widget.disabled else widget.color]


def _background(place: Box, width: int, pixels: bytes) -> Rgba:
    """The most frequent colour in a rectangle: the background, not the letters."""
    colors: Counter[bytes] = Counter()
    for y in range(ceil(place.bottom), int(place.top), 3):
        for x in range(ceil(place.left), int(place.right), 3):
            start = (y * width + x) * 4
            colors[pixels[start : start + 3]] += 1
    red, green, blue = colors.most_common(1)[0][0]
    return red / 255, green / 255, blue / 255, 1.0


def box(widget: Widget) -> Box:
    """The rectangle of a widget in window coordinates."""
    left, bottom = widget.to_window(widget.x, widget.y)
    right, top = widget.to_window(widget.right, widget.top)
    return Box(left, bottom, right, top)


def _visible_widgets() -> list[Visible]:
    return [thing for child in Window.children for thing in _visible(child, (), 0, 0)]


def _visible(
    widget: Widget, ancestors: tuple[Widget, ...], dx: float, dy: float
) -> Iterator[Visible]:
    """A widget and its descendants; `dx` and `dy` are the scroll offset."""
    (x, y), (width, height) = widget.pos, widget.size
    if widget.opacity and width > 0 and height > 0:
        yield Visible(widget, Box(x + dx, y + dy, x + width + dx, y + height + dy), ancestors)
        scrolled_x, scrolled_y = widget.to_parent(0, 0)
        for child in widget.children:
            yield from _visible(child, (widget, *ancestors), dx + scrolled_x, dy + scrolled_y)


def _cut_off(things: list[Visible]) -> Iterator[str]:
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
            elif overflowed := next(_overflowed(words, thing.ancestors), None):
                yield f"overflows {type(overflowed).__name__}: {thing}"
            elif widget.text_size[0] is not None and _has_broken_word(widget):
                yield f"broken within a word: {thing}"
        elif isinstance(widget, TextBlock):
            yield from _cut_off_lines(thing, widget)


def _cut_off_lines(thing: Visible, block: TextBlock) -> Iterator[str]:
    for line, label in block.drawn:
        size, width = label.options["font_size"], block.width + SLACK
        words = (word for word in line.text.split() if len(word) <= LONGEST_WORD)
        font = label.options["font_name"]
        if label.texture.width > width:
            yield f"cut off: {thing} needs {label.texture.width}"
        elif any(_line(font, size, line.bold, word) > width for word in words):
            yield f"broken within a word: {thing}"
    if overflowed := next(_overflowed(thing.box, thing.ancestors), None):
        yield f"overflows {type(overflowed).__name__}: {thing}"


def _overflowed(words: Box, ancestors: tuple[Widget, ...]) -> Iterator[Widget]:
    """Ancestors too small for a text, except in the direction they scroll."""
    across = along = True
    for ancestor in ancestors:
        if isinstance(ancestor, ScrollView):
            across, along = across and not ancestor.do_scroll_x, along and not ancestor.do_scroll_y
        room = box(ancestor)
        if (across and not room.contains_horizontally(words)) or (
            along and not room.contains_vertically(words)
        ):
            yield ancestor


def _has_broken_word(label: Label) -> bool:
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


def _outside(things: list[Visible], window: Box) -> Iterator[str]:
    for thing in things:
        across = not any(scroll.do_scroll_x for scroll in thing.scrolls)
        along = not any(scroll.do_scroll_y for scroll in thing.scrolls)
        if (across and not window.contains_horizontally(thing.box)) or (
            along and not window.contains_vertically(thing.box)
        ):
            yield f"outside the window: {thing}"


def _too_small(things: list[Visible]) -> Iterator[str]:
    for thing in _targets(things):
        if min(thing.widget.size) < dp(TOUCH) - SLACK / 2:
            yield f"touch target too small: {thing}"


def _overlapping(things: list[Visible]) -> Iterator[str]:
    for one, other in combinations(_targets(things), 2):
        nested = one.widget in other.ancestors or other.widget in one.ancestors
        if (
            one.layer is other.layer
            and not nested
            and one.clipped.intersection(other.clipped).is_visible
        ):
            yield f"overlapping: {one} and {other}"


def _targets(things: list[Visible]) -> list[Visible]:
    return [
        thing
        for thing in things
        if (isinstance(thing.widget, Tappable) and thing.widget.enabled)
        or isinstance(thing.widget, TextInput)
    ]


def _too_little_visible(things: list[Visible]) -> Iterator[str]:
    """Boards and lists that are too small to use."""
    for thing in things:
        widget = thing.widget
        if isinstance(widget, BoardView) and min(widget.size) < dp(LEAST_BOARD):
            yield f"too little visible: {thing}"
        if isinstance(widget, ScrollView) and widget.children:
            least = min(widget.children[0].height, dp(TOUCH) * 1.5)
            if widget.height < least - SLACK:
                yield f"too little visible: {thing}"


def _overlapping_labels(things: list[Visible]) -> Iterator[str]:
    for thing in things:
        if not isinstance(thing.widget, BoardView):
            continue
        areas = {
            name: Box(area.left, area.bottom, area.right, area.top)
            for name, area in name_areas(thing.widget).items()
        }
        for (one, place), (other, its_place) in combinations(areas.items(), 2):
            if place.intersection(its_place).is_visible:
                yield f"labels overlap: {one} and {other}"


def _hidden_by_sheet(things: list[Visible]) -> Iterator[str]:
    """Highlighted routes that are hidden by a sheet."""
    panels = [box(thing.widget.ids.panel) for thing in things if isinstance(thing.widget, Sheet)]
    for thing in things:
        view = thing.widget
        if not isinstance(view, BoardView):
            continue
        for route, track in view.highlight.restricted_to_board(view.board).tracks:
            x, y = track_on_screen(view, route, track)
            middle = Box(x, y, x, y)
            if not thing.box.contains(middle) or any(panel.contains(middle) for panel in panels):
                yield f"hidden by its sheet: {route}"


def _cut_above_nothing(things: list[Visible], window: Box) -> Iterator[str]:
    """Scrolled content that ends above an empty strip or a part without an edge of its own."""
    edges = [thing.box.top for thing in things if _paints(thing.widget)]
    # A sheet has a line above its buttons, and the explanation above its steps.
    edges += [thing.box.top for thing in things if _is_below_line(thing)]
    for thing in things:
        scroll = thing.widget
        if not isinstance(scroll, ScrollView) or not scroll.children or not scroll.do_scroll_y:
            continue
        below = thing.box.bottom
        surfaces = [box(each).bottom for each in thing.ancestors if _paints(each)]
        if scroll.children[0].height > scroll.height + SLACK and not any(
            abs(below - edge) <= dp(EDGE) for edge in (*edges, *surfaces, window.bottom)
        ):
            yield f"cut above an empty strip: {thing}"


EDGE = 2
"""The largest distance of cut content from the edge below it, in dp."""


def _is_below_line(thing: Visible) -> bool:
    return any(
        # A widget in `ids` is a proxy.
        ancestor.ids.get(name) == thing.widget
        for ancestor in thing.ancestors
        if isinstance(ancestor, Sheet | ExplanationView)
        for name in ("footer", "steps")
    )


def _paints(widget: Widget) -> bool:
    """Whether a widget has a surface or an outline."""
    return isinstance(widget, Footer | Dock) or (
        isinstance(widget, Surface) and (widget.fill[3] > 0 or widget.outline[3] > 0)
    )


MOST_DIFFERENCE = 1.05
"""The largest ratio of text sizes in a row: fonts have whole sizes, in pixels."""


def _different_sizes(things: list[Visible]) -> Iterator[str]:
    """Texts of different size on buttons of one kind in one row."""
    rows: dict[tuple[object, ...], list[Visible]] = {}
    for thing in things:
        if isinstance(thing.widget, Tappable) and thing.ancestors:
            place = thing.ancestors[0], type(thing.widget), round(thing.box.bottom)
            rows.setdefault(place, []).append(thing)
    for row in rows.values():
        sizes = [_text_sizes(thing.widget) for thing in row]
        if len({len(each) for each in sizes}) > 1:
            continue
        # The same text of each button, such as the name of each player.
        for same in zip(*sizes, strict=True):
            if max(same) > min(same) * MOST_DIFFERENCE:
                yield f"text sizes {sorted(set(same))} in one row: {row[0]} and {row[-1]}"


def _text_sizes(widget: Widget) -> list[float]:
    """The font sizes of the texts of a widget with letters, in their order."""
    if isinstance(widget, Label):
        has_letters = any(map(str.isalpha, widget.text))
        return [getattr(widget, "drawn_size", widget.font_size)] if has_letters else []
    return [size for child in widget.children for size in _text_sizes(child)]


def _covered_by_bar(things: list[Visible]) -> Iterator[str]:
    """Texts and buttons that a bar at the edge of the page covers."""
    bars = [thing for thing in things if isinstance(thing.widget, Bar | Footer | Dock)]
    for thing in things:
        widget = thing.widget
        has_content = (
            widget.enabled
            if isinstance(widget, Tappable)
            else isinstance(widget, TextBlock | TextInput)
            or (isinstance(widget, Label) and bool(widget.text))
        )
        if not has_content:
            continue
        for bar in bars:
            apart = bar.widget is not widget and bar.widget not in thing.ancestors
            covered = thing.clipped.intersection(bar.box)
            # The padding of a button may end below a bar.
            least = SLACK + (dp(4) if isinstance(widget, Tappable) else 0)
            is_covered = covered.is_visible and covered.top - covered.bottom > least
            if apart and bar.layer is thing.layer and is_covered:
                yield f"covered by a bar: {thing}"
