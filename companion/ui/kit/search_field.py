"""A field to search with: a picture that says so, the letters, and a way to drop them."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.kit import buttons, name_field
from companion.ui.kit.announcing import announces
from companion.ui.look import icons
from companion.ui.look.kv import load


@announces("on_enter")
class SearchField(BoxLayout):
    """Letters as they are typed; Enter dispatches `on_enter`."""

    text = StringProperty("")
    hint = StringProperty("")
    writing = BooleanProperty(False)
    """Whether it has the keyboard."""

    def write(self) -> None:
        """Take the keyboard."""
        self.ids.letters.focus = True

    def rest(self) -> None:
        """Put the keyboard away."""
        self.ids.letters.focus = False

    def clear(self) -> None:
        """Drop what was typed."""
        self.text = ""


_NEEDED = (icons, name_field, buttons)
"""Modules whose widgets the kv file names."""

load("kit/search_field")
