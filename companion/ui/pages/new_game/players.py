"""The players of the New game page: rows that can be reordered, players of earlier games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from kivy.animation import Animation
from kivy.input.motionevent import MotionEvent
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.layout import Layout

from companion.ui.kit.buttons import Tappable
from companion.ui.kit.containers import Card, HorizontalScroll
from companion.ui.kit.events import register_events
from companion.ui.kit.rows import Divided
from companion.ui.kit.text import SecondaryText
from companion.ui.kivy_compat import layout_trigger
from companion.ui.look.translator import translator

if TYPE_CHECKING:
    from companion.drawing.palette import Rgba
    from companion.store.learned import KnownPlayer


class ColorSwatch(Tappable):
    """A train colour to choose, with the name of the player who has it."""

    color_name = StringProperty("blue")
    player = StringProperty("")
    chosen = BooleanProperty(False)


@register_events("on_name", "on_marker", "on_color", "on_remove", "on_enter")
class PlayerRow(Divided, Card):
    """Marker button, name field, remove button and handle; below it the colour choice."""

    name = StringProperty("")
    color_name = StringProperty("blue")
    hint = StringProperty("")
    """The placeholder of the name field."""
    problem = StringProperty("")
    """Why the name is not allowed."""
    colors = ListProperty()
    """Pairs of a colour and its player's name, while the colour choice is open."""
    has_focus = BooleanProperty(False)
    """Whether the name field has the keyboard."""
    can_remove = BooleanProperty(True)
    dragged = BooleanProperty(False)

    def outline_color(
        self, problem: str, edited: bool, dragged: bool, normal: Rgba, error: Rgba
    ) -> Rgba:
        """The colour of the outline: transparent unless the row is edited, dragged or wrong."""
        if problem:
            return error
        return normal if edited or dragged else (0, 0, 0, 0)

    def on_has_focus(self, *_: object) -> None:
        """Show a long name from its beginning after editing."""
        if not self.has_focus:
            self.ids.field.scroll_x = 0

    def on_colors(self, *_: object) -> None:
        """Create the swatches of the colour choice."""
        row = self.ids.colors
        row.clear_widgets()
        for color, player in self.colors:
            swatch = ColorSwatch(color_name=color, player=player, chosen=color == self.color_name)
            swatch.bind(on_tap=lambda swatch: self.dispatch("on_color", swatch.color_name))
            row.add_widget(swatch)


MOVE_TIME = 0.12
"""Seconds of the animation of a row that makes room."""


@register_events("on_reorder")
class PlayerList(Layout):
    """Rows below each other; dragging a row's handle moves it."""

    dragged_row = ObjectProperty(None, allownone=True)
    """The row under the finger."""

    def __init__(self, **properties: object) -> None:
        super().__init__(size_hint_y=None, **properties)
        self.rows: list[PlayerRow] = []
        """In turn order."""
        self._touch_offset = 0.0
        for name in ("children", "pos", "size"):
            self.fbind(name, layout_trigger(self))

    def set_count(self, count: int, make_row: Callable[[], PlayerRow]) -> None:
        """Create or remove rows at the end; a kept row keeps the keyboard focus."""
        while len(self.rows) > count:
            self.remove_widget(self.rows.pop())
        while len(self.rows) < count:
            row = make_row()
            row.bind(height=layout_trigger(self))
            self.rows.append(row)
            self.add_widget(row)

    def do_layout(self, *_: object) -> None:
        """Place every row except the dragged one."""
        self.height = sum(row.height for row in self.rows)
        for row, top in self._tops():
            row.width, row.x = self.width, self.x
            if row is not self.dragged_row:
                row.top = top

    def _tops(self) -> list[tuple[PlayerRow, float]]:
        top, tops = self.top, []
        for row in self.rows:
            tops.append((row, top))
            top -= row.height
        return tops

    def start_drag(self, touch: MotionEvent) -> bool:
        """Start dragging the row whose handle was touched; False if none was.

        The page calls this before its scroll view, which would take the touch.
        """
        for row in self.rows:
            handle = row.ids.handle
            if self.dragged_row is None and handle.collide_point(*handle.to_widget(*touch.pos)):
                touch.grab(self)
                self.dragged_row, row.dragged = row, True
                # The last child is drawn on top.
                self.remove_widget(row)
                self.add_widget(row)
                self._touch_offset = row.center_y - handle.to_widget(*touch.pos)[1]
                return True
        return False

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Move the row with the finger and animate the others."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        row = self.dragged_row
        lowest, highest = self.y + row.height / 2, self.top - row.height / 2
        row.center_y = min(highest, max(lowest, touch.y + self._touch_offset))
        tops = [top for _, top in self._tops()]
        index = min(range(len(tops)), key=lambda index: abs(tops[index] - row.top))
        if self.rows.index(row) != index:
            self.rows.remove(row)
            self.rows.insert(index, row)
            for each, top in self._tops():
                if each is not row:
                    Animation.cancel_all(each, "top")
                    Animation(top=top, duration=MOVE_TIME, transition="out_quad").start(each)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Drop the row at its new position."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        row, self.dragged_row = self.dragged_row, None
        row.dragged = False
        layout_trigger(self)()
        self.dispatch("on_reorder")
        return True


@register_events("on_choose")
class KnownPlayerRow(HorizontalScroll):
    """A chip for each name to choose."""

    margin = NumericProperty(0)
    """Before the first and after the last chip."""

    def show(self, people: Sequence[KnownPlayer], others: int) -> None:
        """Show chips for these people, and how many others can be found by typing."""
        row = self.ids.row
        if not people:
            row.clear_widgets()
            return
        # Imported here, because at the first start nobody is known.
        from companion.ui.game.players import PlayerChip, more_names

        # Translators: before the names of players of earlier games, to tap.
        earlier, more = translator.tr("Earlier:"), more_names(others)
        texts = [earlier, *(person.name for person in people), more]
        if texts == [child.text for child in reversed(row.children)]:
            return
        row.clear_widgets()
        self.scroll_x = 0
        row.add_widget(SecondaryText(text=earlier, wraps=False))
        for person in people:
            chip = PlayerChip(text=person.name, color_name=person.color)
            chip.bind(on_tap=lambda _, person=person: self.dispatch("on_choose", person))
            row.add_widget(chip)
        row.add_widget(SecondaryText(text=more, wraps=False))
