"""What charts share: the values of grid lines, and texts drawn on a canvas."""

from __future__ import annotations

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Rectangle

from companion.drawing.palette import Rgba
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
