"""A column of the score chart, above the player's column of the score table."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Rectangle, SmoothLine
from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.drawing.palette import mixed
from companion.report.parts.report_types import Fill
from companion.ui.kit.buttons import Tappable
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.pages.result.fills import fill_rectangle

_WIDEST = 44
"""The maximum width of a column, in dp."""
_HEIGHT = 108
"""The height of the highest column, in dp."""
_CORNER = 4
"""In dp."""

Segment = tuple[Fill, int]
"""The fill and the points of one score part."""


def extent(segments: Sequence[Segment]) -> tuple[int, int]:
    """The points above and below the base line."""
    points = [points for _, points in segments]
    return sum(each for each in points if each > 0), sum(-each for each in points if each < 0)


class ColumnBar(FloatLayout):
    """Score parts on top of each other, negative ones below the base line, and the total."""

    segments = ObjectProperty(())
    """Each a `Segment`, from the bottom up."""
    highest = NumericProperty(0)
    """The most points of any player above the base line."""
    lowest = NumericProperty(0)
    """The most points of any player below the base line."""
    color_name = StringProperty("blue")
    base = NumericProperty(0)
    """The height of the base line."""
    top_of_bar = NumericProperty(0)
    """The height of the upper edge, where the total is."""

    def __init__(self, **properties: object) -> None:
        self.drawn: list[tuple[Segment, float, float]] = []
        """Each visible part with its lower and upper edge, relative to the base line."""
        self._bar = InstructionGroup()
        super().__init__(**properties)
        self.canvas.before.add(self._bar)
        self._redraw = Clock.create_trigger(self._draw, -1)
        for name in ("pos", "size", "segments", "highest", "lowest", "color_name"):
            self.fbind(name, self._redraw)
        theme.bind(version=self._apply_theme)
        self._redraw()

    def _apply_theme(self, *_: object) -> None:
        self._redraw()

    def _draw(self, *_: object) -> None:
        per_point = dp(_HEIGHT) / max(1, self.highest + self.lowest)
        self.base = self.y + self.lowest * per_point
        above = below = 0.0
        self.drawn = []
        for segment in self.segments:
            height = segment[1] * per_point
            if height > 0:
                self.drawn.append((segment, above, above + height))
                above += height
            elif height < 0:
                self.drawn.append((segment, below + height, below))
                below += height
        self.top_of_bar = self.base + above
        self._paint(above, below)

    def _paint(self, above: float, below: float) -> None:
        self._bar.clear()
        width = min(dp(_WIDEST), self.width - dp(12))
        left = self.x + (self.width - width) / 2
        color, edge = theme.player_on_card(self.color_name), theme.player_line(self.color_name)
        # Stripes of a colour that is hardly visible are closer to its outline.
        stripes = color if edge == color else mixed(color, edge, 0.55)
        for (fill, _), lower, upper in self.drawn:
            # A line of the background separates parts.
            gap = min(dp(1.5), (upper - lower) / 3)
            low = lower + (0 if lower in (0, below) else gap)
            high = upper - (0 if upper == above or lower >= 0 else gap)
            top = dp(_CORNER) if upper == above else 0
            bottom = dp(_CORNER) if lower == below < 0 else 0
            fill_rectangle(
                self._bar,
                fill,
                stripes if fill == "hatched" else color,
                (left, self.base + low),
                (width, high - low),
                top,
                bottom,
            )
        if edge != color and above - below > dp(2):
            self._bar.add(Color(*edge))
            box = (left, self.base + below, width, above - below, dp(_CORNER))
            self._bar.add(SmoothLine(rounded_rectangle=box, width=dp(0.8)))
        if self.lowest:
            self._bar.add(Color(*theme.text_muted))
            self._bar.add(
                Rectangle(
                    pos=(self.x - dp(2), self.base - dp(0.5)), size=(self.width + dp(4), dp(1))
                )
            )


class ScoreColumn(Tappable):
    """A player's total and score parts as a column, marker and name; a tap explains the total."""

    points = StringProperty("")
    """The total."""
    name = StringProperty("")
    color_name = StringProperty("blue")
    segments = ObjectProperty(())
    highest = NumericProperty(0)
    lowest = NumericProperty(0)
    chart_height = NumericProperty(_HEIGHT)
    """In dp."""


load("pages/result/score_column")
