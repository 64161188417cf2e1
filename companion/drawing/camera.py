"""Maps the board to the screen: scale and offset, and limits of zooming and panning."""

from __future__ import annotations

from math import exp, log
from typing import NamedTuple

from companion.drawing.geometry import Area, Point


class Camera(NamedTuple):
    """Maps board units to pixels: multiplies by `scale`, then adds (x, y)."""

    scale: float
    x: float
    y: float

    def to_screen(self, point: Point) -> Point:
        """The screen position of a point of the board."""
        return self.x + self.scale * point[0], self.y + self.scale * point[1]

    def to_board(self, point: Point) -> Point:
        """The board position of a point of the screen."""
        return (point[0] - self.x) / self.scale, (point[1] - self.y) / self.scale

    def moved(self, dx: float, dy: float) -> Camera:
        """The camera with the board shifted on the screen."""
        return Camera(self.scale, self.x + dx, self.y + dy)

    def zoomed(self, center: Point, factor: float) -> Camera:
        """The camera with the board enlarged around a point of the screen."""
        return Camera(
            self.scale * factor,
            center[0] - (center[0] - self.x) * factor,
            center[1] - (center[1] - self.y) * factor,
        )

    def toward(self, other: Camera, share: float) -> Camera:
        """A camera between two, for an animation; zooming looks evenly fast."""
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


class Viewport(NamedTuple):
    """The extent of the board and the part of the screen it is shown in."""

    world: Area
    """In board units."""
    view: Area
    """In pixels."""
    largest: float
    """The largest scale."""

    @property
    def smallest(self) -> float:
        """The scale at which the whole board fits exactly."""
        return min(self.view.width / self.world.width, self.view.height / self.world.height)

    def all(self) -> Camera:
        """The camera that shows the whole board in the middle of the view."""
        return self.showing(self.world)

    def showing(self, part: Area, largest: float | None = None) -> Camera:
        """The camera that shows a part of the board in the middle, as large as possible."""
        scale = min(self.view.width / part.width, self.view.height / part.height)
        scale = min(scale, largest or self.largest)
        (x, y), (middle_x, middle_y) = part.center, self.view.center
        return self.clamped(Camera(scale, middle_x - x * scale, middle_y - y * scale))

    def clamped(self, camera: Camera) -> Camera:
        """The nearest camera within the limits: no space beside the board unless it is smaller."""
        scale = min(max(camera.scale, self.smallest), max(self.largest, self.smallest))
        if scale != camera.scale:
            camera = camera.zoomed(self.view.center, scale / camera.scale)
        world, view = self.world, self.view
        return Camera(
            scale,
            _clamped(camera.x, view.left - world.left * scale, view.right - world.right * scale),
            _clamped(camera.y, view.bottom - world.bottom * scale, view.top - world.top * scale),
        )


def _clamped(offset: float, at_start: float, at_end: float) -> float:
    """An offset between those at which the board touches the start and the end of the view."""
    if at_start < at_end:
        return (at_start + at_end) / 2
    return min(max(offset, at_end), at_start)
