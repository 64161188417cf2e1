"""Maps the board to the screen: scale and offset, limits of zooming and panning, and free areas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import ceil, exp, log
from typing import NamedTuple

from companion.drawing.area import Area
from companion.drawing.curves import Point


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


class Stage(NamedTuple):
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


Size = tuple[float, float]

_NAME_WEIGHT = 0.1
"""What hiding a name costs relative to hiding a route or a place."""


def freest_area(
    view: Area, sizes: Sequence[Size], routes: Iterable[Area], names: Iterable[Area], cell: float
) -> Area:
    """The rectangle of one of these sizes, inside the view, that hides least.

    If several hide equally little: of the first size, then the lowest, then the most central. The
    view is divided into square cells; a cell counts as hidden if any part of it is.
    """
    columns, rows = max(1, int(view.width // cell)), max(1, int(view.height // cell))
    costs = [[0.0] * columns for _ in range(rows)]
    for areas, weight in ((names, _NAME_WEIGHT), (routes, 1.0)):
        for area in areas:
            for row, column in _cells(view, area, cell, rows, columns):
                costs[row][column] = max(costs[row][column], weight)
    sums = _sums(costs)
    best, best_cost = None, (0.0, 0, 0, 0.0)
    for order, (width, height) in enumerate(sizes):
        wide, high = min(columns, ceil(width / cell)), min(rows, ceil(height / cell))
        for row, column in product(range(rows - high + 1), range(columns - wide + 1)):
            hidden = (
                sums[row + high][column + wide]
                - sums[row][column + wide]
                - sums[row + high][column]
                + sums[row][column]
            )
            cost = round(hidden, 3), order, row, abs(column + wide / 2 - columns / 2)
            if best is None or cost < best_cost:
                left, bottom = view.left + column * cell, view.bottom + row * cell
                best, best_cost = Area(left, bottom, left + width, bottom + height), cost
    assert best is not None
    return best


def _cells(
    view: Area, area: Area, cell: float, rows: int, columns: int
) -> Iterable[tuple[int, int]]:
    """Rows and columns of the cells that an area touches."""
    return product(
        range(
            max(0, int((area.bottom - view.bottom) // cell)),
            min(rows, int((area.top - view.bottom) // cell) + 1),
        ),
        range(
            max(0, int((area.left - view.left) // cell)),
            min(columns, int((area.right - view.left) // cell) + 1),
        ),
    )


def _sums(costs: Sequence[Sequence[float]]) -> list[list[float]]:
    """The sum of all costs below and left of each corner of a cell."""
    sums = [[0.0] * (len(costs[0]) + 1)]
    for row in costs:
        total, below = 0.0, sums[-1]
        line = [0.0]
        for column, cost in enumerate(row):
            total += cost
            line.append(below[column + 1] + total)
        sums.append(line)
    return sums
