"""What the quiet screens are laid out with: pages that know when they are wide, columns, cards."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen
from kivy.uix.scrollview import ScrollView

from companion.ui.look.kv import load
from companion.ui.widgets import text

WIDE = 560
"""From this width on, in dp, a window wider than high has room for two columns."""


class Page(Screen):
    """A screen on paper."""

    wide = BooleanProperty(False)
    """Whether two columns stand side by side."""


class Scroll(ScrollView):
    """Scrolls up and down only, with a bar that shows where one is."""


class Column(BoxLayout):
    """Parts below each other, as high as they need to be."""


class Centered(Column):
    """A column no wider than the eye likes to read, in the middle of what is there."""

    widest = NumericProperty(560)
    """In dp."""


class Card(Column):
    """Parts that belong together, on a sheet of their own."""

    edge = ColorProperty((0, 0, 0, 0))


class Heading(text.Text):
    """What the parts below it are about."""


load("widgets/page")
