"""The bar on top of a screen: the way back, where one is, and what can be done here."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.kit import buttons
from companion.ui.kit.announcing import announces
from companion.ui.look.kv import load


@announces("on_back")
class Bar(BoxLayout):
    """Title and subtitle with a way back; children added in kv are actions at its end."""

    title = StringProperty("")
    subtitle = StringProperty("")
    has_back = BooleanProperty(True)
    keeps_low = BooleanProperty(False)
    """Whether a title that is too long ends in dots; otherwise it takes another line."""

    def add_widget(self, widget: object, *arguments: object, **options: object) -> None:
        """Put actions in their place at the end."""
        if "actions" in self.ids:
            self.ids.actions.add_widget(widget, *arguments, **options)
        else:
            super().add_widget(widget, *arguments, **options)


_NEEDED = (buttons,)
"""Modules whose widgets the kv file names."""

load("kit/bar")
