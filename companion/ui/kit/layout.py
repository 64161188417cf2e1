"""Laying out from the top, so that every text has its width before it is drawn.

Kivy lays out whoever asked first, which is mostly the innermost; when the room comes from the
window it all has to be done again, and every text drawn again, several times over.
"""

from __future__ import annotations

from kivy.clock import ClockEvent
from kivy.uix.widget import Widget

_WAITING = ("_trigger_update_from_scroll", "_trigger_layout", "_trigger_texture", "soon")
"""What scrolls, layouts, labels and our own widgets call that by which they put off their work."""
_PASSES = 8
"""How often one thing may follow from another."""


def layout_now(top: Widget) -> None:
    """Do now what waits to be laid out in a widget with a width, and whatever follows from it.

    Widths are given from the top to the bottom, and heights found from the bottom to the top.
    """
    for _ in range(_PASSES):
        widgets = list(top.walk(restrict=True))
        if not sum(map(_catch_up, (*widgets, *reversed(widgets)))):
            return


def _catch_up(widget: Widget) -> int:
    """Do what a widget has put off until the next frame; how much that was."""
    triggers: list[ClockEvent | None] = [getattr(widget, name, None) for name in _WAITING]
    waiting = [trigger for trigger in triggers if trigger is not None and trigger.is_triggered]
    for trigger in waiting:
        trigger.cancel()
        trigger.get_callback()(0)
    return len(waiting)
