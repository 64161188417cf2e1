"""Sheets: panels that slide in from the bottom, or from the side in a wide window; menus."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from kivy.animation import Animation
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior, FocusBehavior
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.ui.kit.buttons import Tappable
from companion.ui.kit.debounce import ignore_touches
from companion.ui.kit.events import register_events
from companion.ui.kit.rows import Divided
from companion.ui.look.kv import load

if TYPE_CHECKING:
    from companion.table.snapshot import Snapshot
    from companion.ui.page import UndoButtons


SLIDE = 0.15
"""Seconds a sheet takes to slide in or out."""
MOST_OF_HEIGHT = 0.62
"""Maximum share of the window's height: the board stays visible."""
BAR_AND_BOARD = 150
"""The height that a sheet with important content leaves for the bar and the board, in dp."""
SIDE_WIDTH = 380
"""Width at the side, in dp."""
MENU_WIDTH = 288
"""Width of a menu at its button, in dp."""
GRIP_HEIGHT = 48
"""Height below the upper edge at which a drag moves the sheet, in dp."""
CLOSING_SHARE = 0.3
"""Share of its height by which a sheet is dragged down to close it."""


@register_events("on_closed")
class Sheet(FloatLayout):
    """A panel with scrolling content, closed by a touch outside or by dragging its grip down.

    Children are its content; `pin` adds buttons that do not scroll.
    """

    most_of_height = NumericProperty(MOST_OF_HEIGHT)
    """Maximum share of the window's height."""
    spacing = NumericProperty(10)
    """Between the parts of the content."""
    shown = NumericProperty(0.0)
    """How far it has slid in, from 0 to 1."""
    anchor: Widget | None = ObjectProperty(None, allownone=True)
    """The button at which it opens as a popover, which covers little of the page."""
    needed = NumericProperty(0)
    """The height at which its content does not scroll."""
    place = OptionProperty("bottom", options=("bottom", "side", "popover"))
    """Where it is in the window."""
    has_close_button = BooleanProperty(False)
    covered = NumericProperty(0.0)
    """The height it covers at the bottom when it has slid in."""
    covered_side = NumericProperty(0.0)
    """The width it covers at the side."""
    leaving = BooleanProperty(False)
    """Whether it is sliding out; setting `disabled` would redraw all its texts."""
    undo_buttons: UndoButtons | None = None
    """Buttons of the page that can be tapped while the sheet is open."""
    refusal = StringProperty("")
    """Why the command it asked for was refused; shown above its buttons."""
    refusal_button = StringProperty("")
    """The text of the button below the refusal; empty for none."""
    refusal_action: Callable[[], object] | None = None
    """Called by that button."""

    def add_widget(self, widget: object, *arguments: object, **options: object) -> None:
        """Add content."""
        if "content" in self.ids:
            self.ids.content.add_widget(widget, *arguments, **options)
        else:
            super().add_widget(widget, *arguments, **options)

    def pin(self, widget: object, above: bool = False) -> None:
        """Add a widget below or above the scrolling content."""
        (self.ids.header if above else self.ids.footer).add_widget(widget)

    def refuse(
        self, reason: str, button: str = "", act: Callable[[], object] | None = None
    ) -> None:
        """Show why the command was refused, with an optional button."""
        self.refusal = reason
        self.refusal_button, self.refusal_action = button, act

    def show(self, snapshot: Snapshot) -> None:
        """Display a new snapshot; overridden by sheets that show parts of the game."""

    def show_from_phone(self, snapshot: Snapshot) -> None:
        """Display a snapshot after a player has entered something on a phone."""
        self.show(snapshot)

    def on_kv_post(self, _: Widget) -> None:
        """Place the panel again when something that it depends on changes."""
        for name in ("pos", "size", "shown", "needed", "most_of_height"):
            self.fbind(name, self.arrange)
        self.arrange()

    def open(self, layer: FloatLayout) -> None:
        """Slide in over a page."""
        layer.add_widget(self)
        self.pos, self.size = layer.pos, layer.size
        if self.anchor is not None:
            self.anchor.bind(pos=self.arrange)
        self._slide_in()

    def close(self) -> None:
        """Slide out; touches are ignored meanwhile."""
        ignore_touches()
        Animation.cancel_all(self, "shown")
        slide_out = Animation(shown=0.0, duration=SLIDE, transition="in_quad")
        slide_out.bind(on_complete=self._remove)
        slide_out.start(self)
        self.leaving = True
        for widget in self.walk(restrict=True):
            if isinstance(widget, FocusBehavior):
                widget.focus = False
        self.dispatch("on_closed")

    def _slide_in(self) -> None:
        Animation(shown=1.0, duration=SLIDE, transition="out_quad").start(self)

    def _remove(self, *_: object) -> None:
        if self.parent:
            self.parent.remove_widget(self)

    def arrange(self, *_: object) -> None:
        """Place the panel at its button, at the side or at the bottom."""
        if self.leaving and self.place == "popover":
            # Its button may not exist any more.
            return
        panel = self.ids.panel
        is_wide = self.width > self.height and self.width >= dp(SIDE_WIDTH) * 1.6
        if self.anchor is not None:
            self.place = "popover"
            anchor = self.anchor
            right, bottom = self.to_widget(*anchor.to_window(anchor.right, anchor.y))
            above, below = self.top - bottom - anchor.height, bottom - self.y
            panel.size = dp(MENU_WIDTH), min(self.needed, max(above, below) - dp(8))
            panel.right = min(max(right, self.x + panel.width + dp(8)), self.right) - dp(4)
            panel.y = bottom - panel.height if below >= above else bottom + anchor.height
        elif is_wide:
            self.place = "side"
            panel.size = min(self.width, dp(SIDE_WIDTH)), self.height
            panel.pos = self.right - panel.width * self.shown, self.y
        else:
            self.place = "bottom"
            panel.size = self.width, min(self.needed, self.height * self.most_of_height)
            panel.pos = self.x, self.y - panel.height * (1 - self.shown)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Close on a touch outside the panel; the page gets no touch but on Undo and Redo."""
        if self.leaving:
            return False
        if self.ids.panel.collide_point(*touch.pos):
            if self._is_on_grip(touch):
                touch.grab(self)
            else:
                super().on_touch_down(touch)
            return True
        if self.undo_buttons is not None and self.undo_buttons.takes(touch):
            return False
        self.close()
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Follow a finger that drags the grip down."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        if not self.leaving:
            Animation.cancel_all(self, "shown")
            self.shown = min(1, 1 - (touch.oy - touch.y) / self.ids.panel.height)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Close if the grip was dragged far enough, otherwise slide in again."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        if not self.leaving:
            if self.shown < 1 - CLOSING_SHARE:
                self.close()
            else:
                self._slide_in()
        return True

    def _is_on_grip(self, touch: MotionEvent) -> bool:
        """Whether a touch is near the upper edge and on no button or field."""
        if self.place != "bottom" or touch.y < self.ids.panel.top - dp(GRIP_HEIGHT):
            return False
        return not any(
            isinstance(part, ButtonBehavior | FocusBehavior)
            and part.collide_point(*part.to_widget(*touch.pos))
            for part in self.walk(restrict=True)
        )


class MenuItem(NamedTuple):
    """One action of a menu."""

    icon: str
    text: str
    act: Callable[[], object]
    repeats: bool = False
    """Whether the menu stays open, because the action may be wanted several times."""


class MenuRow(Divided, Tappable):
    """An icon and a text; a tap calls the action."""

    icon = StringProperty("")
    text = StringProperty("")


class MenuSheet(Sheet):
    """Calls the action of the chosen row, and closes before that unless the action repeats."""

    def __init__(self, *items: MenuItem, anchor: Widget | None = None) -> None:
        super().__init__(spacing=0, anchor=anchor)
        for item in items:
            row = MenuRow(
                icon=item.icon,
                text=item.text,
                repeats=item.repeats,
                has_divider=item is not items[-1],
                on_tap=lambda _, item=item: self._choose(item),
            )
            self.add_widget(row)

    def _choose(self, item: MenuItem) -> None:
        if not item.repeats:
            self.close()
        item.act()


load("kit/sheet")
