"""A vertical layout in which children without height take no spacing."""

from __future__ import annotations

from kivy.properties import NumericProperty, VariableListProperty
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget

from companion.ui.kivy_compat import layout_trigger


class Stack(Layout):
    """Like a vertical BoxLayout with its minimum height, but skips children of height 0."""

    spacing = NumericProperty(0)
    padding = VariableListProperty([0])
    """Left, top, right, bottom."""

    def __init__(self, **properties: object) -> None:
        super().__init__(size_hint_y=None, **properties)
        for name in ("children", "pos", "size", "spacing", "padding"):
            self.fbind(name, layout_trigger(self))

    def add_widget(self, widget: Widget, *arguments: object, **options: object) -> None:
        """Add a child and follow its height."""
        widget.fbind("height", layout_trigger(self))
        super().add_widget(widget, *arguments, **options)

    def remove_widget(self, widget: Widget, *arguments: object, **options: object) -> None:
        """Remove a child."""
        widget.funbind("height", layout_trigger(self))
        super().remove_widget(widget, *arguments, **options)

    def do_layout(self, *_: object) -> None:
        """Position the children from the top down and set the height."""
        left, top, right, bottom = self.padding
        visible = [child for child in self.children if child.height > 0]
        gaps = self.spacing * max(0, len(visible) - 1)
        self.height = top + bottom + gaps + sum(child.height for child in visible)
        y = self.top - top
        for child in reversed(self.children):
            child.width = max(1, self.width - left - right)
            child.x = self.x + left
            child.top = y
            if child.height > 0:
                y -= child.height + self.spacing
