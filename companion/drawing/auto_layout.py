"""Computes the drawing data of a board that comes without: bends of routes that would overlap."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations, pairwise
from math import cos, exp, hypot, pi, sin
from random import Random
from typing import NamedTuple

from companion.drawing.board_layout import (
    CAR_WIDTH,
    Car,
    Dot,
    TrackLayout,
    lay_out,
    lay_out_route,
    longest_car,
)
from companion.drawing.drawing_data import (
    DrawingData,
    Pair,
    RouteShape,
    drawing_for,
    drawing_problems,
    drawing_to_json,
    given_bends,
)
from companion.drawing.geometry import convex_hull
from companion.rules.board import Board, Route

VISIBLE_GAP = 0.1
"""The smallest distance that is seen as a gap."""
OTHER_DOT_GAP = 0.4
"""Between a car and a place at which its route does not end."""
ROUNDED_CORNERS = 0.1
"""Cars in a bend or on a stretched board may overlap by this much: their corners are rounded."""


def between_cars(one: Car, other: Car) -> float:
    """The distance of two cars along the axis that separates them best; negative: they overlap."""
    dx, dy = other.x - one.x, other.y - one.y
    alike = abs(one.cos * other.cos + one.sin * other.sin)
    across = abs(one.cos * other.sin - one.sin * other.cos)
    half, one_half, other_half = CAR_WIDTH / 2, one.length / 2, other.length / 2
    return max(
        abs(dx * one.cos + dy * one.sin) - one_half - other_half * alike - half * across,
        abs(dy * one.cos - dx * one.sin) - half - other_half * across - half * alike,
        abs(dx * other.cos + dy * other.sin) - other_half - one_half * alike - half * across,
        abs(dy * other.cos - dx * other.sin) - half - one_half * across - half * alike,
    )


def from_dot(car: Car, dot: Dot) -> float:
    """The distance of a car from the edge of a dot; negative if they overlap."""
    dx, dy = dot.x - car.x, dot.y - car.y
    along = max(abs(dx * car.cos + dy * car.sin) - car.length / 2, 0.0)
    aside = max(abs(dy * car.cos - dx * car.sin) - CAR_WIDTH / 2, 0.0)
    return hypot(along, aside) - dot.radius


_CELL = 5.0
"""The size of a cell of the grid."""
_CAR_GAP = VISIBLE_GAP + 0.12
"""The wanted distance between two routes: they come closer when the board is stretched."""
_TRACK_GAP = VISIBLE_GAP + 0.03
"""The wanted distance between the tracks of a route."""
_END_DOT_GAP = VISIBLE_GAP + 0.02
_OTHER_DOT_GAP = OTHER_DOT_GAP + 0.15
_CAR_LENGTH = CAR_WIDTH + 0.06
_MARKER_DISTANCE = 2.36
"""The smallest distance between the markers of a double route."""
_CONTACT = 1.0
"""The cost of each contact, in addition to that of the missing distance."""
_PER_UNIT = 6.0
"""The cost of a missing unit of distance."""

_Cell = tuple[int, int]


class Evaluation(NamedTuple):
    """The cost of a route in certain positions."""

    shape: RouteShape
    tracks: tuple[TrackLayout, ...]
    shape_cost: float
    """The cost of bends and of shortening."""
    own: float
    """Contacts with places, with the edge of the board and between its own cars."""
    pairs: dict[int, float]
    """Contacts with other routes, by their number."""

    @property
    def total(self) -> float:
        """The cost of contacts and shape."""
        return self.shape_cost + self.own + sum(self.pairs.values())


class LayoutCost:
    """The positions of a board's routes, by number, and what they cost."""

    def __init__(self, board: Board) -> None:
        layout = lay_out(board, DrawingData())
        self._dots = layout.dots
        self._inner = layout.world.grown(-1.1 * CAR_WIDTH)
        self._longest_car = longest_car(board)
        self._routes = tuple(board.routes.values())
        numbers = {id: number for number, id in enumerate(board.routes)}
        self._crossed = {
            numbers[id]: {numbers[other] for other in others}
            for id, others in board.crossed_by.items()
        }
        """The routes whose cars a route cannot avoid, because it crosses them."""
        self._cars: dict[_Cell, dict[int, Car]] = {}
        """The cars in each cell, by the number of their route and a number in it."""
        self._dots_in: dict[_Cell, dict[str, Dot]] = {}
        for id, dot in self._dots.items():
            reach = dot.radius + _OTHER_DOT_GAP
            for cell in _cells(dot.x, dot.y, reach, reach):
                self._dots_in.setdefault(cell, {})[id] = dot
        self.comparisons = 0
        """How many cars and dots were compared so far."""

    def evaluate(self, number: int, shape: RouteShape) -> Evaluation:
        """The cost of a route in another shape, beside the routes that were added."""
        route = self._routes[number]
        start, end = self._dots[route.start], self._dots[route.end]
        tracks = lay_out_route(route, start, end, shape, most=self._longest_car)
        self.comparisons += (route.length * len(tracks)) ** 2 // 2
        return Evaluation(
            shape,
            tracks,
            _shape_cost(shape, hypot(start.x - end.x, start.y - end.y)),
            self._own_cost(route, tracks),
            self._pair_costs(number, tracks),
        )

    def add(self, number: int, tracks: tuple[TrackLayout, ...]) -> None:
        """Let other routes keep a distance from these tracks."""
        for key, car in _numbered_cars(number, tracks):
            for cell in _cells_of(car, _CAR_GAP):
                self._cars.setdefault(cell, {})[key] = car

    def remove(self, number: int, tracks: tuple[TrackLayout, ...]) -> None:
        """Undo `add`."""
        for key, car in _numbered_cars(number, tracks):
            for cell in _cells_of(car, _CAR_GAP):
                del self._cars[cell][key]

    def _pair_costs(self, number: int, tracks: tuple[TrackLayout, ...]) -> dict[int, float]:
        costs: dict[int, float] = {}
        crossed = {number, *self._crossed.get(number, ())}
        for track in tracks:
            for car in track.cars:
                near: dict[int, Car] = {}
                for cell in _cells_of(car, 0):
                    near.update(self._cars.get(cell, ()))
                self.comparisons += len(near)
                for key, other in near.items():
                    index = key // _MOST_CARS
                    if index not in crossed and (cost := _cost_of_cars(car, other, _CAR_GAP)):
                        costs[index] = costs.get(index, 0.0) + cost
        return costs

    def _own_cost(self, route: Route, tracks: tuple[TrackLayout, ...]) -> float:
        cost = 0.0
        for track in tracks:
            for car in track.cars:
                cost += self._cost_of_dots(car, route)
                if car.length < _CAR_LENGTH:
                    cost += _cost(_CAR_LENGTH - car.length, _CAR_LENGTH - CAR_WIDTH)
            for car, following in pairwise(track.cars):
                cost += _PER_UNIT * max(-ROUNDED_CORNERS / 2 - between_cars(car, following), 0)
            for point in track.line:
                if (outside := self._distance_outside(*point)) > 0:
                    cost += _CONTACT + _PER_UNIT * outside
        for one, other in combinations(tracks, 2):
            cost += _cost_of_parallel_tracks(one, other)
        return cost

    def _cost_of_dots(self, car: Car, route: Route) -> float:
        cost = 0.0
        x, y, reach = car.x, car.y, car.length / 2 + CAR_WIDTH / 2 + _OTHER_DOT_GAP
        near: dict[str, Dot] = {}
        for cell in _cells_of(car, 0):
            near.update(self._dots_in.get(cell, ()))
        self.comparisons += len(near)
        for id, dot in near.items():
            within = reach + dot.radius
            if abs(dot.x - x) < within and abs(dot.y - y) < within:
                at_end = id in (route.start, route.end)
                wanted, least = (
                    (_END_DOT_GAP, VISIBLE_GAP) if at_end else (_OTHER_DOT_GAP, OTHER_DOT_GAP)
                )
                if (missing := wanted - from_dot(car, dot)) > 0:
                    cost += _cost(missing, wanted - least)
        return cost

    def _distance_outside(self, x: float, y: float) -> float:
        left, bottom, right, top = self._inner
        return max(left - x, x - right, bottom - y, y - top)


_MOST_CARS = 1000
"""More than a route has cars."""


def _numbered_cars(number: int, tracks: tuple[TrackLayout, ...]) -> Iterator[tuple[int, Car]]:
    return enumerate((car for track in tracks for car in track.cars), number * _MOST_CARS)


def _cells_of(car: Car, gap: float) -> list[_Cell]:
    cos, sin = abs(car.cos), abs(car.sin)
    half, half_width = car.length / 2, CAR_WIDTH / 2
    return _cells(
        car.x, car.y, cos * half + sin * half_width + gap, sin * half + cos * half_width + gap
    )


def _cells(x: float, y: float, half_width: float, half_height: float) -> list[_Cell]:
    """The cells that a rectangle around a point covers."""
    left, right = int((x - half_width) // _CELL), int((x + half_width) // _CELL)
    bottom, top = int((y - half_height) // _CELL), int((y + half_height) // _CELL)
    if left == right and bottom == top:
        return [(left, bottom)]
    return [(i, j) for i in range(left, right + 1) for j in range(bottom, top + 1)]


def _cost(missing: float, tolerated: float) -> float:
    """The cost of a missing distance; it is a contact if more is missing than is tolerated."""
    return _PER_UNIT * missing + (_CONTACT if missing > tolerated else 0)


def _shape_cost(shape: RouteShape, distance: float) -> float:
    (one, two), (first, last) = shape.bend, shape.shorter
    bending = one * one + two * two + 3 * (one - two) ** 2
    return 0.25 * bending / distance + 0.15 * (first * first + last * last)


def _cost_of_parallel_tracks(one: TrackLayout, other: TrackLayout) -> float:
    cost = 0.0
    (x0, y0), (x1, y1) = one.marker, other.marker
    if (missing := _MARKER_DISTANCE - hypot(x0 - x1, y0 - y1)) > 0:
        cost += _CONTACT + _PER_UNIT * missing
    return cost + sum(
        _cost_of_cars(car, near, _TRACK_GAP) for car in one.cars for near in other.cars
    )


def _cost_of_cars(one: Car, other: Car, wanted: float) -> float:
    """The cost of the distance of two cars that should be `wanted`."""
    reach = (one.length + other.length) / 2 + CAR_WIDTH + wanted
    if abs(other.x - one.x) >= reach or abs(other.y - one.y) >= reach:
        return 0.0
    missing = wanted - between_cars(one, other)
    return _cost(missing, wanted - VISIBLE_GAP) if missing > 0 else 0.0


_STEPS_PER_ROUTE = 250
_MOST_STEPS = 60_000
_MOST_COMPARISONS_PER_STEP = 300
"""On average; only boards on which hundreds of cars overlap have more, and end earlier."""
_PROGRESS_STEPS = 50
"""Steps between two reports of the progress."""
_TEMPERATURE = 0.2
"""The first increase of the cost that is still likely to be accepted."""
_FIRST_CHANGE, _LAST_CHANGE = 2.5, 0.15
"""The typical change of a bend at the beginning, in addition to that at the end."""
_MOST_BEND, _MOST_SHORTER = 30.0, 3.0
_SEED = 2
_SIMPLE_SHAPES = (
    RouteShape(),
    *(RouteShape((bend, bend)) for size in (1.2, 2.4, 3.6, 5.0, 7.0) for bend in (size, -size)),
)
"""Shapes to begin with: straight and curved to one side."""


_COAST_DISTANCE = 7.0
"""From the places to the coast."""
_COAST_CORNERS = 24
"""Of the circle around each place."""


def compute_drawing(
    board: Board, progress: Callable[[float], None], cancelled: Callable[[], bool]
) -> DrawingData:
    """Bends with which as few cars as possible touch each other or a place; takes seconds.

    Outlines that the board has are kept; without any, it gets a coast around its places. The same
    routes give the same result. `progress` is called with the share that is done, from 0 to 1. When
    `cancelled` returns true, the result is the best one found so far; without any, it has no bends.
    """
    annealing = _Annealing(board)
    for share in annealing.run():
        progress(share)
        if cancelled():
            break
    shapes = dict(zip(board.routes, annealing.best, strict=False))
    given = drawing_for(board)
    has_outlines = given.land or given.water
    return replace(given, routes=shapes, land=given.land if has_outlines else (_coast(board),))


def _coast(board: Board) -> tuple[Pair, ...]:
    """An outline of land around all places."""
    layout = lay_out(board, DrawingData())
    width, height = layout.orientation.extent(board)
    angles = [2 * pi * step / _COAST_CORNERS for step in range(_COAST_CORNERS)]
    hull = convex_hull(
        (dot.x + _COAST_DISTANCE * cos(angle), dot.y + _COAST_DISTANCE * sin(angle))
        for dot in layout.dots.values()
        for angle in angles
    )
    return tuple((round(x / width, 4), round(1 - y / height, 4)) for x, y in hull)


class _Annealing:
    """The current and the best shapes of a board's routes, by number."""

    def __init__(self, board: Board) -> None:
        self._cost = LayoutCost(board)
        self._random = Random(_SEED)
        self._current: list[Evaluation] = []
        self._touching: dict[int, None] = {}
        """The routes with contacts, as an ordered set."""
        self._total = self._best_total = 0.0
        self._count = len(board.routes)
        self.best: list[RouteShape] = []
        """Empty until the first ones are found."""

    def run(self) -> Iterator[float]:
        """Improve the shapes; the share that is done after each of many parts of the work."""
        count = self._count
        steps = min(_STEPS_PER_ROUTE * count, _MOST_STEPS)
        most_comparisons = _MOST_COMPARISONS_PER_STEP * steps
        for number in range(count):
            yield 0.0
            straight = self._cost.evaluate(number, RouteShape())
            self._current.append(straight)
            self._insert(number, straight)
        for number in range(count):
            yield 0.0
            if self._cost.comparisons < most_comparisons:
                self._take_best(number, _SIMPLE_SHAPES)
        self._keep_best()
        for step in range(steps):
            share = max(step / steps, self._cost.comparisons / most_comparisons)
            if share >= 1:
                break
            if step % _PROGRESS_STEPS == 0:
                yield share
            self._step(1 - share)
        for number in (*range(count), *range(count)):
            if self._cost.comparisons < most_comparisons:
                self._take_best(number, _simplified(self._current[number].shape))
        if self._total < self._best_total:
            self._keep_best()
        yield 1.0

    def _take_best(self, number: int, shapes: Iterable[RouteShape]) -> None:
        evaluations = (self._cost.evaluate(number, shape) for shape in shapes)
        best = min(evaluations, key=lambda evaluation: evaluation.total)
        if best.total < self._current[number].total:
            self._replace(number, best)

    def _step(self, remaining: float) -> None:
        """Change a route; the larger the remaining share of the work, the bolder."""
        number = self._choose_route()
        old = self._current[number]
        new = self._cost.evaluate(
            number, self._changed(old.shape, _FIRST_CHANGE * remaining * remaining + _LAST_CHANGE)
        )
        worse = new.total - old.total
        temperature = _TEMPERATURE * remaining * remaining
        if worse <= 0 or self._random.random() < exp(-worse / temperature):
            self._replace(number, new)
            if self._total < self._best_total:
                self._keep_best()

    def _choose_route(self) -> int:
        """Often one of those with contacts."""
        if self._touching and self._random.random() < 0.5:
            return self._random.choice(list(self._touching))
        return self._random.randrange(self._count)

    def _changed(self, shape: RouteShape, size: float) -> RouteShape:
        random = self._random
        (one, two), (first, last) = shape.bend, shape.shorter
        kind, by = random.random(), random.gauss(0, size)
        if kind < 0.4:
            one, two = _bend(one + by), _bend(two + by)
        elif kind < 0.6:
            one = _bend(one + by)
        elif kind < 0.8:
            two = _bend(two + by)
        elif kind < 0.9:
            first = self._changed_end(first)
        else:
            last = self._changed_end(last)
        return RouteShape((one, two), (first, last))

    def _changed_end(self, shorter: float) -> float:
        return round(min(max(shorter + self._random.gauss(0, 0.4), 0.0), _MOST_SHORTER), 2)

    def _replace(self, number: int, new: Evaluation) -> None:
        old = self._current[number]
        self._cost.remove(number, old.tracks)
        self._total -= old.total
        for other in old.pairs:
            del self._current[other].pairs[number]
        self._current[number] = new
        self._insert(number, new)
        for other in (*old.pairs, *new.pairs):
            self._note_contacts(other)

    def _insert(self, number: int, new: Evaluation) -> None:
        self._cost.add(number, new.tracks)
        self._total += new.total
        for other, cost in new.pairs.items():
            self._current[other].pairs[number] = cost
        self._note_contacts(number)

    def _note_contacts(self, number: int) -> None:
        evaluation = self._current[number]
        if evaluation.own or evaluation.pairs:
            self._touching[number] = None
        else:
            self._touching.pop(number, None)

    def _keep_best(self) -> None:
        self.best = [evaluation.shape for evaluation in self._current]
        self._best_total = self._total


def _bend(distance: float) -> float:
    return round(min(max(distance, -_MOST_BEND), _MOST_BEND), 2)


def _simplified(shape: RouteShape) -> Iterator[RouteShape]:
    """The shape with smaller and more even bends, or less shortened."""
    (one, two), (first, last) = shape.bend, shape.shorter
    mean = _bend((one + two) / 2)
    for share in (0.0, 0.25, 0.5, 0.75, 0.9):
        yield RouteShape((_bend(one * share), _bend(two * share)), shape.shorter)
        yield RouteShape((_bend(mean * share), _bend(mean * share)), shape.shorter)
        yield RouteShape(shape.bend, (round(first * share, 2), last))
        yield RouteShape(shape.bend, (first, round(last * share, 2)))


def draw_board(
    board: Board, progress: Callable[[float], None], cancelled: Callable[[], bool]
) -> Mapping[str, object]:
    """The field “drawing” of a board file; `Refused` if it is wrong, computed if it lacks bends."""
    for problem in drawing_problems(board):
        raise problem
    return given_bends(board) or drawing_to_json(compute_drawing(board, progress, cancelled))
