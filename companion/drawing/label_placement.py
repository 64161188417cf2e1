"""Sets the names of a board for one zoom step: each on the best side of its place that is free."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from math import ceil
from typing import NamedTuple

from companion.drawing.area import Area
from companion.drawing.board_layout import CAR, BoardLayout, Dot, Track

Size = tuple[float, float]

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
"""Where a name can stand: rightwards, upwards, and how much worse than straight above."""

_HOUSE = 1.75
"""Room for a station, where a board has them, in board units."""
_SQUARE = 0.5
"""The squares in which it is counted what a name would hide, in board units."""
_MARKER = 6.0
"""What hiding an owner's marker counts, beyond the cars below it."""
_MARKER_REACH = 1.1
"""How far from its middle no name may come to a claimed track's marker, in board units; the letters
themselves keep more away, because a name is higher than they are."""


class Label(NamedTuple):
    """A name beside its place."""

    dot: Dot
    size: Size
    side: tuple[float, float]
    clear: float
    """How far around the place it stays away, in board units."""
    gap: float
    """How much further, on the screen."""

    def area(self, scale: float) -> Area:
        """What it covers at a scale, measured from the board's origin in pixels."""
        width, height = self.size
        away = self.clear * scale + self.gap
        side_x, side_y = self.side
        x = self.dot.x * scale + side_x * (width / 2 + (away if abs(side_x) == 1 else 0.0))
        y = self.dot.y * scale + side_y * (height / 2 + away)
        return Area(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


class Span(NamedTuple):
    """What something covers at both ends of a zoom step; in between, its edges move evenly."""

    low: Area
    high: Area

    def meets(self, other: Span) -> bool:
        """Whether the two touch anywhere in the step."""
        (low, high), (other_low, other_high) = self, other
        return not (
            (low.right <= other_low.left and high.right <= other_high.left)
            or (other_low.right <= low.left and other_high.right <= high.left)
            or (low.top <= other_low.bottom and high.top <= other_high.bottom)
            or (other_low.top <= low.bottom and other_high.top <= high.bottom)
        )


class Ground:
    """What names stand on: a board with its places, cars and markers."""

    def __init__(self, layout: BoardLayout, sizes: Mapping[str, Size], gap: float) -> None:
        self.layout, self.sizes, self.gap = layout, sizes, gap
        self.context = _HOUSE if layout.board.stations_per_player else 0.0
        self._markers = sorted((*laid.marker, track) for track, laid in layout.tracks.items())
        self._lefts = [x for x, _, _ in self._markers]

    @cached_property
    def cars(self) -> Cover:
        """How much of the board is covered by cars and markers."""
        cover = Cover(self.layout.world)
        for track in self.layout.tracks.values():
            cover.add(*track.marker, _MARKER)
            for car in track.cars:
                for spot in range(24):
                    u, v = (spot // 4 - 2.5) / 6 * car.length, (spot % 4 - 1.5) / 4 * CAR
                    cover.add(
                        car.x + car.cos * u - car.sin * v,
                        car.y + car.sin * u + car.cos * v,
                        car.length * CAR / 24,
                    )
        return cover

    def sides(self, place: str) -> Iterator[tuple[Label, float]]:
        """A place's name on each side of it, and how bad that side is."""
        dot = self.layout.dots[place]
        clear = max(dot.radius, self.context)
        for side_x, side_y, cost in _SIDES:
            yield Label(dot, self.sizes[place], (side_x, side_y), clear, self.gap), cost

    def holds(self, area: Area, scale: float) -> bool:
        """Whether something at a scale lies within the board."""
        world = self.layout.world
        return (
            area.left >= world.left * scale
            and area.right <= world.right * scale
            and area.bottom >= world.bottom * scale
            and area.top <= world.top * scale
        )

    def covers_dot(self, label: Label, area: Area, scale: float) -> bool:
        """Whether a name at a scale hides another place's dot."""
        for dot in self.layout.dots.values():
            reach = dot.radius * scale
            if (
                area.left - reach < dot.x * scale < area.right + reach
                and area.bottom - reach < dot.y * scale < area.top + reach
                and dot is not label.dot
            ):
                return True
        return False

    def markers_in(self, area: Area) -> frozenset[Track]:
        """The tracks whose markers lie in a part of the board, or too near."""
        near = area.grown(_MARKER_REACH)
        first, last = bisect_left(self._lefts, near.left), bisect_right(self._lefts, near.right)
        return frozenset(
            track for _, y, track in self._markers[first:last] if near.bottom < y < near.top
        )


class Choice:
    """A side of its place on which a name may stand, in one zoom step."""

    def __init__(self, ground: Ground, label: Label, cost: float, low: float, high: float) -> None:
        self.label = label
        self.span = Span(label.area(low), label.area(high))
        self.cost = cost + 6 * ground.cars.share(self.span.low, low)
        self._ground, self._low, self._high = ground, low, high

    @property
    def is_on_board(self) -> bool:
        """Whether it does not run out of the board."""
        ground, (low, high) = self._ground, self.span
        return ground.holds(low, self._low) and ground.holds(high, self._high)

    @cached_property
    def covers_dot(self) -> bool:
        """Whether it hides another place's dot."""
        ground, (low, high) = self._ground, self.span
        return ground.covers_dot(self.label, low, self._low) or ground.covers_dot(
            self.label, high, self._high
        )

    @cached_property
    def hides(self) -> frozenset[Track]:
        """The tracks whose markers it would hide somewhere in the step."""
        low, high = self.span.low.times(1 / self._low), self.span.high.times(1 / self._high)
        return self._ground.markers_in(
            Area(
                min(low.left, high.left),
                min(low.bottom, high.bottom),
                max(low.right, high.right),
                max(low.top, high.top),
            )
        )

    def fits(self, others: Iterable[Choice]) -> bool:
        """Whether it hides no dot and touches none of these."""
        span = self.span
        return not any(span.meets(other.span) for other in others) and not self.covers_dot


class ZoomStep:
    """The names of a range of scales, the most important first."""

    def __init__(self, ground: Ground, order: Iterable[str], low: float, high: float) -> None:
        self._ground, self._low, self._high = ground, low, high
        self._left = list(order)[::-1]
        """Names that have not been set yet, the next one last."""
        self._choices: dict[str, list[Choice]] = {}
        """Every side each name could stand on, the best first."""
        self._placed: dict[str, Choice] = {}
        self._given_way: tuple[Collection[Track], tuple[Label, ...]] | None = None

    def set_names(self, count: int) -> bool:
        """Find a place for so many more names; whether all have been seen to."""
        for _ in range(min(count, len(self._left))):
            place = self._left.pop()
            choices = (
                Choice(self._ground, label, cost, self._low, self._high)
                for label, cost in self._ground.sides(place)
            )
            found = [choice for choice in choices if choice.is_on_board]
            self._choices[place] = sorted(found, key=lambda choice: choice.cost)
            self._place(place, self._placed, ())
        return not self._left

    def labels(self, claimed: Collection[Track]) -> tuple[Label, ...]:
        """The names to show while these tracks are claimed.

        A name that hides the marker of one stands on another side, or waits for more room.
        """
        if self._given_way is None or self._given_way[0] != claimed:
            placed = dict(self._placed)
            for place, choice in self._placed.items() if claimed else ():
                if not choice.hides.isdisjoint(claimed):
                    del placed[place]
                    self._place(place, placed, claimed)
            self._given_way = claimed, tuple(choice.label for choice in placed.values())
        return self._given_way[1]

    def _place(self, place: str, placed: dict[str, Choice], claimed: Collection[Track]) -> None:
        others = placed.values()
        for choice in self._choices[place]:
            if (not claimed or choice.hides.isdisjoint(claimed)) and choice.fits(others):
                placed[place] = choice
                return


class Cover:
    """How much of any rectangle of the board is covered, found by adding up squares once."""

    def __init__(self, world: Area) -> None:
        self._left, self._bottom = world.left, world.bottom
        self._columns = ceil(world.width / _SQUARE)
        self._rows = ceil(world.height / _SQUARE)
        self._squares = [[0.0] * self._columns for _ in range(self._rows)]
        self._sums: list[list[float]] | None = None

    def add(self, x: float, y: float, area: float) -> None:
        """Something that covers that much around a point."""
        column, row = int((x - self._left) / _SQUARE), int((y - self._bottom) / _SQUARE)
        if 0 <= column < self._columns and 0 <= row < self._rows:
            self._squares[row][column] += area

    def share(self, area: Area, scale: float) -> float:
        """How much of a rectangle, given at a scale, is covered."""
        sums = self._sums = self._sums or _summed(self._squares)
        left, right = self._span(area.left / scale, area.right / scale, self._left, self._columns)
        low, high = self._span(area.bottom / scale, area.top / scale, self._bottom, self._rows)
        covered = sums[high][right] - sums[low][right] - sums[high][left] + sums[low][left]
        return covered / ((right - left) * (high - low) * _SQUARE * _SQUARE)

    @staticmethod
    def _span(first: float, last: float, origin: float, count: int) -> tuple[int, int]:
        start = min(max(round((first - origin) / _SQUARE), 0), count - 1)
        return start, min(max(round((last - origin) / _SQUARE), start + 1), count)


def _summed(squares: Sequence[Sequence[float]]) -> list[list[float]]:
    sums = [[0.0] * (len(squares[0]) + 1)]
    for row in squares:
        across = accumulate(row, initial=0.0)
        sums.append([above + here for above, here in zip(sums[-1], across, strict=True)])
    return sums
