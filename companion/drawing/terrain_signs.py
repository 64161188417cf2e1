"""The outlines of terrain signs: dunes, a leaf and two peaks."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi, sin

Outline = tuple[tuple[float, float], ...]
"""Corners in a 24 × 24 square with the origin at the bottom left.

Straight lines from the first one to the others stay inside.
"""

_DUNES = tuple((x / 2, 7 + 7 * abs(sin(pi * x / 22)) ** 0.8) for x in range(2, 47))
_LEAF_SIDE = tuple((7.5 * sin(pi * step / 12) ** 0.9, 3 + 18 * step / 12) for step in range(1, 12))

TERRAIN_SIGNS: Mapping[str, Outline] = {
    "desert": ((12, 6), (1, 6), *_DUNES, (23, 6)),
    "jungle": (
        (12, 3),
        *((12 - x, y) for x, y in _LEAF_SIDE),
        (12, 21),
        *((12 + x, y) for x, y in reversed(_LEAF_SIDE)),
    ),
    "mountain": ((11, 5), (1, 5), (9, 20), (13.5, 11.5), (16.5, 16), (23, 5)),
}
"""By the id of the terrain."""
