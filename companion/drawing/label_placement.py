"""Places the names of a board: which ones at a zoom level, and on which side of their place."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import accumulate
from math import ceil, floor, log
from typing import NamedTuple

from companion.drawing.board_layout import CAR_WIDTH, DOUBLED_BADGE_OFFSET, BoardLayout, Dot
from companion.drawing.geometry import Area
from companion.drawing.highlight import TrackId
from companion.rules.board import Board

Size = tuple[float, float]
"""Width and height in pixels."""

_SIDES = (
    (0.0, 1.0, 0.0),
    (0.0, -1.0, 0.25),
    (1.0, 0.0, 0.3),
    (-1.0, 0.0, 0.35),
    (1.0, 0.72, 0.4),
    (-1.0, 0.72, 0.45),
    (1.0, -0.72, 0.5),
    (-1.0, -0.72, 0.55),
    (0.55, 1.0, 0.2),
    (-0.55, 1.0, 0.2),
    (0.55, -1.0, 0.4),
    (-0.55, -1.0, 0.4),
    (0.8, 1.0, 0.3),
    (-0.8, 1.0, 0.3),
    (0.8, -1.0, 0.45),
    (-0.8, -1.0, 0.45),
    (1.0, 0.36, 0.35),
    (-1.0, 0.36, 0.4),
    (1.0, -0.36, 0.4),
    (-1.0, -0.36, 0.45),
)
"""Sides of a place on which its name can be: x and y offset in half label sizes, and a cost."""

_STATION_RADIUS = 1.75
"""Space for a station on boards that have them, in board units."""
_IMPORTED_EDGE = 0.5
"""Free space along the edge of an imported board, in board units. Bundled boards have so many names
that some need it."""
_CELL = 0.5
"""The cell size of the grid that counts covered area, in board units."""
_MARKER_COST = 6.0
"""The cost of hiding an owner's marker, in addition to the cars below it."""
_MARKER_RADIUS = 1.1
"""How close a name may come to the center of a claimed track's marker, in board units. Letters stay
farther away, because a label is higher than its letters."""


class Label(NamedTuple):
    """A name beside its place."""

    dot: Dot
    size: Size
    side: tuple[float, float]
    clearance: float
    """The distance from the center of the place that stays free, in board units."""
    gap: float
    """Additional distance, in pixels."""

    def area(self, scale: float) -> Area:
        """The rectangle of the label at a scale, in pixels from the board's origin."""
        width, height = self.size
        distance = self.clearance * scale + self.gap
        side_x, side_y = self.side
        x = self.dot.x * scale + side_x * (width / 2 + (distance if abs(side_x) == 1 else 0.0))
        y = self.dot.y * scale + side_y * (height / 2 + distance)
        return Area(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


class ZoomedArea(NamedTuple):
    """The area of a label at both ends of a zoom step; its edges move linearly in between."""

    low: Area
    high: Area

    def overlaps(self, other: ZoomedArea) -> bool:
        """Whether the two overlap at any scale of the step."""
        (low, high), (other_low, other_high) = self, other
        return not (
            (low.right <= other_low.left and high.right <= other_high.left)
            or (other_low.right <= low.left and other_high.right <= high.left)
            or (low.top <= other_low.bottom and high.top <= other_high.bottom)
            or (other_low.top <= low.bottom and other_high.top <= high.bottom)
        )


class LabelObstacles:
    """Shapes that names must not hide: dots, cars, markers, the edge of the board."""

    def __init__(self, layout: BoardLayout, sizes: Mapping[str, Size], gap: float) -> None:
        self.layout, self.sizes, self.gap = layout, sizes, gap
        self._station_radius = _STATION_RADIUS if layout.board.stations_per_player else 0.0
        edge = 0.0 if layout.board.source is None else _IMPORTED_EDGE
        self.inner = layout.world.grown(-edge)
        """The part of the board that names may cover."""

    @cached_property
    def coverage(self) -> CoverageGrid:
        """The grid of the board area that cars and markers cover; labels avoid it."""
        grid = CoverageGrid(self.layout.world)
        for track in self.layout.tracks.values():
            grid.add(*track.marker, _MARKER_COST)
            for car in track.cars:
                for sample in range(24):
                    u = (sample // 4 - 2.5) / 6 * car.length
                    v = (sample % 4 - 1.5) / 4 * CAR_WIDTH
                    grid.add(
                        car.x + car.cos * u - car.sin * v,
                        car.y + car.sin * u + car.cos * v,
                        car.length * CAR_WIDTH / 24,
                    )
        return grid

    def labels_around(self, place: str) -> Iterator[tuple[Label, float]]:
        """A place's name on each of its sides, with the cost of the side."""
        dot = self.layout.dots[place]
        clearance = max(dot.radius, self._station_radius)
        for side_x, side_y, cost in _SIDES:
            yield Label(dot, self.sizes[place], (side_x, side_y), clearance, self.gap), cost


class Candidate:
    """A possible position of a name in one zoom step."""

    def __init__(
        self, obstacles: LabelObstacles, label: Label, cost: float, low: float, high: float
    ) -> None:
        self.label = label
        self.area = ZoomedArea(label.area(low), label.area(high))
        self.cost = cost + 6 * obstacles.coverage.share(self.area.low, low)
        self._obstacles = obstacles
        self._extents = (self.area.low, low), (self.area.high, high)
        """The area at the smallest and at the largest scale, with that scale."""

    @property
    def is_on_board(self) -> bool:
        """Whether it is within the board and does not touch its edge."""
        world, gap = self._obstacles.inner, self._obstacles.gap
        return all(
            area.left >= world.left * scale + gap
            and area.right <= world.right * scale - gap
            and area.bottom >= world.bottom * scale + gap
            and area.top <= world.top * scale - gap
            for area, scale in self._extents
        )

    @cached_property
    def hides_dot(self) -> bool:
        """Whether it hides the dot of another place."""
        for area, scale in self._extents:
            for dot in self._obstacles.layout.dots.values():
                radius = dot.radius * scale
                if (
                    area.left - radius < dot.x * scale < area.right + radius
                    and area.bottom - radius < dot.y * scale < area.top + radius
                    and dot is not self.label.dot
                ):
                    return True
        return False

    @cached_property
    def hidden_markers(self) -> frozenset[TrackId]:
        """The tracks whose markers, or badges of doubled claims, it would hide at some scale."""
        low, high = (area.scaled(1 / scale) for area, scale in self._extents)
        area, layout = low.united(high), self._obstacles.layout
        near = area.grown(_MARKER_RADIUS)
        badge_x, badge_y = DOUBLED_BADGE_OFFSET
        has_badges = layout.board.terrain is not None
        return frozenset(
            id
            for id, track in layout.tracks.items()
            for x, y in (track.marker,)
            if near.contains(x, y) or (has_badges and area.contains(x + badge_x, y + badge_y))
        )

    def fits_with(self, others: Iterable[Candidate]) -> bool:
        """Whether it hides no dot and overlaps none of these."""
        area = self.area
        return not any(area.overlaps(other.area) for other in others) and not self.hides_dot


class ZoomStep:
    """The labels for a range of scales, placed in the order of their importance."""

    def __init__(
        self, obstacles: LabelObstacles, order: Iterable[str], low: float, high: float
    ) -> None:
        self._candidates: dict[str, list[Candidate]] = {}
        """The possible positions of each name, the best first."""
        self._placed: dict[str, Candidate] = {}
        self._cached: tuple[Collection[TrackId], tuple[Label, ...]] | None = None
        """The claimed tracks `labels` was called with last, and its result."""
        for place in order:
            candidates = (
                Candidate(obstacles, label, cost, low, high)
                for label, cost in obstacles.labels_around(place)
            )
            on_board = [candidate for candidate in candidates if candidate.is_on_board]
            self._candidates[place] = sorted(on_board, key=lambda candidate: candidate.cost)
            self._place(place, self._placed, ())

    def labels(self, claimed: Collection[TrackId]) -> tuple[Label, ...]:
        """The labels to show while these tracks are claimed.

        A name that hides the marker of a claimed track moves to another side or is left out.
        """
        if self._cached is None or self._cached[0] != claimed:
            placed = dict(self._placed)
            for place, candidate in self._placed.items() if claimed else ():
                if not candidate.hidden_markers.isdisjoint(claimed):
                    del placed[place]
                    self._place(place, placed, claimed)
            self._cached = claimed, tuple(candidate.label for candidate in placed.values())
        return self._cached[1]

    def _place(
        self, place: str, placed: dict[str, Candidate], claimed: Collection[TrackId]
    ) -> None:
        others = placed.values()
        for candidate in self._candidates[place]:
            visible = not claimed or candidate.hidden_markers.isdisjoint(claimed)
            if visible and candidate.fits_with(others):
                placed[place] = candidate
                return


class CoverageGrid:
    """Answers how much of a rectangle of the board is covered, from a summed-area table."""

    def __init__(self, world: Area) -> None:
        self._left, self._bottom = world.left, world.bottom
        self._columns = ceil(world.width / _CELL)
        self._rows = ceil(world.height / _CELL)
        self._cells = [[0.0] * self._columns for _ in range(self._rows)]

    def add(self, x: float, y: float, area: float) -> None:
        """Add covered area at a point."""
        column, row = int((x - self._left) / _CELL), int((y - self._bottom) / _CELL)
        if 0 <= column < self._columns and 0 <= row < self._rows:
            self._cells[row][column] += area

    def share(self, area: Area, scale: float) -> float:
        """The covered share of a rectangle that is given at a scale."""
        sums = self._sums
        left, right = self._span(area.left / scale, area.right / scale, self._left, self._columns)
        low, high = self._span(area.bottom / scale, area.top / scale, self._bottom, self._rows)
        covered = sums[high][right] - sums[low][right] - sums[high][left] + sums[low][left]
        return covered / ((right - left) * (high - low) * _CELL * _CELL)

    @cached_property
    def _sums(self) -> list[list[float]]:
        """For each corner of a cell, the covered area to its lower left."""
        sums = [[0.0] * (self._columns + 1)]
        for row in self._cells:
            across = accumulate(row, initial=0.0)
            sums.append([above + here for above, here in zip(sums[-1], across, strict=True)])
        return sums

    @staticmethod
    def _span(first: float, last: float, origin: float, count: int) -> tuple[int, int]:
        """The first cell and the one after the last that an extent covers."""
        start = min(max(round((first - origin) / _CELL), 0), count - 1)
        return start, min(max(round((last - origin) / _CELL), start + 1), count)


SCALE_STEP = 1.2
"""The ratio of the largest to the smallest scale of a zoom step."""


class LabelPlan:
    """The labels of one board at every scale; each zoom step is calculated once."""

    def __init__(
        self, layout: BoardLayout, sizes: Mapping[str, Size], gap: float, overview_scale: float
    ) -> None:
        self._obstacles = LabelObstacles(layout, sizes, gap)
        self._order = sorted(sizes, key=lambda place: -_importance(layout.board, place))
        self._steps: dict[int, ZoomStep] = {}
        self._overview_scale = overview_scale
        """The scale of the whole board; a zoom step starts there, so that most names fit."""

    def labels_at(self, scale: float, claimed: Collection[TrackId] = ()) -> tuple[Label, ...]:
        """The labels to show at a scale, none of them on the marker of a claimed track."""
        step = self._step(scale)
        if step not in self._steps:
            self._steps[step] = ZoomStep(self._obstacles, self._order, *self.step_range(scale))
        return self._steps[step].labels(claimed)

    def step_range(self, scale: float) -> tuple[float, float]:
        """The smallest and the largest scale of the zoom step that contains a scale."""
        smallest = self._overview_scale * SCALE_STEP ** self._step(scale)
        return smallest, smallest * SCALE_STEP

    def _step(self, scale: float) -> int:
        return floor(log(scale / self._overview_scale, SCALE_STEP) + 1e-9)


def _importance(board: Board, place: str) -> float:
    """The rank of a name: by the routes at the place and the tickets that name it."""
    tickets = sum(
        place in (card.ticket.start, *card.ticket.points_by_end) for card in board.tickets
    )
    entrance = board.places[place].kind == "entrance"
    return len(board.routes_at[place]) + tickets / 2 - (4 if entrance else 0)
