"""Positions of cars, places and markers on the bundled boards."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from companion.drawing.board_layout import (
    CAR_WIDTH,
    BoardOrientation,
    TrackLayout,
    follow_trail,
    lay_out,
)
from companion.drawing.drawing_data import DrawingData, drawing_for
from companion.rules.board import RouteCorrection
from companion.rules.boards import bundled_boards
from companion.rules.corrections import apply_corrections
from tests.drawing.boards import BOARDS, board_layout
from tests.drawing.distances import between_cars, from_dot

VISIBLE_GAP = 0.1
"""The smallest distance that is seen as a gap, in board units."""


def closest(one: TrackLayout, other: TrackLayout) -> float:
    return min(between_cars(car, near) for car in one.cars for near in other.cars)


@pytest.mark.parametrize("board", BOARDS)
def test_cars_of_different_tracks_do_not_overlap(board: str) -> None:
    tracks = board_layout(board).tracks
    touching = [
        (one, other, round(gap, 2))
        for one, other in combinations(tracks, 2)
        if (gap := closest(tracks[one], tracks[other])) < VISIBLE_GAP
    ]
    assert touching == []


@pytest.mark.parametrize("board", BOARDS)
def test_cars_do_not_overlap_dots(board: str) -> None:
    layout = board_layout(board)
    hidden = [
        (track.route.id, dot.place.id)
        for track in layout.tracks.values()
        for dot in layout.dots.values()
        for car in track.cars
        if from_dot(car, dot) < VISIBLE_GAP
    ]
    assert hidden == []


@pytest.mark.parametrize("board", BOARDS)
def test_cars_keep_a_distance_from_places_of_other_routes(board: str) -> None:
    layout = board_layout(board)
    near = [
        (track.route.id, dot.place.id)
        for track in layout.tracks.values()
        for dot in layout.dots.values()
        if dot.place.id not in (track.route.start, track.route.end)
        for car in track.cars
        if from_dot(car, dot) < 0.4
    ]
    assert near == []


@pytest.mark.parametrize("board", BOARDS)
def test_cars_of_a_track_do_not_overlap(board: str) -> None:
    for track in board_layout(board).tracks.values():
        for car, following in pairwise(track.cars):
            # In a bend only the corners come close, and those are rounded.
            assert between_cars(car, following) > -0.1, track.route.id


@pytest.mark.parametrize("board", BOARDS)
def test_track_has_as_many_cars_as_its_route_is_long(board: str) -> None:
    layout = board_layout(board)
    assert len(layout.tracks) == sum(len(route.tracks) for route in layout.board.routes.values())
    for track in layout.tracks.values():
        assert len(track.cars) == track.route.length


@pytest.mark.parametrize("board", BOARDS)
def test_cars_are_at_least_as_long_as_wide(board: str) -> None:
    short = {
        track.route.id: round(car.length, 2)
        for track in board_layout(board).tracks.values()
        for car in track.cars
        if car.length < CAR_WIDTH
    }
    assert short == {}


@pytest.mark.parametrize("board", BOARDS)
def test_tracks_stay_on_the_board(board: str) -> None:
    layout = board_layout(board)
    inner = layout.world.grown(-CAR_WIDTH)
    for track in layout.tracks.values():
        for x, y in track.line:
            assert inner.left < x < inner.right, track.route.id
            assert inner.bottom < y < inner.top, track.route.id


@pytest.mark.parametrize(
    ("board", "one", "other"),
    [
        ("europe", "petrograd--stockholm", "petrograd--riga"),
        ("europe", "athina--smyrna", "palermo--smyrna"),
        ("usa", "el-paso--los-angeles", "los-angeles--phoenix"),
        ("usa", "el-paso--los-angeles", "el-paso--phoenix"),
    ],
)
def test_routes_that_would_overlap_are_bent_apart(board: str, one: str, other: str) -> None:
    straight = lay_out(bundled_boards()[board], DrawingData()).tracks
    assert closest(straight[one, 0], straight[other, 0]) < 0
    bent = board_layout(board).tracks
    assert closest(bent[one, 0], bent[other, 0]) >= VISIBLE_GAP


@pytest.mark.parametrize("board", BOARDS)
def test_drawing_data_names_only_routes_of_the_board(board: str) -> None:
    printed = bundled_boards()[board]
    assert drawing_for(printed).routes.keys() <= printed.routes.keys()


@pytest.mark.parametrize("id", ["somewhere-else", "../maps/usa"])
def test_board_without_drawing_data_gets_straight_routes(id: str) -> None:
    assert drawing_for(replace(bundled_boards()["usa"], id=id)) == DrawingData()


def test_route_corrected_to_another_length_has_that_many_cars() -> None:
    usa = bundled_boards()["usa"]
    board = apply_corrections(
        usa, (RouteCorrection("el-paso--los-angeles", 5, ("black", "white")),)
    )
    tracks = lay_out(board, drawing_for(board)).tracks
    assert len(tracks["el-paso--los-angeles", 0].cars) == 5
    assert len(tracks["el-paso--los-angeles", 1].cars) == 5


@pytest.mark.parametrize("board", BOARDS)
def test_markers_of_a_double_route_do_not_overlap(board: str) -> None:
    tracks = board_layout(board).tracks
    for (route, number), track in tracks.items():
        if number == 1:
            (x0, y0), (x1, y1) = tracks[route, 0].marker, track.marker
            assert (x1 - x0) ** 2 + (y1 - y0) ** 2 >= 2.3**2, route


def test_trail_passes_its_places_in_both_directions_of_its_tracks() -> None:
    places, points = follow_trail(
        board_layout("usa", BoardOrientation(2)),
        [("helena--omaha", 0), ("duluth--helena", 0), ("duluth--omaha", 1), ("denver--omaha", 0)],
    )
    names = [dot.place.id for dot in places]
    assert names == ["omaha", "helena", "duluth", "omaha", "denver"]
    assert points[0] == (places[0].x, places[0].y)
    assert points[-1] == (places[-1].x, places[-1].y)
    assert follow_trail(board_layout("usa"), []) == ([], [])
