"""Parts that pages are laid out with: the bar, columns, cards, scroll views, the footer."""

from __future__ import annotations

from kivy.input.motionevent import MotionEvent
from kivy.properties import (
    BooleanProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
    VariableListProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.layout import Layout
from kivy.uix.scrollview import ScrollView
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

from companion.ui.device import Insets
from companion.ui.kit.events import register_events
from companion.ui.kit.layout import CenteredChildren, set_children
from companion.ui.kit.surface import Surface
from companion.ui.kit.text import Text, line_width
from companion.ui.kivy_compat import (
    abandon_touch,
    layout_trigger,
    scroll_state,
    update_scroll_bounds,
)
from companion.ui.look.kv import load


class Stack(Layout):
    """Like a vertical BoxLayout with its minimum height, but skips children of height 0.

    Without other children it has no height, whatever its padding.
    """

    spacing = NumericProperty(0)
    padding = VariableListProperty([0])
    """Left, top, right, bottom."""

    def __init__(self, **properties: object) -> None:
        super().__init__(size_hint_y=None, **properties)
        for name in ("children", "pos", "size", "spacing", "padding"):
            self.fbind(name, layout_trigger(self))

    def do_layout(self, *_: object) -> None:
        """Position the children from the top down and set the height."""
        left, top, right, bottom = self.padding
        visible = [child for child in self.children if child.height > 0]
        gaps = self.spacing * max(0, len(visible) - 1)
        height = top + bottom + gaps + sum(child.height for child in visible)
        self.height = height if visible else 0
        y = self.top - top
        for child in reversed(self.children):
            child.width = max(1, self.width - left - right)
            child.x = self.x + left
            child.top = y
            if child.height > 0:
                y -= child.height + self.spacing


class VerticalScroll(ScrollView):
    """Scrolls vertically, with a scroll bar; keeps its position if content further down changes."""

    scroll_y: float

    def __init__(self, **properties: object) -> None:
        self._room = 0.0
        """How far it can be scrolled."""
        super().__init__(**properties)
        self.fbind("height", self.keep_offset)

    def add_widget(self, widget: Widget, *arguments: object, **options: object) -> None:
        """Add the content and follow its height."""
        super().add_widget(widget, *arguments, **options)
        widget.fbind("height", self.keep_offset)

    def keep_offset(self, *_: object) -> None:
        """Keep the distance to the top; Kivy would keep its share of the height."""
        before = self._room
        self._room = max(0.0, self.children[0].height - self.height) if self.children else 0.0
        if self.scroll_y < 1 and before > 0:
            offset = (1 - self.scroll_y) * before
            self.scroll_y = max(0, 1 - offset / self._room) if self._room else 1
            # A scroll movement under way continues from the new position.
            update_scroll_bounds(self)

    def to_top(self) -> None:
        """Show the beginning; a scroll movement under way ends."""
        self.effect_y.velocity = 0
        self.scroll_y = 1
        update_scroll_bounds(self)

    def on_scroll_start(self, touch: MotionEvent, check_children: bool = True) -> bool:
        """Ignore touches outside; Kivy passes them to scroll views inside, which may be hidden."""
        is_inside = bool(self.collide_point(*touch.pos))
        return bool(super().on_scroll_start(touch, check_children and is_inside))

    def convert_distance_to_scroll(self, dx: float, dy: float) -> tuple[float, float]:
        """Do not scroll content that fits; Kivy would scroll it to the end."""
        x, y = super().convert_distance_to_scroll(dx, dy)
        fits = not self.children or self.children[0].height <= self.height
        return x, 0 if fits else y


class Column(BoxLayout):
    """A vertical layout with the height of its children."""


class Row(CenteredChildren, BoxLayout):
    """A horizontal layout with the height of its children, which are vertically centred."""


class CenteredColumn(Stack):
    """A centred vertical layout with a maximum width."""

    widest = NumericProperty(560)
    """The maximum width of the content, in dp."""


class Columns(BoxLayout):
    """Columns next to each other in a wide window, otherwise below each other."""

    wide = BooleanProperty(False)


@register_events("on_back", "on_title")
class Bar(BoxLayout):
    """Back button, title and subtitle; children added in kv are actions on the right."""

    title = StringProperty("")
    short_title = StringProperty("")
    """Shown if the title is too long for one line; a title without it gets smaller letters."""
    subtitle = StringProperty("")
    title_action = StringProperty("")
    """What a tap on the title does, for screen readers; empty if it does nothing."""
    short_subtitle = StringProperty("")
    """Shown if the subtitle is too long for one line."""
    has_back = BooleanProperty(True)

    def fitting(self, text: str, short: str, width: float, size: float, bold: bool) -> str:
        """The text, or the short one if the text is too wide and there is a short one."""
        return short if short and line_width(text, size, bold) > width else text

    def add_widget(self, widget: object, *arguments: object, **options: object) -> None:
        """Add actions on the right."""
        if "actions" in self.ids:
            self.ids.actions.add_widget(widget, *arguments, **options)
        else:
            super().add_widget(widget, *arguments, **options)


class Footer(Stack):
    """The part below the scrolling content of a page, with its main button."""

    widest = NumericProperty(560)
    """The maximum width of the content, in dp."""
    margin = NumericProperty(0)
    """The space on both sides of the content."""
    is_beside = BooleanProperty(False)
    """Whether it is beside the content, on the background of the page."""


class Card(Surface, Column):
    """A column on a surface with an outline."""


def card_of(*children: Widget, **properties: object) -> Card:
    """A card with these children, such as texts and buttons."""
    card = Card(**properties)
    set_children(card, children)
    return card


class Heading(Text):
    """A heading above cards or rows."""


class WrapRow(StackLayout):
    """Children from left to right in as many lines as they need."""


class SafeArea(BoxLayout):
    """Pads its content by the insets, and paints the padding in the colours of the page."""

    insets = ObjectProperty(Insets(), rebind=True)


_HORIZONTAL = {"scrollup": "scrollleft", "scrolldown": "scrollright"}
"""A mouse has one wheel: here it scrolls horizontally."""


class HorizontalScroll(ScrollView):
    """Takes horizontal drags and the mouse wheel; vertical drags scroll the page around it."""

    scroll_x: float

    def on_scroll_start(self, touch: MotionEvent, check_children: bool = True) -> bool:
        """Scroll horizontally by the mouse wheel, unless all content is visible."""
        button = getattr(touch, "button", None)
        if button not in _HORIZONTAL:
            return bool(super().on_scroll_start(touch, check_children))
        if self.children and self.children[0].width <= self.width:
            return False
        touch.button = _HORIZONTAL[button]
        try:
            return bool(super().on_scroll_start(touch, check_children))
        finally:
            touch.button = button

    def on_scroll_move(self, touch: MotionEvent) -> bool:
        """Leave a vertical drag to the page."""
        state = scroll_state(self, touch)
        if state is None:
            return bool(super().on_scroll_move(touch))
        dx, dy = abs(touch.x - touch.ox), abs(touch.y - touch.oy)
        if state["mode"] == "unknown" and dy > max(dx, self.scroll_distance):
            abandon_touch(self, touch)
            return False
        super().on_scroll_move(touch)
        return True


load("kit/containers")
