"""Charts: axes, and a line with a point for each value, which can be tapped."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Canvas, Color, Line, Rectangle, SmoothEllipse, SmoothLine
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty

from companion.drawing.palette import Rgba
from companion.ui.kit.events import register_events
from companion.ui.look.icons import Drawn
from companion.ui.look.theme import theme

GRID_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000)
"""Possible distances between grid lines."""
MOST_LINES = 5


def grid_values(low: float, high: float, least: int = 5) -> range:
    """The values of the grid lines that include a range, at least `least` apart."""
    steps = [step for step in GRID_STEPS if step >= least]
    step = next((step for step in steps if (high - low) / step <= MOST_LINES), steps[-1])
    first = int(low // step) * step
    return range(first, int(high) + 1, step)


def format_axis(value: int) -> str:
    """A number beside a grid line."""
    return str(value).replace("-", "−")


def axis_label(text: str, color: Rgba | None = None) -> CoreLabel:
    """A small text, rendered."""
    label = CoreLabel(text=text, font_size=theme.small * 0.9, color=color or theme.text_muted)
    label.refresh()
    return label


def draw_text(text: str, x: float, y: float, share: float) -> None:
    """Draw a text centred on y; `share` of its width is to the left of x."""
    texture = axis_label(text).texture
    width, height = texture.size
    Color(1, 1, 1, 1)
    Rectangle(
        texture=texture, size=(width, height), pos=(round(x - width * share), round(y - height / 2))
    )


MOST_DATES = 4


@register_events("on_select")
class PointChart(Drawn):
    """Values from left to right; a tap dispatches `on_select` with the index of the nearest."""

    values = ListProperty()
    marked = ListProperty()
    """For each value whether its point is filled; the others are rings."""
    dates = ListProperty()
    """The text below each value; those that have room are shown."""
    average = NumericProperty(0)
    """Shown as a dashed line."""
    selected = NumericProperty(-1)
    """The index of the selected value; -1 if none is."""

    redraw_on = ("size", "values", "marked", "dates", "average", "selected")
    uses_theme = True

    positions: Sequence[tuple[float, float]] = ()
    """Where each value is drawn, relative to the widget."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Take a touch on the chart; the page scrolls if it moves."""
        if self.positions and self.collide_point(*touch.pos) and not touch.is_mouse_scrolling:
            touch.grab(self)
            return True
        return bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Select the nearest point."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        if self.collide_point(*touch.pos):
            x, xs = touch.x - self.x, [x for x, _ in self.positions]
            self.dispatch("on_select", min(range(len(xs)), key=lambda at: abs(xs[at] - x)))
        return True

    def draw(self, drawing: Canvas, _side: float) -> None:
        """Draw grid, average and values."""
        self.positions = ()
        if not self.values or self.width < dp(60) or self.height < dp(60):
            return
        low = min(*self.values, self.average)
        high = max(*self.values, self.average, low + 10)
        grid = grid_values(low, high)
        low, high = grid[0], max(high, grid[-1])
        widest = max(axis_label(format_axis(value)).texture.width for value in grid)
        left, right = widest + dp(14), self.width - dp(10)
        bottom, top = theme.small * 1.9, self.height - theme.small * 1.6
        between = (right - left) / max(1, len(self.values) - 1)

        def height(value: float) -> float:
            return float(bottom + (top - bottom) * (value - low) / (high - low))

        self.positions = [
            (left + index * between, height(value)) for index, value in enumerate(self.values)
        ]
        with drawing:
            for value in grid:
                Color(*(theme.text_muted if value == 0 else theme.line))
                Line(points=(left - dp(6), height(value), right + dp(6), height(value)))
                draw_text(format_axis(value), left - dp(10), height(value), 1.0)
            if 0 <= self.selected < len(self.values):
                Color(*theme.accent)
                x = self.positions[int(self.selected)][0]
                Line(points=(x, bottom, x, top), width=dp(1))
            Color(*theme.accent)
            for dash in range(int((right - left) / dp(8))):
                pos = left + dash * dp(8), height(self.average) - dp(0.75)
                Rectangle(pos=pos, size=(dp(5), dp(1.5)))
            Color(*theme.primary)
            points = [number for point in self.positions for number in point]
            SmoothLine(points=points, width=dp(1.2), joint="round", cap="round")
            for index, (x, y) in enumerate(self.positions):
                if index == self.selected:
                    self._dot(x, y, dp(8), theme.accent)
                self._dot(x, y, dp(5), theme.primary)
                if not self.marked[index]:
                    self._dot(x, y, dp(3), theme.surface)
            highest = self.values.index(max(self.values))
            x, y = self.positions[highest]
            share = highest / max(1, len(self.values) - 1)
            draw_text(format_axis(self.values[highest]), x, y + theme.small, share)
            for text, start, _end in self.fitting_dates(left - dp(6), right + dp(6)):
                draw_text(text, start, theme.small * 0.7, 0.0)

    def fitting_dates(self, left: float, right: float) -> list[tuple[str, float, float]]:
        """As many dates as have room, from the first to the last, each with both ends."""
        last = len(self.dates) - 1
        widths = [axis_label(text).texture.width for text in self.dates]
        for count in range(min(MOST_DATES, len(self.dates)), 0, -1):
            drawn = []
            for number in range(count):
                index = round(last * number / max(1, count - 1))
                middle, width = self.positions[index][0], widths[index]
                start = min(max(left, middle - width / 2), right - width)
                drawn.append((self.dates[index], start, start + width))
            if all(one[2] + dp(6) <= other[1] for one, other in pairwise(drawn)):
                break
        return drawn

    def _dot(self, x: float, y: float, radius: float, color: Rgba) -> None:
        Color(*color)
        SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))
