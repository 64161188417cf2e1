"""What pages are laid out with: columns, cards, headings, the foot of a page."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from companion.ui.kit import stack, text
from companion.ui.look.kv import load


class Scroll(ScrollView):
    """Scrolls up and down only, with a bar that shows where one is."""

    def convert_distance_to_scroll(self, dx: float, dy: float) -> tuple[float, float]:
        """Go no way where everything is in sight; Kivy would go to the end, and let it fall."""
        across, along = super().convert_distance_to_scroll(dx, dy)
        fits = not self._viewport or self._viewport.height <= self.height
        return across, 0 if fits else along


class Column(BoxLayout):
    """Parts below each other, as high as they need to be."""


class Centered(stack.Stack):
    """Parts below each other, no wider than the eye likes to read, in the middle of the room."""

    widest = NumericProperty(560)
    """In dp."""


class Columns(BoxLayout):
    """Columns side by side where it is wide, below each other where it is not."""

    wide = BooleanProperty(False)


class Foot(stack.Stack):
    """What stands below a page's content and never scrolls: the button that goes on."""

    widest = NumericProperty(560)
    """In dp."""


class Card(Column):
    """Parts that belong together, on a sheet of their own."""

    edge = ColorProperty((0, 0, 0, 0))


class Heading(text.Text):
    """What the parts below it are about."""


load("kit/containers")
