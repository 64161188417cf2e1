"""What a touched point of the board means."""

from __future__ import annotations

import pytest

from companion.ui.board.touching import place_at, tracks_at
from tests.ui.board.boards import BOARDS, laid_out


@pytest.mark.parametrize("board", BOARDS)
def test_every_car_is_hit_by_a_finger_on_it(board: str) -> None:
    layout = laid_out(board)
    for track, laid in layout.tracks.items():
        for car in laid.cars:
            assert tracks_at(layout, (car.x, car.y), reach=3, doubt=0)[0] == track


def test_a_tap_beside_a_route_means_the_route() -> None:
    layout = laid_out("usa")
    car = layout.tracks["miami--new-orleans", 0].cars[3]
    beside = car.x, car.y - 3
    assert tracks_at(layout, beside, reach=4, doubt=1) == (("miami--new-orleans", 0),)
    assert tracks_at(layout, beside, reach=1, doubt=1) == ()


def test_of_a_double_route_the_nearer_track_is_meant_and_named_once() -> None:
    layout = laid_out("europe")
    for track in (0, 1):
        car = layout.tracks["edinburgh--london", track].cars[1]
        found = tracks_at(layout, (car.x, car.y), reach=6, doubt=6)
        assert found[0] == ("edinburgh--london", track)
        assert [route for route, _ in found].count("edinburgh--london") == 1


def test_between_two_routes_both_are_offered_nearest_first() -> None:
    layout = laid_out("europe")
    (x0, y0), (x1, y1) = (
        layout.tracks[route, 0].line[4] for route in ("paris--zurich", "marseille--paris")
    )
    closer = x0 * 0.6 + x1 * 0.4, y0 * 0.6 + y1 * 0.4
    found = tracks_at(layout, closer, reach=9, doubt=4)
    assert found[:2] == (("paris--zurich", 0), ("marseille--paris", 0))
    assert len(tracks_at(layout, closer, reach=9, doubt=0.01)) == 1


def test_a_finger_on_a_dot_means_the_place_and_one_far_from_all_means_none() -> None:
    dots = laid_out("usa").dots
    denver = dots["denver"]
    found = place_at(dots.values(), (denver.x + 0.5, denver.y), reach=0.1)
    assert found is denver
    assert place_at(dots.values(), (denver.x + 3, denver.y - 3), reach=2) is None


def test_of_two_places_within_reach_the_nearer_is_meant() -> None:
    dots = laid_out("usa").dots
    dallas, houston = dots["dallas"], dots["houston"]
    at = dallas.x * 0.6 + houston.x * 0.4, dallas.y * 0.6 + houston.y * 0.4
    assert place_at(dots.values(), at, reach=20) is dallas
