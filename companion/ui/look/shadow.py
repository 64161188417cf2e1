"""The soft shadow of what lies above a page: one small picture, stretched around a box.

Kivy's own shadow is a shader, and compiling one is a good part of a start.
"""

from __future__ import annotations

from functools import cache
from math import hypot

from kivy.graphics.texture import Texture

CORNER = 24
"""Pixels from the picture's edge to its middle: none of them is seen, half is, then all."""


@cache
def texture() -> Texture:
    """White, and the fainter the farther from the middle."""
    side = 2 * CORNER
    pixels = bytearray()
    for row in range(side):
        for column in range(side):
            away = hypot(row + 0.5 - CORNER, column + 0.5 - CORNER) / CORNER
            light = max(1 - away, 0)
            pixels += bytes((255, 255, 255, round(255 * light * light * (3 - 2 * light))))
    picture = Texture.create((side, side), colorfmt="rgba")

    def fill(texture: Texture) -> None:
        texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")

    fill(picture)
    # A phone may take everything away that was drawn.
    picture.add_reload_observer(fill)
    return picture
