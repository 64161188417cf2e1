"""Players with markers and points in one widget, for the rows of long lists."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import (
    Color,
    InstructionGroup,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Translate,
)
from kivy.metrics import dp
from kivy.properties import ColorProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.ui.game.marker import marker
from companion.ui.kit.text import line_height, line_width
from companion.ui.look.theme import theme

_GAP = 12
"""The space between two players, in dp."""


class PlayerScores(Widget):
    """Markers, each with a text, in as many lines as they need; as high as its lines."""

    scores = ObjectProperty(())
    """Pairs of a train colour and a text."""
    font_size = NumericProperty(13)
    color = ColorProperty((0, 0, 0, 1))

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        with self.canvas:
            PushMatrix()
            self._origin = Translate()
            self._drawn = InstructionGroup()
            PopMatrix()
        self.update_trigger = Clock.create_trigger(self._draw, -1)
        self.fbind("pos", self._move)
        for name in ("scores", "font_size", "color", "width"):
            self.fbind(name, self.update_trigger)
        theme.bind(dark=self._apply_theme)
        self.update_trigger()

    @property
    def text(self) -> str:
        """All texts, as tests read them."""
        return " · ".join(text for _, text in self.scores)

    def _apply_theme(self, *_: object) -> None:
        self.update_trigger()

    def _move(self, *_: object) -> None:
        # Text is sharp on whole pixels only.
        self._origin.xy = round(self.x), round(self.y)

    def _draw(self, *_: object) -> None:
        self._drawn.clear()
        side, line = round(self.font_size * 0.8), line_height(self.font_size) + dp(2)
        placed, x, row = [], 0.0, 0
        for color, text in self.scores:
            most = max(1, self.width - side - dp(5))
            wide = min(line_width(text, self.font_size) + 2, most)
            if x and x + side + dp(5) + wide > self.width:
                x, row = 0.0, row + 1
            placed.append((color, text, x, row, wide))
            x += side + dp(5) + wide + dp(_GAP)
        self.height = line * (row + 1) if placed else 0
        for color, text, left, row, wide in placed:
            bottom = self.height - line * (row + 1)
            self._drawn.add(marker(color, left + side / 2, bottom + line / 2, side))
            label = CoreLabel(
                text=text,
                font_size=self.font_size,
                text_size=(wide, None),
                shorten=True,
                shorten_from="right",
                max_lines=1,
            )
            label.refresh()
            width, height = label.texture.size
            self._drawn.add(Color(*self.color))
            self._drawn.add(
                Rectangle(
                    texture=label.texture,
                    size=(width, height),
                    pos=(round(left + side + dp(5)), round(bottom + (line - height) / 2)),
                )
            )
