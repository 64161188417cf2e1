"""Laying out from the top, so that every text has its width before it is drawn.

Kivy lays out whoever asked first, which is mostly the innermost; when the room comes from the
window it all has to be done again, and every text drawn again, several times over.
"""

from __future__ import annotations

from kivy.clock import ClockEvent
from kivy.uix.layout import Layout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

_WAITING = ("_trigger_layout", "_trigger_texture", "soon")
"""What layouts, labels and our own widgets call that by which they put off their work."""
_PASSES = 8
"""How often one thing may follow from another."""


def lay_out(top: Widget) -> None:
    """Do now what waits to be laid out below a widget that has its size."""
    for widget in top.walk(restrict=True):
        if isinstance(widget, ScrollView):
            # Gives its content the width.
            widget.update_from_scroll()
        elif isinstance(widget, Layout):
            _now(widget._trigger_layout)


def settle(top: Widget) -> None:
    """The same and whatever follows from it, so that a widget with a width knows its height."""
    for _ in range(_PASSES):
        waiting = [
            trigger
            for widget in top.walk(restrict=True)
            for trigger in (getattr(widget, name, None) for name in _WAITING)
            if trigger is not None and trigger.is_triggered
        ]
        if not waiting:
            return
        for trigger in waiting:
            _now(trigger)


def _now(trigger: ClockEvent) -> None:
    """Do what is to be done before the next frame, if anything is."""
    if trigger.is_triggered:
        trigger.cancel()
        trigger.get_callback()(0)
