"""Where everything lies on a board, in the board's own units: cars, places, markers.

A board is 100 units across on the average of its sides, x to the right and y upwards as Kivy
counts; its size on the screen is the camera's concern.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot, sqrt

from companion.rules.board import Board, Place, Route
from companion.ui.board.camera import Area
from companion.ui.board.curves import Line, Point, beside, curve
from companion.ui.board.drawing_facts import DrawingFacts, Outlines, RouteShape

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

Track = tuple[str, int]
"""A route's id and which of its tracks."""


@dataclass(frozen=True, slots=True)
class Car:
    """One train space."""

    x: float
    y: float
    cos: float
    sin: float
    """The direction of the track here."""
    length: float


@dataclass(frozen=True, slots=True)
class TrackLayout:
    """One track of a route."""

    route: Route
    track: int
    cars: tuple[Car, ...]
    line: tuple[Point, ...]
    """The middle of the track, from the first car to the last."""
    marker: Point
    """Where the owner's marker stands."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A place."""

    place: Place
    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """A whole board."""

    board: Board
    world: Area
    """The printed board and a margin."""
    tracks: Mapping[Track, TrackLayout]
    dots: Mapping[str, Dot]
    land: Outlines
    """Outlines of a quiet hint of land."""
    water: Outlines
    """Lakes in it."""


def lay_out(board: Board, facts: DrawingFacts) -> BoardLayout:
    """Every part of a board in its place."""
    width, height = 100 * sqrt(board.aspect), 100 / sqrt(board.aspect)
    dots = {
        place.id: Dot(place, place.x * width, (1 - place.y) * height, DOT[place.kind])
        for place in board.places.values()
    }
    tracks = {
        (route.id, track.track): track
        for route in board.routes.values()
        for track in lay_route(
            route, dots[route.start], dots[route.end], facts.routes.get(route.id, RouteShape())
        )
    }
    return BoardLayout(
        board=board,
        world=Area(0, 0, width, height).grown(MARGIN),
        tracks=tracks,
        dots=dots,
        land=_scaled(facts.land, width, height),
        water=_scaled(facts.water, width, height),
    )


def lay_route(route: Route, start: Dot, end: Dot, shape: RouteShape) -> tuple[TrackLayout, ...]:
    """The tracks of one route, side by side."""
    middle = curve((start.x, start.y), (end.x, end.y), shape.bend)
    count = len(route.tracks)
    tracks = []
    for track in range(count):
        aside = ((count - 1) / 2 - track) * BETWEEN_TRACKS
        line = Line(beside(middle, aside) if aside else middle)
        first = start.radius + BEFORE_DOT + shape.shorter[0]
        last = line.length - end.radius - BEFORE_DOT - shape.shorter[1]
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


def _scaled(outlines: Outlines, width: float, height: float) -> Outlines:
    return tuple(tuple((x * width, (1 - y) * height) for x, y in outline) for outline in outlines)
