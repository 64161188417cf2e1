"""The bar at the top of a page."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.kit.events import register_events
from companion.ui.look.kv import load


@register_events("on_back", "on_title")
class Bar(BoxLayout):
    """Back button, title and subtitle; children added in kv are actions on the right."""

    title = StringProperty("")
    subtitle = StringProperty("")
    title_action = StringProperty("")
    """What a tap on the title does, for screen readers; empty if it does nothing."""
    has_back = BooleanProperty(True)
    single_line = BooleanProperty(False)
    """Whether a title that is too long is shortened; otherwise it wraps."""

    def add_widget(self, widget: object, *arguments: object, **options: object) -> None:
        """Add actions on the right."""
        if "actions" in self.ids:
            self.ids.actions.add_widget(widget, *arguments, **options)
        else:
            super().add_widget(widget, *arguments, **options)


load("kit/bar")
