"""An upright rectangle in board or screen coordinates."""

from __future__ import annotations

from typing import NamedTuple

from companion.drawing.curves import Point


class Area(NamedTuple):
    """An upright rectangle."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From bottom to top."""
        return self.top - self.bottom

    @property
    def center(self) -> Point:
        """The middle."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    def grown(self, by: float) -> Area:
        """The same with a border around it."""
        return Area(self.left - by, self.bottom - by, self.right + by, self.top + by)

    def times(self, scale: float) -> Area:
        """The same at another scale."""
        return Area(self.left * scale, self.bottom * scale, self.right * scale, self.top * scale)
