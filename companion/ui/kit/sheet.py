"""Sheets: they slide up over the screen, or in from the side where it is wide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.animation import Animation
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import FocusBehavior
from kivy.uix.floatlayout import FloatLayout

from companion.ui.kit import containers, stack, text
from companion.ui.kit.announcing import announces
from companion.ui.kit.debounce import ignore_touches
from companion.ui.look.kv import load

if TYPE_CHECKING:
    from companion.table.snapshot import Snapshot

SLIDE = 0.15
"""Seconds a sheet takes to come or go."""
MOST_OF_HEIGHT = 0.62
"""How much of the screen's height a sheet usually takes at most: the board stays in sight."""
SIDE_WIDTH = 380
"""How wide it is at the side, in dp."""


@announces("on_closed")
class Sheet(FloatLayout):
    """A panel with whatever is put in it. Touching beside it closes it.

    What must never scroll out of sight, the button that goes on, is put in with `pin`.
    """

    most_of_height = NumericProperty(MOST_OF_HEIGHT)
    """How much of the screen's height it may take at most."""
    shown = NumericProperty(0.0)
    """How far it has come in, from 0 to 1."""
    sideways = BooleanProperty(False)
    """Whether it stands at the side."""
    covered = NumericProperty(0.0)
    """How much of the window's height it covers when it is in."""
    covered_side = NumericProperty(0.0)
    """How much of its width, where it stands at the side."""
    leaving = BooleanProperty(False)
    """Whether it is on its way out; `disabled` would write every word on it anew."""
    refusal = StringProperty("")
    """Why what it asked for was not done."""

    def add_widget(self, widget: object, *arguments: object, **options: object) -> None:
        """Put content into the panel."""
        if "content" in self.ids:
            self.ids.content.add_widget(widget, *arguments, **options)
        else:
            super().add_widget(widget, *arguments, **options)

    def pin(self, widget: object) -> None:
        """Put something below what scrolls."""
        self.ids.footer.add_widget(widget)

    def refuse(self, reason: str) -> None:
        """Say why what it asked for was not done, beside what asked for it."""
        self.refusal = reason

    def show(self, snapshot: Snapshot) -> None:
        """Follow what has changed at the table, for a sheet that speaks of it."""

    def open(self, layer: FloatLayout) -> None:
        """Slide in over a layer."""
        layer.add_widget(self)
        self.pos, self.size = layer.pos, layer.size
        Animation(shown=1.0, duration=SLIDE, transition="out_quad").start(self)

    def close(self) -> None:
        """Slide out and go."""
        ignore_touches()
        Animation.cancel_all(self, "shown")
        leaving = Animation(shown=0.0, duration=SLIDE, transition="in_quad")
        leaving.bind(on_complete=self._gone)
        leaving.start(self)
        self.leaving = True
        for part in self.walk(restrict=True):
            if isinstance(part, FocusBehavior):
                part.focus = False
        self.dispatch("on_closed")

    def _gone(self, *_: object) -> None:
        if self.parent:
            self.parent.remove_widget(self)

    def on_size(self, *_: object) -> None:
        """Stand at the side where it is wide."""
        self.sideways = self.width > self.height and self.width >= dp(SIDE_WIDTH) * 1.6

    def on_touch_down(self, touch: object) -> bool:
        """Keep touches on the panel; one beside it closes the sheet."""
        if self.leaving:
            return False
        panel = self.ids.panel
        if panel.collide_point(*touch.pos):  # type: ignore[attr-defined]
            super().on_touch_down(touch)
            return True
        self.close()
        return True


_NEEDED = (containers, stack, text)
"""Modules whose widgets the kv file names."""

load("kit/sheet")
