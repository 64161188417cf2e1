"""Positions of cars, places and markers on a board, in board units.

A board unit is a hundredth of the square root of the board's area, more on an imported board with
long spaces; x grows to the right, y upwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import floor, hypot, inf, sqrt
from typing import NamedTuple

from companion.drawing.drawing_data import DrawingData, RouteShape, drawing_for
from companion.drawing.geometry import Area, Point, Polyline, curve, parallel
from companion.drawing.highlight import TrackId
from companion.rules.board import Board, Place, Route

# All in board units.
CAR_WIDTH = 1.8
"""The width of a car across the track."""
CAR_GAP = 0.35
"""The distance between two cars of a track."""
TRACK_SPACING = 2.15
"""The distance between the center lines of the two tracks of a double route."""
DOT_RADIUS: Mapping[str, float] = {"city": 1.35, "way_station": 0.9, "entrance": 1.25}
"""By the kind of the place."""
DOT_GAP = 0.3
"""The distance between a place's dot and the first car."""
MARGIN = 3.5
"""Space around the printed board for markers and names at its edge."""

DOUBLED_BADGE_HALF_SIZE = (2.4, 1.5)
DOUBLED_BADGE_OFFSET = (2.0, -1.95)
"""Half the size of the badge of a doubled claim, and from the marker to its center."""

LONGEST_CAR = 5.4
"""The longest car of an imported board: four times as long as a free car in a game is wide."""
_SHORTEST_CAR = 2 * CAR_WIDTH
"""A board unit grows while no straight car is shorter, so that routes do not become crowded."""
LARGEST_UNIT = 3.0
"""How much larger a board unit is at most."""

MAX_STRETCH = 1.4
"""The largest stretch factor at which a board is still recognised."""


class Car(NamedTuple):
    """One train space."""

    x: float
    y: float
    cos: float
    sin: float
    """The direction of the track here, as a unit vector."""
    length: float


class TrackLayout(NamedTuple):
    """One track of a route."""

    route: Route
    track: int
    cars: tuple[Car, ...]
    line: tuple[Point, ...]
    """The center line from the first car to the last."""
    marker: Point
    """The center of the owner's marker."""
    has_gaps: bool
    """Whether its cars are so far apart that a line has to connect them."""


class Dot(NamedTuple):
    """A place's dot."""

    place: Place
    x: float
    y: float
    radius: float


class BoardOrientation(NamedTuple):
    """How a board is rotated and stretched before it is drawn."""

    turned: int = 0
    """Clockwise quarter turns."""
    stretch_x: float = 1.0
    stretch_y: float = 1.0
    """Factors for distances after turning; cars and dots keep their size."""

    @classmethod
    def filling(cls, board: Board, turned: int, width: float, height: float) -> BoardOrientation:
        """The orientation that fills a view of that size best."""
        board_width, board_height = cls(turned).extent(board)
        return cls(
            turned,
            stretch_x=_stretch(width / height * (board_height + 2 * MARGIN), board_width),
            stretch_y=_stretch(height / width * (board_width + 2 * MARGIN), board_height),
        )

    def extent(self, board: Board) -> tuple[float, float]:
        """Width and height of the board without its margin."""
        side = _side(board)
        width, height = side * sqrt(board.aspect), side / sqrt(board.aspect)
        if self.turned % 2:
            width, height = height, width
        return width * self.stretch_x, height * self.stretch_y

    def scale_in(self, board: Board, width: float, height: float) -> float:
        """The scale at which the board and its margin fit a view of that size."""
        board_width, board_height = self.extent(board)
        return min(width / (board_width + 2 * MARGIN), height / (board_height + 2 * MARGIN))

    def point(self, board: Board, x: float, y: float) -> Point:
        """The position of a point given as fractions of the printed board, from its top left."""
        width, height = self.extent(board)
        for _ in range(self.turned % 4):
            x, y = 1 - y, x
        return x * width, (1 - y) * height


def longest_car(board: Board) -> float:
    """The length that no car of a board exceeds; longer spaces have gaps between their cars."""
    return inf if board.source is None else LONGEST_CAR


@lru_cache(maxsize=64)
def _side(board: Board) -> float:
    """The square root of a board's area in board units.

    On an imported board with long spaces a unit is larger, so that cars are not thin as wires.
    """
    if board.source is None:
        return 100.0
    width = sqrt(board.aspect)
    ends = [
        (board.places[route.start], board.places[route.end], route.length)
        for route in board.routes.values()
    ]
    distances = [
        (100 * hypot((start.x - end.x) * width, (start.y - end.y) / width), spaces)
        for start, end, spaces in ends
    ]
    largest = max(distance / _distance(spaces, LONGEST_CAR) for distance, spaces in distances)
    limit = min(distance / _distance(spaces, _SHORTEST_CAR) for distance, spaces in distances)
    return 100 / min(max(min(largest, limit), 1.0), LARGEST_UNIT)


def _distance(spaces: int, car: float) -> float:
    """The distance of two cities between which straight cars are that long."""
    return spaces * (car + CAR_GAP) - CAR_GAP + 2 * (DOT_RADIUS["city"] + DOT_GAP)


def _stretch(available: float, side: float) -> float:
    # Rounded to steps, so that a view that grows by a few pixels does not move the whole board.
    factor = floor((available - 2 * MARGIN) / side * 20 + 1e-6) / 20
    return min(max(factor, 1.0), MAX_STRETCH)


PRINTED = BoardOrientation()
"""Neither turned nor stretched."""


class BoardLayout(NamedTuple):
    """Positions of all tracks and places of a board."""

    board: Board
    orientation: BoardOrientation
    world: Area
    """The board with its margin."""
    tracks: Mapping[TrackId, TrackLayout]
    dots: Mapping[str, Dot]
    """By place id."""

    def point(self, x: float, y: float) -> Point:
        """The position of a point given as fractions of the printed board, from its top left."""
        return self.orientation.point(self.board, x, y)


@lru_cache(maxsize=16)
def layout_of(board: Board, orientation: BoardOrientation = PRINTED) -> BoardLayout:
    """The layout of a board with its drawing data; the last ones are kept for thumbnails."""
    return lay_out(board, drawing_for(board), orientation)


def lay_out(
    board: Board, drawing: DrawingData, orientation: BoardOrientation = PRINTED
) -> BoardLayout:
    """Calculate the positions of all tracks and places of a board."""
    width, height = orientation.extent(board)
    dots = {
        place.id: Dot(place, *orientation.point(board, place.x, place.y), DOT_RADIUS[place.kind])
        for place in board.places.values()
    }
    tracks = {
        (route.id, track.track): track
        for route in board.routes.values()
        for track in lay_out_route(
            route,
            dots[route.start],
            dots[route.end],
            drawing.routes.get(route.id, RouteShape()),
            orientation,
            longest_car(board),
            0 if route.id in drawing.routes else _offset_from_twin(route),
        )
    }
    return BoardLayout(
        board=board,
        orientation=orientation,
        world=Area(0, 0, width, height).grown(MARGIN),
        tracks=tracks,
        dots=dots,
    )


def _offset_from_twin(route: Route) -> float:
    """How far to the left a route without drawing data lies beside its `double_with`."""
    if route.double_with is None:
        return 0
    is_left = (route.id < route.double_with) == (route.start < route.end)
    return TRACK_SPACING / 2 if is_left else -TRACK_SPACING / 2


def lay_out_route(
    route: Route,
    start: Dot,
    end: Dot,
    shape: RouteShape,
    orientation: BoardOrientation = PRINTED,
    most: float = inf,
    left: float = 0,
) -> tuple[TrackLayout, ...]:
    """The parallel tracks of one route, shifted to the left; no car is longer than `most`."""
    # The bends were made for the unstretched board. Stretching the curve brings no two tracks
    # closer, provided that the first and last cars keep their positions along it. Only their
    # corners come closer because the cars point in another direction; a larger gap makes up for it.
    stretch_x, stretch_y = orientation.stretch_x, orientation.stretch_y
    first_end, last_end = ((dot.x / stretch_x, dot.y / stretch_y) for dot in (start, end))
    unstretched = curve(first_end, last_end, shape.bend)
    center = tuple((x * stretch_x, y * stretch_y) for x, y in unstretched)
    gap = DOT_GAP + 0.3 * (max(stretch_x, stretch_y) - 1)
    count = len(route.tracks)
    tracks = []
    for track in range(count):
        offset = ((count - 1) / 2 - track) * TRACK_SPACING + left
        line = Polyline(parallel(center, offset) if offset else center)
        before = Polyline(parallel(unstretched, offset) if offset else unstretched)
        first = line.corresponding_distance(before, start.radius + gap + shape.shorter[0])
        last = line.corresponding_distance(
            before, before.length - end.radius - gap - shape.shorter[1]
        )
        pitch = (last - first + CAR_GAP) / route.length
        inset = max(pitch - CAR_GAP - most, 0.0) / 2
        cars = tuple(
            _car(
                line.point_at(first + pitch * space + inset),
                line.point_at(first + pitch * (space + 1) - CAR_GAP - inset),
            )
            for space in range(route.length)
        )
        # The markers of a double route are shifted along the track, so that both have room.
        shift = min(pitch, max(last - first - 2 * inset - 2, 0)) * (track - (count - 1) / 2)
        tracks.append(
            TrackLayout(
                route=route,
                track=track,
                cars=cars,
                line=tuple(line.point_at(first + (last - first) * step / 8) for step in range(9)),
                marker=line.point_at((first + last) / 2 + shift),
                has_gaps=inset > CAR_GAP / 2,
            )
        )
    return tuple(tracks)


def _car(rear: Point, front: Point) -> Car:
    (x0, y0), (x1, y1) = rear, front
    # A route may be so short that nothing is left of a car.
    length = hypot(x1 - x0, y1 - y0) or 1e-9
    return Car((x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / length, (y1 - y0) / length, length)


def follow_trail(
    layout: BoardLayout, trail: Sequence[TrackId], start: str | None = None
) -> tuple[list[Dot], list[Point]]:
    """The dots a trail passes, and the line along it; `start` is its first place if ambiguous."""
    dots, tracks = layout.dots, [layout.tracks[track] for track in trail]
    if not tracks:
        return [], []
    ends = [(track.route.start, track.route.end) for track in tracks]
    at = start or ends[0][0]
    if start is None and len(ends) > 1 and at in ends[1]:
        at = ends[0][1] if ends[0][1] not in ends[1] else at
    places, points = [dots[at]], [(dots[at].x, dots[at].y)]
    for track in tracks:
        forwards = track.route.start == at
        at = track.route.other_end(at)
        points += track.line if forwards else track.line[::-1]
        points.append((dots[at].x, dots[at].y))
        places.append(dots[at])
    return places, points
