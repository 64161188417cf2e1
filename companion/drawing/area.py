"""An axis-parallel rectangle in board or screen coordinates."""

from __future__ import annotations

from typing import NamedTuple

from companion.drawing.curves import Point


class Area(NamedTuple):
    """An axis-parallel rectangle."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """Horizontal extent."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Vertical extent."""
        return self.top - self.bottom

    @property
    def center(self) -> Point:
        """The center point."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    def overlaps(self, other: Area) -> bool:
        """Whether the rectangles have a part in common."""
        beside = other.right <= self.left or self.right <= other.left
        return not (beside or other.top <= self.bottom or self.top <= other.bottom)

    def grown(self, by: float) -> Area:
        """The rectangle extended by the same distance on every side."""
        return Area(self.left - by, self.bottom - by, self.right + by, self.top + by)

    def scaled(self, factor: float) -> Area:
        """The rectangle with all coordinates multiplied by a factor."""
        return Area(
            self.left * factor, self.bottom * factor, self.right * factor, self.top * factor
        )
