"""The place or tracks at a touched point."""

from __future__ import annotations

import pytest

from companion.drawing.hit_test import place_at, tracks_at
from tests.drawing.boards import BOARDS, board_layout


@pytest.mark.parametrize("board", BOARDS)
def test_point_on_a_car_hits_its_track(board: str) -> None:
    """Where routes cross, a touch on both finds both."""
    layout = board_layout(board)
    for id, track in layout.tracks.items():
        for car in track.cars:
            found = tracks_at(layout, (car.x, car.y), reach=3, tolerance=1)
            crossed = layout.board.crossed_by.get(id[0], ())
            assert next(each for each in found if each[0] not in crossed) == id


def test_point_within_reach_of_a_route_hits_it() -> None:
    layout = board_layout("usa")
    car = layout.tracks["miami--new-orleans", 0].cars[3]
    near = car.x, car.y - 3
    assert tracks_at(layout, near, reach=4, tolerance=1) == (("miami--new-orleans", 0),)
    assert tracks_at(layout, near, reach=1, tolerance=1) == ()


def test_double_route_is_hit_once_by_its_nearer_track() -> None:
    layout = board_layout("europe")
    for track in (0, 1):
        car = layout.tracks["edinburgh--london", track].cars[1]
        found = tracks_at(layout, (car.x, car.y), reach=6, tolerance=6)
        assert found[0] == ("edinburgh--london", track)
        assert [route for route, _ in found].count("edinburgh--london") == 1


def test_point_between_two_routes_hits_both_nearest_first() -> None:
    layout = board_layout("europe")
    (x0, y0), (x1, y1) = (
        layout.tracks[route, 0].line[4] for route in ("paris--zurich", "marseille--paris")
    )
    closer = x0 * 0.6 + x1 * 0.4, y0 * 0.6 + y1 * 0.4
    found = tracks_at(layout, closer, reach=9, tolerance=4)
    assert found[:2] == (("paris--zurich", 0), ("marseille--paris", 0))
    assert len(tracks_at(layout, closer, reach=9, tolerance=0.01)) == 1


def test_point_on_a_dot_hits_the_place_and_a_distant_one_none() -> None:
    dots = board_layout("usa").dots
    denver = dots["denver"]
    found = place_at(dots.values(), (denver.x + 0.5, denver.y), reach=0.1)
    assert found is denver
    assert place_at(dots.values(), (denver.x + 3, denver.y - 3), reach=2) is None


def test_nearer_of_two_places_within_reach_is_hit() -> None:
    dots = board_layout("usa").dots
    dallas, houston = dots["dallas"], dots["houston"]
    at = dallas.x * 0.6 + houston.x * 0.4, dallas.y * 0.6 + houston.y * 0.4
    assert place_at(dots.values(), at, reach=20) is dallas
