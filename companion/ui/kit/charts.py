"""Charts: axes, and a line with a point for each value, which can be tapped."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Rectangle, SmoothEllipse, SmoothLine
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.drawing.palette import Rgba
from companion.ui.kit.events import register_events
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


_DENSE = 5
"""Points closer than this, in dp, are drawn as a line only, apart from marked ones."""


@register_events("on_select")
class PointChart(Widget):
    """Values from left to right; a tap dispatches `on_select` with the index of the nearest."""

    values = ListProperty()
    marked = ListProperty()
    """For each value whether its point is filled and large; the others are rings."""
    start = StringProperty("")
    """The text below the first value."""
    end = StringProperty("")
    """The text below the last value."""
    unit = StringProperty("")
    """A text after the numbers of the axis, such as %."""
    lowest = NumericProperty(None, allownone=True)
    highest = NumericProperty(None, allownone=True)
    """Ends of the axis, if they do not follow from the values."""
    selected = NumericProperty(-1)
    """The index of the selected value; -1 if none is."""

    def __init__(self, **properties: object) -> None:
        self.positions: list[tuple[float, float]] = []
        """Where each value is drawn."""
        super().__init__(**properties)
        self._redraw = Clock.create_trigger(self._draw, -1)
        for name in ("pos", "size", "values", "marked", "start", "end", "selected", "unit"):
            self.fbind(name, self._redraw)
        theme.bind(version=self._apply_theme)

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
            xs = [x for x, _ in self.positions]
            self.dispatch("on_select", min(range(len(xs)), key=lambda at: abs(xs[at] - touch.x)))
        return True

    def _apply_theme(self, *_: object) -> None:
        self._redraw()

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        self.positions = []
        if not self.values or self.width < dp(60) or self.height < dp(60):
            return
        low = min(0, *self.values) if self.lowest is None else self.lowest
        high = max(10, *self.values) if self.highest is None else self.highest
        grid = grid_values(low, high)
        low, high = grid[0], max(high, grid[-1])
        widest = max(axis_label(f"{format_axis(value)}{self.unit}").texture.width for value in grid)
        left, right = self.x + widest + dp(14), self.right - dp(10)
        bottom, top = self.y + theme.small * 1.9, self.top - dp(10)
        between = (right - left) / max(1, len(self.values) - 1)

        def place(index: int) -> tuple[float, float]:
            x = left + index * between if len(self.values) > 1 else (left + right) / 2
            return x, bottom + (top - bottom) * (self.values[index] - low) / (high - low)

        self.positions = [place(index) for index in range(len(self.values))]
        with self.canvas:
            for value in grid:
                y = bottom + (top - bottom) * (value - low) / (high - low)
                Color(*(theme.text_muted if value == 0 else theme.line))
                Line(points=(left - dp(6), y, right + dp(6), y), width=dp(0.5))
                draw_text(f"{format_axis(value)}{self.unit}", left - dp(10), y, 1.0)
            below = self.y + theme.small * 0.7
            if len(self.values) > 1:
                draw_text(self.start, left - dp(6), below, 0.0)
                draw_text(self.end, right + dp(6), below, 1.0)
            else:
                draw_text(self.end, (left + right) / 2, below, 0.5)
            if 0 <= self.selected < len(self.values):
                Color(*theme.accent)
                x = self.positions[int(self.selected)][0]
                Line(points=(x, bottom, x, top), width=dp(1))
            Color(*theme.primary)
            if len(self.values) > 1:
                points = [number for point in self.positions for number in point]
                SmoothLine(points=points, width=dp(1.2), joint="round", cap="round")
            self._draw_points(between)

    def _draw_points(self, between: float) -> None:
        for index, (x, y) in enumerate(self.positions):
            is_marked = index < len(self.marked) and self.marked[index]
            is_selected = index == self.selected
            if between < dp(_DENSE) and not is_selected and not (is_marked and between > dp(2)):
                continue
            radius = dp(4.5 if is_marked else 3.5) if between >= dp(_DENSE) else dp(2.5)
            if is_selected:
                self._dot(x, y, radius + dp(3), theme.accent)
            self._dot(x, y, radius, theme.primary)
            if not is_marked:
                self._dot(x, y, radius - dp(1.5), theme.surface)

    def _dot(self, x: float, y: float, radius: float, color: object) -> None:
        Color(*color)  # type: ignore[misc]
        SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))
