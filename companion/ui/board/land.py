"""Fills the outlines of land and water, whatever their form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from kivy.graphics import Mesh
from kivy.graphics.tesselator import Tesselator

from companion.drawing.curves import Point
from companion.drawing.drawing_data import Outlines

_CORNER = 4
"""Numbers per corner of a mesh; the first two say where it is."""


def filled(outlines: Outlines, point: Callable[[float, float], Point]) -> Iterator[Mesh]:
    """Instructions that fill each outline, its points brought to where they lie."""
    for vertices, indices in _pieces(outlines):
        moved = list(vertices)
        for at in range(0, len(moved), _CORNER):
            moved[at], moved[at + 1] = point(moved[at], moved[at + 1])
        yield Mesh(vertices=moved, indices=indices, mode="triangle_fan")


@lru_cache(maxsize=16)
def _pieces(outlines: Outlines) -> tuple[tuple[tuple[float, ...], tuple[int, ...]], ...]:
    """The outlines cut into simple pieces: slow, and the same however the board lies."""
    pieces = []
    for outline in outlines:
        shape = Tesselator()
        shape.add_contour([number for point in outline for number in point])
        if shape.tesselate():
            pieces += [(tuple(vertices), tuple(indices)) for vertices, indices in shape.meshes]
    return tuple(pieces)
