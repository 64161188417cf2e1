"""Fills the outlines of land and water, whatever their form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kivy.graphics import Mesh
from kivy.graphics.tesselator import Tesselator

from companion.ui.board.curves import Point


def filled(outlines: Iterable[Sequence[Point]]) -> Iterator[Mesh]:
    """Instructions that fill each outline."""
    for outline in outlines:
        shape = Tesselator()
        shape.add_contour([number for point in outline for number in point])
        if shape.tesselate():
            for vertices, indices in shape.meshes:
                yield Mesh(vertices=vertices, indices=indices, mode="triangle_fan")
