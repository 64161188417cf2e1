"""Parts below each other; one without height takes no gap either."""

from __future__ import annotations

from kivy.properties import NumericProperty, VariableListProperty
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget


class Stack(Layout):
    """Like a vertical box, as high as it needs to be, but empty parts leave no trace."""

    spacing = NumericProperty(0)
    padding = VariableListProperty([0])
    """Left, top, right, bottom."""

    def __init__(self, **properties: object) -> None:
        super().__init__(size_hint_y=None, **properties)
        for name in ("children", "pos", "size", "spacing", "padding"):
            self.fbind(name, self._trigger_layout)

    def add_widget(self, widget: Widget, *arguments: object, **options: object) -> None:
        """Put a part at the end and follow its height."""
        widget.fbind("height", self._trigger_layout)
        super().add_widget(widget, *arguments, **options)

    def remove_widget(self, widget: Widget, *arguments: object, **options: object) -> None:
        """Take a part out."""
        widget.funbind("height", self._trigger_layout)
        super().remove_widget(widget, *arguments, **options)

    def do_layout(self, *_: object) -> None:
        """Put every part in its place, from the top."""
        left, top, right, bottom = self.padding
        parts = [child for child in reversed(self.children) if child.height > 0]
        gaps = self.spacing * max(0, len(parts) - 1)
        self.height = top + bottom + gaps + sum(part.height for part in parts)
        y = self.top - top
        for child in reversed(self.children):
            child.width = max(1, self.width - left - right)
            child.x = self.x + left
            child.top = y
            if child.height > 0:
                y -= child.height + self.spacing
