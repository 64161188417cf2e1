"""The bar at the top of a page."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.kit.events import register_events
from companion.ui.kit.text import line_width
from companion.ui.look.kv import load


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


load("kit/bar")
