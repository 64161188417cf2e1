"""Boards that are turned or stretched."""

from __future__ import annotations

from itertools import product
from math import hypot, isclose

import pytest

from companion.drawing.board_layout import CAR_WIDTH, MAX_STRETCH, PRINTED, BoardOrientation
from companion.rules.boards import bundled_boards
from tests.drawing.boards import BOARDS, ORIENTATIONS, VARIED, board_layout
from tests.drawing.contacts import off_the_board, overlapping_cars

SIZES = ((320, 340), (390, 600), (640, 300), (900, 700))


def test_cars_overlap_neither_cars_nor_dots() -> None:
    overlapping = {
        (board, orientation): found
        for board, orientation in VARIED
        if (found := overlapping_cars(board_layout(board, orientation)))
    }
    assert overlapping == {}


def test_tracks_stay_on_the_board() -> None:
    for board, orientation in product(BOARDS, ORIENTATIONS):
        assert off_the_board(board_layout(board, orientation)) == set(), (board, orientation)


@pytest.mark.parametrize("board", BOARDS)
def test_quarter_turn_rotates_all_positions(board: str) -> None:
    printed, turned = board_layout(board), board_layout(board, BoardOrientation(1))
    width, height = PRINTED.extent(printed.board)
    assert BoardOrientation(1).extent(printed.board) == pytest.approx((height, width))
    for place, dot in printed.dots.items():
        now = turned.dots[place]
        assert (now.x, now.y) == pytest.approx((dot.y, width - dot.x)), place
    for id, track in printed.tracks.items():
        for car, now_car in zip(track.cars, turned.tracks[id].cars, strict=True):
            assert (now_car.x, now_car.y) == pytest.approx((car.y, width - car.x)), track


def test_cars_keep_their_proportions() -> None:
    for board, orientation in product(BOARDS, ORIENTATIONS):
        for track in board_layout(board, orientation).tracks.values():
            for car in track.cars:
                assert car.length >= CAR_WIDTH, (board, orientation, track.route.id)
                assert isclose(hypot(car.cos, car.sin), 1), (board, orientation, track.route.id)


@pytest.mark.parametrize("board", BOARDS)
def test_board_is_stretched_to_fill_the_view(board: str) -> None:
    for turned, (width, height) in product(range(4), SIZES):
        orientation = BoardOrientation.filling(bundled_boards()[board], turned, width, height)
        assert orientation.turned == turned
        assert 1 in (orientation.stretch_x, orientation.stretch_y)
        assert 1 <= orientation.stretch_x <= MAX_STRETCH
        assert 1 <= orientation.stretch_y <= MAX_STRETCH
        world = board_layout(board, orientation).world
        unstretched = board_layout(board, BoardOrientation(turned)).world
        scale = min(width / world.width, height / world.height)
        assert scale == pytest.approx(min(width / unstretched.width, height / unstretched.height))
        if MAX_STRETCH not in (orientation.stretch_x, orientation.stretch_y):
            assert scale * world.width > 0.95 * width
            assert scale * world.height > 0.95 * height
