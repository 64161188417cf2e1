"""Which names stand on the board at a zoom, and on which side of their place.

A name keeps its size on the screen while the board grows, so at each step of zooming there is
room for more of them. A step is a range of scales; names that are set for it do not touch each
other at any scale in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import ceil, floor, log
from typing import NamedTuple

from companion.rules.board import Board
from companion.ui.board.camera import Area
from companion.ui.board.layout import CAR, BoardLayout, Dot, Track

STEP = 1.2
"""How much larger the board is at the end of a zoom step than at its beginning."""

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


@dataclass(frozen=True, slots=True)
class Label:
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


class _Span(NamedTuple):
    """What something covers at both ends of a zoom step; in between, its edges move evenly."""

    low: Area
    high: Area

    def meets(self, other: _Span) -> bool:
        """Whether the two touch anywhere in the step."""
        (low, high), (other_low, other_high) = self, other
        return not (
            (low.right <= other_low.left and high.right <= other_high.left)
            or (other_low.right <= low.left and other_high.right <= high.left)
            or (low.top <= other_low.bottom and high.top <= other_high.bottom)
            or (other_low.top <= low.bottom and other_high.top <= high.bottom)
        )


class LabelPlan:
    """The names of one board, for every zoom; each zoom step is worked out once."""

    def __init__(self, layout: BoardLayout, sizes: Mapping[str, Size], gap: float) -> None:
        self._layout = layout
        self._gap = gap
        self._sizes = sizes
        self._world = layout.world
        self._order = sorted(sizes, key=lambda place: -_weight(layout.board, place))
        self._house = _HOUSE if layout.board.stations_per_player else 0.0
        self._steps: dict[int, tuple[Label, ...]] = {}
        self._given_way: tuple[int, Collection[Track], tuple[Label, ...]] | None = None
        self._first = 1.0

    def fits(self, layout: BoardLayout, sizes: Mapping[str, Size]) -> bool:
        """Whether it holds for this board and names of these sizes."""
        return self._layout is layout and self._sizes == sizes

    @cached_property
    def _cars(self) -> Cover:
        cover = Cover(self._world)
        for track in self._layout.tracks.values():
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

    def at(self, scale: float, claimed: Collection[Track] = ()) -> tuple[Label, ...]:
        """The names to show at a scale, the most important first.

        Names give way to the markers of claimed tracks: they stand on another side, or wait until
        there is more room.
        """
        step = self._step(scale)
        if step not in self._steps:
            self._steps[step] = tuple(self._set(*self.step_at(scale)))
        labels = self._steps[step]
        if not claimed:
            return labels
        if self._given_way is None or self._given_way[:2] != (step, claimed):
            self._given_way = step, claimed, self._giving_way(labels, claimed, *self.step_at(scale))
        return self._given_way[2]

    def begin_at(self, scale: float) -> None:
        """Let a zoom step begin at a scale that is seen often: it has room for the most names."""
        if scale != self._first:
            self._first = scale
            self._steps.clear()
            self._given_way = None

    def step_at(self, scale: float) -> tuple[float, float]:
        """The smallest and the largest scale of the zoom step a scale belongs to."""
        smallest = self._first * STEP ** self._step(scale)
        return smallest, smallest * STEP

    def _step(self, scale: float) -> int:
        return floor(log(scale / self._first, STEP) + 1e-9)

    def _set(self, low: float, high: float) -> list[Label]:
        placed: list[tuple[Label, _Span]] = []
        for place in self._order:
            best: tuple[float, Label, _Span] | None = None
            taken = [span for _, span in placed]
            for cost, label, span in self._choices(place, low, high):
                better = best is None or cost < best[0]
                if better and self._fits(label, span, taken, low, high):
                    best = cost, label, span
            if best is not None:
                placed.append(best[1:])
        return [label for label, _ in placed]

    def _giving_way(
        self, labels: Iterable[Label], claimed: Iterable[Track], low: float, high: float
    ) -> tuple[Label, ...]:
        markers = []
        for track in claimed:
            x, y = self._layout.tracks[track].marker
            marker = Area(x, y, x, y).grown(_MARKER_REACH)
            markers.append(_Span(marker.times(low), marker.times(high)))
        placed = {label: _Span(label.area(low), label.area(high)) for label in labels}
        shown = []
        for label in labels:
            if any(placed[label].meets(marker) for marker in markers):
                del placed[label]
                taken = [*markers, *placed.values()]
                place = label.dot.place.id
                choices = sorted(self._choices(place, low, high), key=lambda choice: choice[0])
                for _, other, span in choices:
                    if self._fits(other, span, taken, low, high):
                        placed[other] = span
                        shown.append(other)
                        break
            else:
                shown.append(label)
        return tuple(shown)

    def _choices(self, place: str, low: float, high: float) -> Iterator[tuple[float, Label, _Span]]:
        """Where a name may stand within the board, and how bad that would be."""
        dot = self._layout.dots[place]
        clear = max(dot.radius, self._house)
        for side_x, side_y, cost in _SIDES:
            label = Label(dot, self._sizes[place], (side_x, side_y), clear, self._gap)
            span = _Span(label.area(low), label.area(high))
            if self._inside(span.low, low) and self._inside(span.high, high):
                yield cost + 6 * self._cars.share(span.low, low), label, span

    def _fits(
        self, label: Label, span: _Span, taken: Iterable[_Span], low: float, high: float
    ) -> bool:
        return not (
            any(span.meets(other) for other in taken)
            or self._covers_dot(label, span.low, low)
            or self._covers_dot(label, span.high, high)
        )

    def _inside(self, area: Area, scale: float) -> bool:
        world = self._world
        return (
            area.left >= world.left * scale
            and area.right <= world.right * scale
            and area.bottom >= world.bottom * scale
            and area.top <= world.top * scale
        )

    def _covers_dot(self, label: Label, area: Area, scale: float) -> bool:
        for dot in self._layout.dots.values():
            reach = dot.radius * scale
            if (
                area.left - reach < dot.x * scale < area.right + reach
                and area.bottom - reach < dot.y * scale < area.top + reach
                and dot is not label.dot
            ):
                return True
        return False


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


def _weight(board: Board, place: str) -> float:
    """How much a name is missed: by what meets there and how many tickets name it."""
    tickets = sum(place in (card.ticket.start, *card.ticket.values) for card in board.tickets)
    entrance = board.places[place].kind == "entrance"
    return len(board.routes_at[place]) + tickets / 2 - (4 if entrance else 0)
