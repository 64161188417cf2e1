"""A player of a game that is about to begin: colour, name, place in the turn order."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.look.kv import load


class ColorSwatch(Tappable):
    """A colour to take, and who has it."""

    color_name = StringProperty("blue")
    holder = StringProperty("")
    chosen = BooleanProperty(False)


@register_events("on_typed", "on_unfold", "on_color", "on_remove", "on_enter")
class PlayerRow(BoxLayout):
    """Tap the marker for the other colours, type the name, pull the handle for another place."""

    name = StringProperty("")
    color_name = StringProperty("blue")
    hint = StringProperty("")
    """What stands where no name has been typed."""
    problem = StringProperty("")
    """Why what was typed is no name."""
    colors = ListProperty()
    """Pairs of a colour and who has it, while one is being chosen."""
    writing = BooleanProperty(False)
    """Whether the name is being typed."""
    can_remove = BooleanProperty(True)
    lifted = BooleanProperty(False)
    """Whether a finger is carrying it."""

    def on_writing(self, *_: object) -> None:
        """Show a long name from its beginning again."""
        if not self.writing:
            self.ids.field.scroll_x = 0

    def on_colors(self, *_: object) -> None:
        """Offer them in a row."""
        row = self.ids.colors
        row.clear_widgets()
        for color, holder in self.colors:
            swatch = ColorSwatch(color_name=color, holder=holder, chosen=color == self.color_name)
            swatch.bind(on_tap=lambda swatch: self.dispatch("on_color", swatch.color_name))
            row.add_widget(swatch)


load("pages/new_game/player_row")
