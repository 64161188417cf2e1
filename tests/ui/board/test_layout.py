"""Where cars and places lie on the bundled boards."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from companion.drawing.board_layout import CAR, TrackLayout, lay_out
from companion.drawing.drawing_data import DrawingData, drawing_data
from companion.rules.board import RouteCorrection
from companion.rules.boards import bundled_boards
from companion.rules.corrections import apply_corrections
from tests.ui.board.boards import BOARDS, laid_out
from tests.ui.board.distances import between_cars, from_dot

SEEN = 0.1
"""Less than this between two things, in board units, looks as if they touched."""


def closest(one: TrackLayout, other: TrackLayout) -> float:
    return min(between_cars(car, near) for car in one.cars for near in other.cars)


@pytest.mark.parametrize("board", BOARDS)
def test_no_car_lies_on_a_car_of_another_track(board: str) -> None:
    tracks = laid_out(board).tracks
    touching = [
        (one, other, round(gap, 2))
        for one, other in combinations(tracks, 2)
        if (gap := closest(tracks[one], tracks[other])) < SEEN
    ]
    assert touching == []


@pytest.mark.parametrize("board", BOARDS)
def test_no_car_lies_under_a_place(board: str) -> None:
    layout = laid_out(board)
    hidden = [
        (track.route.id, dot.place.id)
        for track in layout.tracks.values()
        for dot in layout.dots.values()
        for car in track.cars
        if from_dot(car, dot) < SEEN
    ]
    assert hidden == []


@pytest.mark.parametrize("board", BOARDS)
def test_a_car_stays_well_away_from_places_its_route_does_not_touch(board: str) -> None:
    layout = laid_out(board)
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
def test_the_cars_of_a_track_follow_each_other_without_touching(board: str) -> None:
    for track in laid_out(board).tracks.values():
        for car, following in pairwise(track.cars):
            # In a bend only the corners come close, and those are rounded.
            assert between_cars(car, following) > -0.1, track.route.id


@pytest.mark.parametrize("board", BOARDS)
def test_every_track_has_as_many_cars_as_its_route_is_long(board: str) -> None:
    layout = laid_out(board)
    assert len(layout.tracks) == sum(len(route.tracks) for route in layout.board.routes.values())
    for track in layout.tracks.values():
        assert len(track.cars) == track.route.length


@pytest.mark.parametrize("board", BOARDS)
def test_every_car_is_long_enough_to_be_seen_as_one(board: str) -> None:
    short = {
        track.route.id: round(car.length, 2)
        for track in laid_out(board).tracks.values()
        for car in track.cars
        if car.length < CAR
    }
    assert short == {}


@pytest.mark.parametrize("board", BOARDS)
def test_nothing_leaves_the_board(board: str) -> None:
    layout = laid_out(board)
    inner = layout.world.grown(-CAR)
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
def test_routes_that_run_almost_the_same_way_are_bent_apart(
    board: str, one: str, other: str
) -> None:
    straight = lay_out(bundled_boards()[board], DrawingData()).tracks
    assert closest(straight[one, 0], straight[other, 0]) < 0
    bent = laid_out(board).tracks
    assert closest(bent[one, 0], bent[other, 0]) >= SEEN


@pytest.mark.parametrize("board", BOARDS)
def test_every_drawing_fact_is_about_a_route_of_the_board(board: str) -> None:
    assert drawing_data(board).routes.keys() <= bundled_boards()[board].routes.keys()


def test_a_board_nobody_has_drawn_yet_gets_straight_routes() -> None:
    assert drawing_data("somewhere-else") == DrawingData()
    assert drawing_data("../maps/usa") == DrawingData()


def test_a_route_corrected_to_another_length_is_drawn_with_that_many_cars() -> None:
    usa = bundled_boards()["usa"]
    board = apply_corrections(
        usa, (RouteCorrection("el-paso--los-angeles", 5, ("black", "white")),)
    )
    tracks = lay_out(board, drawing_data(board.id)).tracks
    assert len(tracks["el-paso--los-angeles", 0].cars) == 5
    assert len(tracks["el-paso--los-angeles", 1].cars) == 5


@pytest.mark.parametrize("board", BOARDS)
def test_the_markers_of_a_double_route_do_not_lie_on_each_other(board: str) -> None:
    tracks = laid_out(board).tracks
    for (route, number), track in tracks.items():
        if number == 1:
            (x0, y0), (x1, y1) = tracks[route, 0].marker, track.marker
            assert (x1 - x0) ** 2 + (y1 - y0) ** 2 >= 2.3**2, route
