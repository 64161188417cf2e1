"""Containers that pages are laid out with: columns, cards, headings, the footer."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.ui.kit.stack import Stack
from companion.ui.kit.surface import Surface
from companion.ui.kit.text import Text
from companion.ui.kivy_compat import update_scroll_bounds
from companion.ui.look.kv import load


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

    def convert_distance_to_scroll(self, dx: float, dy: float) -> tuple[float, float]:
        """Do not scroll content that fits; Kivy would scroll it to the end."""
        x, y = super().convert_distance_to_scroll(dx, dy)
        fits = not self.children or self.children[0].height <= self.height
        return x, 0 if fits else y


class Column(BoxLayout):
    """A vertical layout with the height of its children."""


class CenteredColumn(Stack):
    """A centred vertical layout with a maximum width."""

    widest = NumericProperty(560)
    """The maximum width of the content, in dp."""


class Columns(BoxLayout):
    """Columns next to each other in a wide window, otherwise below each other."""

    wide = BooleanProperty(False)


class Footer(Stack):
    """The part below the scrolling content of a page, with its main button."""

    widest = NumericProperty(560)
    """The maximum width of the content, in dp."""
    margin = NumericProperty(0)
    """The space on both sides of the content."""


class Card(Surface, Column):
    """A column on a surface with an outline."""


class Heading(Text):
    """A heading above cards or rows."""


load("kit/containers")
