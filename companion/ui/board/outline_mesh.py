"""Fills polygons of any form, such as the outlines of land and water."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from kivy.graphics import Mesh
from kivy.graphics.tesselator import Tesselator

from companion.drawing.curves import Point
from companion.drawing.drawing_data import Outlines

_VERTEX_FLOATS = 4
"""Numbers per vertex of a tesselated mesh; the first two are its position."""


def outline_meshes(outlines: Outlines, to_board: Callable[[float, float], Point]) -> Iterator[Mesh]:
    """Meshes that fill outlines, with their points converted to board units."""
    for vertices, indices in _tesselated(outlines):
        moved = list(vertices)
        for at in range(0, len(moved), _VERTEX_FLOATS):
            moved[at], moved[at + 1] = to_board(moved[at], moved[at + 1])
        yield Mesh(vertices=moved, indices=indices, mode="triangle_fan")


@lru_cache(maxsize=16)
def _tesselated(outlines: Outlines) -> tuple[tuple[tuple[float, ...], tuple[int, ...]], ...]:
    """The outlines cut into triangle fans: slow, and independent of the board's orientation."""
    fans = []
    for outline in outlines:
        tesselator = Tesselator()
        tesselator.add_contour([number for point in outline for number in point])
        if tesselator.tesselate():
            fans += [(tuple(vertices), tuple(indices)) for vertices, indices in tesselator.meshes]
    return tuple(fans)
