"""A search field with an icon and a button that clears it."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty

from companion.ui.kit.events import register_events
from companion.ui.kit.surface import Panel
from companion.ui.look.kv import load


@register_events("on_enter")
class SearchField(Panel):
    """Text to search for; Enter dispatches `on_enter`."""

    text = StringProperty("")
    hint = StringProperty("")
    writing = BooleanProperty(False)
    """Whether it has the focus."""

    def write(self) -> None:
        """Take the focus."""
        self.ids.letters.focus = True

    def rest(self) -> None:
        """Give up the focus, which hides the phone's keyboard."""
        self.ids.letters.focus = False

    def clear(self) -> None:
        """Remove the text."""
        self.text = ""


load("kit/search_field")
