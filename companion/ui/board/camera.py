"""Which part of the board is on the screen, and how large."""

from __future__ import annotations

from math import exp, log
from typing import NamedTuple

from companion.drawing.area import Area
from companion.drawing.curves import Point


class Camera(NamedTuple):
    """Maps the board to the screen: times `scale`, then moved by (x, y)."""

    scale: float
    x: float
    y: float

    def to_screen(self, point: Point) -> Point:
        """Where a point of the board is on the screen."""
        return self.x + self.scale * point[0], self.y + self.scale * point[1]

    def to_board(self, point: Point) -> Point:
        """Which point of the board is at a point of the screen."""
        return (point[0] - self.x) / self.scale, (point[1] - self.y) / self.scale

    def moved(self, dx: float, dy: float) -> Camera:
        """The board shifted on the screen."""
        return Camera(self.scale, self.x + dx, self.y + dy)

    def zoomed(self, at: Point, factor: float) -> Camera:
        """The board larger by a factor, one point of the screen staying where it is."""
        return Camera(
            self.scale * factor,
            at[0] - (at[0] - self.x) * factor,
            at[1] - (at[1] - self.y) * factor,
        )

    def toward(self, other: Camera, share: float) -> Camera:
        """A camera on the way to another, at an even pace to the eye."""
        if share in (0, 1):
            return other if share else self
        scale = exp(log(self.scale) + (log(other.scale) - log(self.scale)) * share)
        if abs(other.scale - self.scale) < 1e-9 * self.scale:
            moved = share
        else:
            moved = (scale - self.scale) / (other.scale - self.scale)
        return Camera(
            scale, self.x + (other.x - self.x) * moved, self.y + (other.y - self.y) * moved
        )


class Stage(NamedTuple):
    """The board's whole extent and the part of the screen it is shown in."""

    world: Area
    view: Area
    largest: float
    """The largest scale that makes sense."""

    @property
    def smallest(self) -> float:
        """The scale at which the whole board just fits."""
        return min(self.view.width / self.world.width, self.view.height / self.world.height)

    def all(self) -> Camera:
        """The whole board, in the middle."""
        return self.showing(self.world)

    def showing(self, part: Area, largest: float | None = None) -> Camera:
        """A part of the board as large as it fits, or as `largest` allows, in the middle."""
        scale = min(self.view.width / part.width, self.view.height / part.height)
        scale = min(scale, largest or self.largest)
        (x, y), (middle_x, middle_y) = part.center, self.view.center
        return self.kept(Camera(scale, middle_x - x * scale, middle_y - y * scale))

    def kept(self, camera: Camera) -> Camera:
        """The nearest camera that shows nothing beyond the board unless the board is smaller."""
        scale = min(max(camera.scale, self.smallest), max(self.largest, self.smallest))
        if scale != camera.scale:
            camera = camera.zoomed(self.view.center, scale / camera.scale)
        world, view = self.world, self.view
        return Camera(
            scale,
            _kept(camera.x, view.left - world.left * scale, view.right - world.right * scale),
            _kept(camera.y, view.bottom - world.bottom * scale, view.top - world.top * scale),
        )


def _kept(offset: float, at_start: float, at_end: float) -> float:
    if at_start < at_end:
        return (at_start + at_end) / 2
    return min(max(offset, at_end), at_start)
