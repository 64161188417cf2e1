"""Where the cars of a board are too close to each other or to a place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, pairwise
from math import hypot

from companion.drawing.auto_layout import (
    OTHER_DOT_GAP,
    ROUNDED_CORNERS,
    VISIBLE_GAP,
    between_cars,
    from_dot,
)
from companion.drawing.board_layout import CAR_WIDTH, BoardLayout, TrackLayout

MARKER_DISTANCE = 2.3
"""Between the centers of the markers of a double route."""

Contacts = set[tuple[str, ...]]


def closest(one: TrackLayout, other: TrackLayout) -> float:
    """The distance between the closest cars of two tracks."""
    return min(between_cars(car, near) for car in one.cars for near in other.cars)


def separate_tracks(layout: BoardLayout) -> Iterator[tuple[TrackLayout, TrackLayout]]:
    """All pairs of tracks, except those of routes that cross."""
    crossed = layout.board.crossed_by
    for one, other in combinations(layout.tracks.values(), 2):
        if other.route.id not in crossed.get(one.route.id, ()):
            yield one, other


def touching_tracks(layout: BoardLayout) -> Contacts:
    """Pairs of tracks without a visible gap between their cars, except of crossing routes."""
    return {
        (f"{one.route.id} {one.track}", f"{other.route.id} {other.track}")
        for one, other in separate_tracks(layout)
        if closest(one, other) < VISIBLE_GAP
    }


def hidden_dots(layout: BoardLayout) -> Contacts:
    """Routes and places whose dot a car touches."""
    return {
        (track.route.id, dot.place.id)
        for track in layout.tracks.values()
        for dot in layout.dots.values()
        for car in track.cars
        if from_dot(car, dot) < VISIBLE_GAP
    }


def close_to_other_places(layout: BoardLayout) -> Contacts:
    """Routes and places at which they do not end, but which they come close to."""
    return {
        (track.route.id, dot.place.id)
        for track in layout.tracks.values()
        for dot in layout.dots.values()
        if dot.place.id not in (track.route.start, track.route.end)
        for car in track.cars
        if from_dot(car, dot) < OTHER_DOT_GAP
    }


def overlapping_in_a_track(layout: BoardLayout) -> Contacts:
    """Routes with successive cars that overlap by more than their rounded corners."""
    return {
        (track.route.id,)
        for track in layout.tracks.values()
        for car, following in pairwise(track.cars)
        if between_cars(car, following) <= -ROUNDED_CORNERS
    }


def short_cars(layout: BoardLayout) -> Contacts:
    """Routes with cars that are shorter than wide."""
    return {
        (track.route.id,)
        for track in layout.tracks.values()
        for car in track.cars
        if car.length < CAR_WIDTH
    }


def off_the_board(layout: BoardLayout) -> Contacts:
    """Routes with a track that leaves the board."""
    inner = layout.world.grown(-CAR_WIDTH)
    return {
        (track.route.id,)
        for track in layout.tracks.values()
        for x, y in track.line
        if not (inner.left < x < inner.right and inner.bottom < y < inner.top)
    }


def overlapping_markers(layout: BoardLayout) -> Contacts:
    """Double routes whose markers overlap."""
    tracks = layout.tracks
    return {
        (track.route.id,)
        for (route, number), track in tracks.items()
        if number
        for x, y in (tracks[route, number - 1].marker,)
        if hypot(track.marker[0] - x, track.marker[1] - y) < MARKER_DISTANCE
    }


def overlapping_cars(layout: BoardLayout) -> Contacts:
    """Pairs of tracks, and of tracks and places, that overlap by more than rounded corners."""
    return {
        (one.route.id, other.route.id)
        for one, other in separate_tracks(layout)
        if closest(one, other) <= -ROUNDED_CORNERS
    } | {
        (track.route.id, dot.place.id)
        for track in layout.tracks.values()
        for dot in layout.dots.values()
        for car in track.cars
        if from_dot(car, dot) <= 0
    }


KINDS: tuple[Callable[[BoardLayout], Contacts], ...] = (
    touching_tracks,
    hidden_dots,
    close_to_other_places,
    overlapping_in_a_track,
    short_cars,
    off_the_board,
    overlapping_markers,
)


def contacts(layout: BoardLayout) -> Mapping[str, Contacts]:
    """All contacts of a board by kind; kinds without any are left out."""
    return {kind.__name__: found for kind in KINDS if (found := kind(layout))}
