"""How bad the positions of cars are, route by route; lower is better.

The cost of a route changes only with the routes near it. A grid finds the cars and dots that are
near a car.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations, pairwise
from math import hypot
from typing import NamedTuple

from companion.drawing.area import Area
from companion.drawing.board_layout import (
    CAR_WIDTH,
    Car,
    Dot,
    TrackLayout,
    lay_out,
    lay_out_route,
)
from companion.drawing.distances import (
    OTHER_DOT_GAP,
    ROUNDED_CORNERS,
    VISIBLE_GAP,
    between_cars,
    from_dot,
)
from companion.drawing.drawing_data import DrawingData, RouteShape
from companion.rules.board import Board, Route

_CELL = 5.0
"""The size of a cell of the grid."""
_MOST_CARS_IN_CELL = 60
"""More have room only if they overlap; then further ones are not compared."""
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
    def contacts(self) -> float:
        """The cost of all contacts."""
        return self.own + sum(self.pairs.values())

    @property
    def total(self) -> float:
        """The cost of contacts and shape."""
        return self.shape_cost + self.contacts


class LayoutCost:
    """The positions of a board's routes, by number, and what they cost."""

    def __init__(self, board: Board) -> None:
        layout = lay_out(board, DrawingData())
        self._dots = layout.dots
        self._inner = layout.world.grown(-1.1 * CAR_WIDTH)
        self._routes = [_drawable(route, self._dots) for route in board.routes.values()]
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
        tracks = lay_out_route(route, start, end, shape)
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
                cars = self._cars.setdefault(cell, {})
                if len(cars) < _MOST_CARS_IN_CELL:
                    cars[key] = car

    def remove(self, number: int, tracks: tuple[TrackLayout, ...]) -> None:
        """Undo `add`."""
        for key, car in _numbered_cars(number, tracks):
            for cell in _cells_of(car, _CAR_GAP):
                self._cars[cell].pop(key, None)

    def neighbours(self) -> list[list[int]]:
        """For each route the others whose straight lines have overlapping extents."""
        extents = [
            Area(
                min(start.x, end.x), min(start.y, end.y), max(start.x, end.x), max(start.y, end.y)
            ).grown(CAR_WIDTH)
            for start, end in (
                (self._dots[route.start], self._dots[route.end]) for route in self._routes
            )
        ]
        return [
            [other for other, area in enumerate(extents) if area.overlaps(own) and other != number]
            for number, own in enumerate(extents)
        ]

    def _pair_costs(self, number: int, tracks: tuple[TrackLayout, ...]) -> dict[int, float]:
        costs: dict[int, float] = {}
        first, after = number * _MOST_CARS, (number + 1) * _MOST_CARS
        for track in tracks:
            for car in track.cars:
                near: dict[int, Car] = {}
                for cell in _cells_of(car, 0):
                    near.update(self._cars.get(cell, ()))
                self.comparisons += len(near)
                x, y, reach = car.x, car.y, car.length / 2 + CAR_WIDTH + _CAR_GAP
                for key, other in near.items():
                    within = reach + other.length / 2
                    if (
                        abs(other.x - x) < within
                        and abs(other.y - y) < within
                        and not first <= key < after
                        and (missing := _CAR_GAP - between_cars(car, other)) > 0
                    ):
                        index = key // _MOST_CARS
                        cost = _cost(missing, _CAR_GAP - VISIBLE_GAP)
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


def _drawable(route: Route, dots: Mapping[str, Dot]) -> Route:
    """A route with fewer cars if there are so many that no shape makes room for them."""
    start, end = dots[route.start], dots[route.end]
    most = 1 + int(3 * hypot(start.x - end.x, start.y - end.y) / CAR_WIDTH)
    return replace(route, length=min(route.length, most))


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
    for car in one.cars:
        reach = car.length / 2 + CAR_WIDTH + _TRACK_GAP
        for near in other.cars:
            within = reach + near.length / 2
            if (
                abs(near.x - car.x) < within
                and abs(near.y - car.y) < within
                and (missing := _TRACK_GAP - between_cars(car, near)) > 0
            ):
                cost += _cost(missing, _TRACK_GAP - VISIBLE_GAP)
    return cost
