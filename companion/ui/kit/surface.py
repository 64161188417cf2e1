"""Widgets with a rounded background and, optionally, an outline and a shadow."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import hypot

from kivy.clock import Clock
from kivy.graphics import BorderImage, Color, InstructionGroup, RoundedRectangle, SmoothLine
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import ColorProperty, NumericProperty, VariableListProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui.look.kv import load_rules
from companion.ui.look.theme import theme


def texture_from(pixels: bytes, side: int, wrap: str = "clamp_to_edge") -> Texture:
    """A square texture of RGBA pixels."""
    texture = Texture.create((side, side), colorfmt="rgba")

    def fill(texture: Texture) -> None:
        texture.wrap = wrap
        texture.blit_buffer(pixels, colorfmt="rgba", bufferfmt="ubyte")

    fill(texture)
    # Android can discard textures while the app is in the background.
    texture.add_reload_observer(fill)
    return texture


CORNER = 24
"""Pixels from the edge of the texture, where it is transparent, to its opaque centre."""


@cache
def texture() -> Texture:
    """A white radial gradient."""
    side = 2 * CORNER
    pixels = bytearray()
    for row in range(side):
        for column in range(side):
            distance = hypot(row + 0.5 - CORNER, column + 0.5 - CORNER) / CORNER
            alpha = max(1 - distance, 0)
            pixels += bytes((255, 255, 255, round(255 * alpha * alpha * (3 - 2 * alpha))))
    return texture_from(bytes(pixels), side)


_PAINTED = ("pos", "size", "fill", "outline", "outline_width", "corner", "elevation")


class Surface(Widget):
    """Mixin for widgets with a rounded background; parts without a colour are not painted."""

    fill = ColorProperty((0, 0, 0, 0))
    outline = ColorProperty((0, 0, 0, 0))
    outline_width = NumericProperty(1.2)
    """In dp."""
    corner = VariableListProperty([12])
    """Radius of the corners: one for all, or top left, top right, bottom right, bottom left."""
    elevation = NumericProperty(0)
    """Width of the shadow around it."""

    def __init__(self, **properties: object) -> None:
        self._background, self._outline = InstructionGroup(), InstructionGroup()
        super().__init__(**properties)
        self.canvas.before.insert(0, self._background)
        self.canvas.after.insert(0, self._outline)
        self._repaint = Clock.create_trigger(self._paint, -1)
        for name in _PAINTED:
            self.fbind(name, self._repaint)
        self._repaint()

    def background_colors(self) -> Sequence[Sequence[float]]:
        """The colours of the background, painted over each other."""
        return (self.fill,)

    def outline_style(self) -> tuple[Sequence[float], float]:
        """Colour of the outline and half its width, which Kivy calls its width."""
        return self.outline, dp(self.outline_width) / 2

    def _paint(self, *_: object) -> None:
        self._background.clear()
        self._outline.clear()
        if self.elevation:
            self._paint_shadow(self.elevation)
        for color in self.background_colors():
            if color[3]:
                self._background.add(Color(*color))
                shape = RoundedRectangle(pos=self.pos, size=self.size, radius=self.corner)
                self._background.add(shape)
        color, width = self.outline_style()
        if color[3]:
            inner = (max(1, side - 2 * width) for side in self.size)
            rectangle = (self.x + width, self.y + width, *inner, self.corner[0])
            self._outline.add(Color(*color))
            self._outline.add(SmoothLine(width=width, rounded_rectangle=rectangle))

    def _paint_shadow(self, spread: float) -> None:
        # As round as the surface, which covers its inner part.
        reach = min(max(spread, *self.corner), *(side / 2 for side in self.size)) + spread
        self._background.add(Color(*theme.shadow))
        self._background.add(
            BorderImage(
                texture=texture(),
                border=[CORNER - 1] * 4,
                display_border=[reach] * 4,
                pos=(self.x - spread, self.y - spread),
                size=(self.width + 2 * spread, self.height + 2 * spread),
            )
        )


class Panel(Surface, BoxLayout):
    """A box layout on a surface."""


load_rules("""
<Surface>:
    corner: theme.corner
""")
