"""Where everything lies on a board, in the board's own units: cars, places, markers.

A board is 100 units across on the average of its sides, x to the right and y upwards as Kivy
counts; its size on the screen is the camera's concern.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor, hypot, sqrt
from typing import NamedTuple

from companion.drawing.area import Area
from companion.drawing.curves import Line, Point, beside, curve
from companion.drawing.drawing_data import DrawingData, RouteShape
from companion.rules.board import Board, Place, Route

CAR = 1.8
"""How broad a car is."""
BETWEEN_CARS = 0.35
"""From one car to the next on a track."""
BETWEEN_TRACKS = 2.15
"""From the middle of one track of a double route to the middle of the other."""
DOT: Mapping[str, float] = {"city": 1.35, "way_station": 0.9, "entrance": 1.25}
"""The radius of a place, by its kind."""
BEFORE_DOT = 0.3
"""Between a place's dot and the first car."""
MARGIN = 3.5
"""Around the printed board, so that nothing at its edge is cut."""
MOST = 1.4
"""How much wider or higher than printed a board may be where there is room: a country is still
known by its form, and its names stand apart."""

Track = tuple[str, int]
"""A route's id and which of its tracks."""


class Car(NamedTuple):
    """One train space."""

    x: float
    y: float
    cos: float
    sin: float
    """The direction of the track here."""
    length: float


class TrackLayout(NamedTuple):
    """One track of a route."""

    route: Route
    track: int
    cars: tuple[Car, ...]
    line: tuple[Point, ...]
    """The middle of the track, from the first car to the last."""
    marker: Point
    """Where the owner's marker stands."""


class Dot(NamedTuple):
    """A place."""

    place: Place
    x: float
    y: float
    radius: float


class BoardOrientation(NamedTuple):
    """How a board lies before whoever looks at it."""

    turned: int = 0
    """By how many quarters, clockwise."""
    wider: float = 1.0
    higher: float = 1.0
    """How much wider, or higher, it is then than printed; distances grow, cars and dots keep
    their form."""

    @classmethod
    def filling(cls, board: Board, turned: int, width: float, height: float) -> BoardOrientation:
        """The seat that makes the most of a view of that size."""
        across, up = cls(turned).extent(board)
        return cls(
            turned,
            wider=_filling(width / height * (up + 2 * MARGIN) - 2 * MARGIN, across),
            higher=_filling(height / width * (across + 2 * MARGIN) - 2 * MARGIN, up),
        )

    def extent(self, board: Board) -> tuple[float, float]:
        """How wide and how high the board is, in board units."""
        width, height = 100 * sqrt(board.aspect), 100 / sqrt(board.aspect)
        if self.turned % 2:
            width, height = height, width
        return width * self.wider, height * self.higher

    def point(self, board: Board, x: float, y: float) -> Point:
        """Where a point lies that is printed at these fractions of the board's sides."""
        width, height = self.extent(board)
        for _ in range(self.turned % 4):
            x, y = 1 - y, x
        return x * width, (1 - y) * height


def _filling(room: float, side: float) -> float:
    # In steps, so that a view that grows a little does not move everything.
    return min(max(floor(room / side * 20 + 1e-6) / 20, 1.0), MOST)


PRINTED = BoardOrientation()
"""The board as it lies in its box's pictures."""


class BoardLayout(NamedTuple):
    """A whole board."""

    board: Board
    seat: BoardOrientation
    world: Area
    """The printed board and a margin."""
    tracks: Mapping[Track, TrackLayout]
    dots: Mapping[str, Dot]

    def point(self, x: float, y: float) -> Point:
        """Where a point lies that is printed at these fractions of the board's sides."""
        return self.seat.point(self.board, x, y)


def lay_out(board: Board, facts: DrawingData, seat: BoardOrientation = PRINTED) -> BoardLayout:
    """Every part of a board in its place, as seen from a seat."""
    width, height = seat.extent(board)
    dots = {
        place.id: Dot(place, *seat.point(board, place.x, place.y), DOT[place.kind])
        for place in board.places.values()
    }
    tracks = {
        (route.id, track.track): track
        for route in board.routes.values()
        for track in lay_route(
            route,
            dots[route.start],
            dots[route.end],
            facts.routes.get(route.id, RouteShape()),
            seat,
        )
    }
    return BoardLayout(
        board=board,
        seat=seat,
        world=Area(0, 0, width, height).grown(MARGIN),
        tracks=tracks,
        dots=dots,
    )


def lay_route(
    route: Route, start: Dot, end: Dot, shape: RouteShape, seat: BoardOrientation = PRINTED
) -> tuple[TrackLayout, ...]:
    """The tracks of one route, side by side, between two places as seen from a seat."""
    # Bends were made for the printed board. What is stretched afterwards comes no nearer to
    # anything, provided that the cars begin and end where they would have before; only their
    # corners would, because they point elsewhere.
    wider, higher = seat.wider, seat.higher
    rear, front = ((dot.x / wider, dot.y / higher) for dot in (start, end))
    printed = curve(rear, front, shape.bend)
    middle = tuple((x * wider, y * higher) for x, y in printed)
    clear = BEFORE_DOT + 0.3 * (max(wider, higher) - 1)
    count = len(route.tracks)
    tracks = []
    for track in range(count):
        aside = ((count - 1) / 2 - track) * BETWEEN_TRACKS
        line = Line(beside(middle, aside) if aside else middle)
        before = Line(beside(printed, aside) if aside else printed)
        first = line.as_on(before, start.radius + clear + shape.shorter[0])
        last = line.as_on(before, before.length - end.radius - clear - shape.shorter[1])
        pitch = (last - first + BETWEEN_CARS) / route.length
        cars = tuple(
            _car(
                line.at(first + pitch * space), line.at(first + pitch * (space + 1) - BETWEEN_CARS)
            )
            for space in range(route.length)
        )
        # On a double route the two markers stand askew, so that both fit.
        askew = min(pitch, max(last - first - 2, 0)) * (track - (count - 1) / 2)
        tracks.append(
            TrackLayout(
                route=route,
                track=track,
                cars=cars,
                line=tuple(line.at(first + (last - first) * step / 8) for step in range(9)),
                marker=line.at((first + last) / 2 + askew),
            )
        )
    return tuple(tracks)


def _car(rear: Point, front: Point) -> Car:
    (x0, y0), (x1, y1) = rear, front
    length = hypot(x1 - x0, y1 - y0)
    return Car((x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / length, (y1 - y0) / length, length)


def walk(layout: BoardLayout, trail: Sequence[Track]) -> tuple[list[Dot], list[Point]]:
    """The places a walk along some tracks comes through, and the line it follows."""
    dots, tracks = layout.dots, [layout.tracks[track] for track in trail]
    if not tracks:
        return [], []
    ends = [(track.route.start, track.route.end) for track in tracks]
    at = ends[0][0]
    if len(ends) > 1 and at in ends[1]:
        at = ends[0][1] if ends[0][1] not in ends[1] else at
    places, points = [dots[at]], [(dots[at].x, dots[at].y)]
    for track in tracks:
        forwards = track.route.start == at
        at = track.route.other_end(at)
        points += track.line if forwards else track.line[::-1]
        points.append((dots[at].x, dots[at].y))
        places.append(dots[at])
    return places, points
