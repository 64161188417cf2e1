"""A player's row on the New game page: colour, name, remove button, drag handle."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ListProperty, StringProperty

from companion.ui.kit.buttons import Tappable
from companion.ui.kit.containers import Card
from companion.ui.kit.events import register_events
from companion.ui.kit.rows import Divided
from companion.ui.look.kv import load


class ColorSwatch(Tappable):
    """A train colour to choose, with the name of the player who has it."""

    color_name = StringProperty("blue")
    player = StringProperty("")
    chosen = BooleanProperty(False)


@register_events("on_name", "on_marker", "on_color", "on_remove", "on_enter")
class PlayerRow(Divided, Card):
    """Marker button, name field, remove button and handle; below it the colour choice."""

    name = StringProperty("")
    color_name = StringProperty("blue")
    hint = StringProperty("")
    """The placeholder of the name field."""
    problem = StringProperty("")
    """Why the name is not allowed."""
    colors = ListProperty()
    """Pairs of a colour and its player's name, while the colour choice is open."""
    has_focus = BooleanProperty(False)
    """Whether the name field has the keyboard."""
    can_remove = BooleanProperty(True)
    dragged = BooleanProperty(False)

    def on_has_focus(self, *_: object) -> None:
        """Show a long name from its beginning after editing."""
        if not self.has_focus:
            self.ids.field.scroll_x = 0

    def on_colors(self, *_: object) -> None:
        """Create the swatches of the colour choice."""
        row = self.ids.colors
        row.clear_widgets()
        for color, player in self.colors:
            swatch = ColorSwatch(color_name=color, player=player, chosen=color == self.color_name)
            swatch.bind(on_tap=lambda swatch: self.dispatch("on_color", swatch.color_name))
            row.add_widget(swatch)


load("pages/new_game/player_row")
