"""Positions of cars, places and markers on the bundled boards."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.drawing.auto_layout import VISIBLE_GAP
from companion.drawing.board_layout import (
    TRACK_SPACING,
    BoardLayout,
    BoardOrientation,
    TrackLayout,
    follow_trail,
    lay_out,
)
from companion.drawing.drawing_data import DrawingData, RouteShape, drawing_for, given_bends
from companion.drawing.painting import TrackLook, paint_track
from companion.drawing.palette import LIGHT
from companion.drawing.shapes import Shape
from companion.rules.board import RouteCorrection
from companion.rules.board_checks import apply_corrections
from companion.rules.boards import bundled_boards
from tests.drawing.boards import BOARDS, ORIENTATIONS, board_layout
from tests.drawing.contacts import KINDS, Contacts, closest, contacts
from tests.support.board_files import imported_island, read_imported_board
from tests.support.generated_boards import generated_board
from tests.support.random_games import examples


@pytest.mark.parametrize("board", BOARDS)
def test_bundled_board_has_no_contacts(board: str) -> None:
    assert contacts(board_layout(board)) == {}


@pytest.mark.parametrize("find", KINDS, ids=lambda find: find.__name__)
def test_contacts_of_crowded_straight_routes_are_found(
    find: Callable[[BoardLayout], Contacts],
) -> None:
    usa = bundled_boards()["usa"]
    places = {id: replace(place, x=place.x / 4) for id, place in usa.places.items()}
    bends = {id: RouteShape((5.0, -5.0)) for id in list(usa.routes)[::2]}
    assert find(lay_out(replace(usa, places=places), DrawingData(bends))) != set()


@pytest.mark.parametrize("board", BOARDS)
def test_track_has_as_many_cars_as_its_route_is_long(board: str) -> None:
    layout = board_layout(board)
    assert len(layout.tracks) == sum(len(route.tracks) for route in layout.board.routes.values())
    for track in layout.tracks.values():
        assert len(track.cars) == track.route.length


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


def drawn_cars(track: TrackLayout) -> list[Shape]:
    """The cars of a free track in a game, without the line that connects them."""
    shapes = paint_track(track, TrackLook(), LIGHT).free
    return [shape for shape in shapes if shape.line_width]


@given(
    places=st.integers(4, 40),
    most=st.integers(1, 9),
    seed=st.integers(0, 4),
    orientation=st.sampled_from(ORIENTATIONS),
)
@examples(20)
def test_cars_of_an_imported_board_are_at_most_four_times_as_long_as_wide(
    places: int, most: int, seed: int, orientation: BoardOrientation
) -> None:
    board = generated_board(places, 3 * places, seed)
    routes = {
        id: replace(route, length=min(route.length, most)) for id, route in board.routes.items()
    }
    layout = lay_out(replace(board, routes=routes), DrawingData(), orientation)
    for track in layout.tracks.values():
        cars = drawn_cars(track)
        assert len(cars) == track.route.length
        assert all(car.half_size[0] <= 4.01 * car.half_size[1] for car in cars)


def test_tracks_of_an_imported_board_are_wider_the_longer_its_spaces_are() -> None:
    board = generated_board(6, 8)

    def width(most: int) -> float:
        routes = board.routes.values()
        short = {each.id: replace(each, length=min(each.length, most)) for each in routes}
        return 1 / lay_out(replace(board, routes=short), DrawingData()).world.width

    assert width(1) > 1.2 * width(3) > 1.4 * width(9)
    crowded = {id: replace(route, length=9) for id, route in board.routes.items()}
    assert lay_out(replace(board, routes=crowded), DrawingData()).world.width > 100


def test_line_connects_cars_that_are_far_apart() -> None:
    board = generated_board(4, 5)
    routes = {id: replace(route, length=1) for id, route in board.routes.items()}
    for track in lay_out(replace(board, routes=routes), DrawingData()).tracks.values():
        for look in (TrackLook(), TrackLook("red"), TrackLook(heat=0.5)):
            layers = paint_track(track, look, LIGHT)
            shapes = (*layers.free, *layers.claimed)
            for x, y in track.line:
                assert any(
                    hypot(shape.center[0] - x, shape.center[1] - y) <= shape.half_size[0]
                    for shape in shapes
                )


@pytest.mark.parametrize("start", ["denver", "omaha"])
def test_trail_of_one_track_begins_at_its_start(start: str) -> None:
    places, points = follow_trail(board_layout("usa"), [("denver--omaha", 0)], start)
    assert places[0].place.id == start
    assert points[0] == (places[0].x, places[0].y)
    assert points[-1] == (places[1].x, places[1].y)


@pytest.mark.parametrize("is_turned", [False, True])
def test_double_route_whose_bends_are_not_given_lies_side_by_side(is_turned: bool) -> None:
    data = imported_island()
    ends = {"from": "mill", "to": "hill"} if is_turned else {"from": "hill", "to": "mill"}
    data["routes"][-1]["double_with"] = "short"
    short = {"id": "short", "length": 3, "tracks": ["blue"], "double_with": "hill--mill"}
    data["routes"].append(ends | short)
    board = read_imported_board(json.dumps(data).encode(), bundled_boards())
    assert given_bends(board)
    tracks = lay_out(board, drawing_for(board)).tracks
    (x, y), (other_x, other_y) = (tracks[id, 0].line[4] for id in ("hill--mill", "short"))
    assert hypot(x - other_x, y - other_y) == pytest.approx(TRACK_SPACING)
