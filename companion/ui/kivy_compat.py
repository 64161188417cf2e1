"""All uses of private Kivy attributes (Kivy 2.3.1), each with a test that fails if it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from kivy.clock import ClockEvent
from kivy.core.text import Label as CoreLabel
from kivy.input.motionevent import MotionEvent
from kivy.uix.label import Label
from kivy.uix.layout import Layout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

if TYPE_CHECKING:
    from kivy.uix.textinput import TextInput


def layout_trigger(layout: Layout) -> ClockEvent:
    """The trigger that schedules `do_layout`; Kivy has no public way to bind to it."""
    return layout._trigger_layout


def scroll_trigger(view: ScrollView) -> ClockEvent:
    """The trigger that schedules `update_from_scroll`, for content that changed its height."""
    return view._trigger_update_from_scroll


def delayed_updates(widget: Widget) -> Iterator[ClockEvent]:
    """The triggers with which widgets delay work; those of our own are named `update_trigger`."""
    names = ("_trigger_update_from_scroll", "_trigger_layout", "_trigger_texture", "update_trigger")
    for name in names:
        trigger = getattr(widget, name, None)
        if trigger is not None:
            yield trigger


def core_label(label: Label) -> CoreLabel:
    """The renderer of a label: its font size can differ from the `font_size` property."""
    return label._label


def lay_out_text(field: TextInput) -> None:
    """Lay out the text of a new field, which Kivy does in the next frame.

    Until then a field drops typed letters, and Shift and a letter raise an exception.
    """
    if not field._lines:
        field._refresh_text(field.text)


def update_scroll_bounds(view: ScrollView) -> None:
    """Pass the new height to the scroll effect, so that scrolling continues at `scroll_y`."""
    view._update_effect_y_bounds()


def scroll_state(view: ScrollView, touch: MotionEvent) -> dict[str, Any] | None:
    """State of a touch in a scroll view (`mode` is "unknown" or "scroll"); None if not grabbed."""
    state: dict[str, Any] | None = touch.ud.get(view._get_uid())
    return state


def abandon_touch(view: ScrollView, touch: MotionEvent) -> None:
    """Leave a touch to the widgets around a scroll view, which will not treat it as a tap."""
    view._touch = None
    touch.ud[view._get_uid("svavoid")] = True


Render = Callable[[Any, str, int, int], None]
"""Draws a line of text with a core label at a position."""


def wrap_text_renderer(wrap: Callable[[Render], Render]) -> None:
    """Replace the method that draws a line of text, for all labels; `wrap` gets the original."""
    CoreLabel._render_text = wrap(CoreLabel._render_text)
