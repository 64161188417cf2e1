"""Laying out from the top, so that every text has its width before it is drawn.

Kivy lays out whoever asked first, which is mostly the innermost; when the room comes from the
window it all has to be done again, and every text drawn again, several times over.
"""

from __future__ import annotations

from kivy.uix.layout import Layout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget


def lay_out(top: Widget) -> None:
    """Do now what waits to be laid out below a widget that has its size."""
    for widget in top.walk(restrict=True):
        if isinstance(widget, ScrollView):
            # Gives its content the width.
            widget.update_from_scroll()
        elif isinstance(widget, Layout) and widget._trigger_layout.is_triggered:
            widget._trigger_layout.cancel()
            widget.do_layout()
