"""The texture of soft shadows, stretched around a box by a BorderImage.

Kivy's BoxShadow is a shader, which would be compiled during the start.
"""

from __future__ import annotations

from functools import cache
from math import hypot

from kivy.graphics.texture import Texture

from companion.ui.look.textures import texture_from

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
