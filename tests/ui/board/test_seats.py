"""A board as it is seen from any seat: turned by quarters, and higher where there is room."""

from __future__ import annotations

from itertools import combinations
from math import hypot
from typing import TYPE_CHECKING

import pytest

from companion.drawing.board_layout import CAR, MOST, PRINTED, BoardOrientation
from companion.drawing.palette import LIGHT, PLAYERS
from companion.rules.boards import bundled_boards
from companion.rules.events import RouteClaimed
from tests.ui.board.boards import BOARDS, SEATS, laid_out
from tests.ui.board.distances import between_cars, from_dot
from tests.ui.board.watched import Table, close_to, first_car, zoomed_to

if TYPE_CHECKING:
    from tests.support.touch import Finger

ON_BOARDS = pytest.mark.parametrize("board", BOARDS)
FROM_SEATS = pytest.mark.parametrize("seat", SEATS, ids=str)
TURNED = pytest.mark.parametrize("turned", [0, 1, 2, 3])

ROUNDED = 0.1
"""So much of two cars may lie on each other: their corners, which are rounded."""


@ON_BOARDS
@FROM_SEATS
def test_no_car_lies_on_another_or_under_a_place(board: str, seat: BoardOrientation) -> None:
    layout = laid_out(board, seat)
    for one, other in combinations(layout.tracks.values(), 2):
        gap = min(between_cars(car, near) for car in one.cars for near in other.cars)
        assert gap > -ROUNDED, (one.route.id, other.route.id)
    for track in layout.tracks.values():
        for dot in layout.dots.values():
            for car in track.cars:
                assert from_dot(car, dot) > 0, (track.route.id, dot.place.id)


@ON_BOARDS
@FROM_SEATS
def test_nothing_leaves_the_board(board: str, seat: BoardOrientation) -> None:
    layout = laid_out(board, seat)
    inner = layout.world.grown(-CAR)
    for track in layout.tracks.values():
        for x, y in track.line:
            assert inner.left < x < inner.right, track.route.id
            assert inner.bottom < y < inner.top, track.route.id


@ON_BOARDS
def test_a_quarter_turn_moves_everything_alike(board: str) -> None:
    printed, turned = laid_out(board), laid_out(board, BoardOrientation(1))
    width, height = PRINTED.extent(printed.board)
    assert BoardOrientation(1).extent(printed.board) == pytest.approx((height, width))
    for place, dot in printed.dots.items():
        now = turned.dots[place]
        assert (now.x, now.y) == pytest.approx((dot.y, width - dot.x)), place
    for track, laid in printed.tracks.items():
        for car, now_car in zip(laid.cars, turned.tracks[track].cars, strict=True):
            assert (now_car.x, now_car.y) == pytest.approx((car.y, width - car.x)), track


@ON_BOARDS
@FROM_SEATS
def test_however_it_is_stretched_a_board_keeps_the_form_of_its_cars(
    board: str, seat: BoardOrientation
) -> None:
    for track in laid_out(board, seat).tracks.values():
        for car in track.cars:
            assert car.length >= CAR
            assert hypot(car.cos, car.sin) == pytest.approx(1)


@ON_BOARDS
@pytest.mark.parametrize("size", [(320, 340), (390, 600), (640, 300), (900, 700)], ids=str)
@TURNED
def test_a_board_makes_the_most_of_the_room_there_is(
    board: str, size: tuple[int, int], turned: int
) -> None:
    width, height = size
    seat = BoardOrientation.filling(bundled_boards()[board], turned, width, height)
    assert seat.turned == turned
    assert 1 in (seat.wider, seat.higher)
    assert 1 <= seat.wider <= MOST
    assert 1 <= seat.higher <= MOST
    world = laid_out(board, seat).world
    printed = laid_out(board, BoardOrientation(turned)).world
    as_large = min(width / world.width, height / world.height)
    assert as_large == pytest.approx(min(width / printed.width, height / printed.height))
    if MOST not in (seat.wider, seat.higher):
        assert as_large * world.width > 0.95 * width
        assert as_large * world.height > 0.95 * height


@TURNED
def test_from_every_seat_the_whole_board_is_seen_and_names_stand_apart(
    turned: int, table: Table
) -> None:
    for board in BOARDS:
        view = table(board, turned=turned).view
        for place in view.board.places:
            assert view.collide_point(*view.on_screen(place)), place
        areas = view.name_areas()
        assert len(areas) > 15
        for one, other in combinations(areas.values(), 2):
            assert (
                one.right <= other.left + 1
                or other.right <= one.left + 1
                or one.top <= other.bottom + 1
                or other.top <= one.bottom + 1
            )


@TURNED
def test_fingers_mean_what_they_touch_from_every_seat(
    turned: int, finger: Finger, table: Table
) -> None:
    watched = table("usa", patience=0, turned=turned)
    view = watched.view
    finger.drag(view.on_screen("helena"), view.on_screen("duluth"))
    finger.tap_at(*view.on_screen("denver"))
    finger.tap_at(*view.track_on_screen("portland--san-francisco", 1))
    assert watched.said[:2] == [("on_connect", "duluth--helena"), ("on_city", "denver")]
    assert watched.said[2][1][0] == ("portland--san-francisco", 1)


def test_what_is_drawn_turns_with_the_board(finger: Finger, table: Table) -> None:
    watched = table("usa", RouteClaimed("Ana", "duluth--helena"))
    view = watched.view
    for turned in (1, 2, 3, 0):
        view.turned = turned
        zoomed_to(finger, watched, "duluth--helena")
        assert watched.color_at(*first_car(view, "duluth--helena")) == close_to(PLAYERS["blue"])
        assert watched.color_at(*view.on_screen("helena")) == close_to(LIGHT.city)
        view.unfocus()


def test_a_turned_board_shows_all_of_itself(finger: Finger, table: Table) -> None:
    watched = table("usa")
    view = zoomed_to(finger, watched, "denver--phoenix")
    wide = view.stage.smallest
    view.turned = 1
    finger.wait()
    assert view.camera == view.stage.all()
    assert view.stage.smallest > 1.2 * wide


def test_a_wide_board_fills_more_of_an_upright_phone_than_it_was_printed_for(table: Table) -> None:
    view = table("usa").view
    tops = [view.on_screen(place)[1] for place in view.board.places]
    xs = [view.on_screen(place)[0] for place in view.board.places]
    assert view.layout is not None
    assert view.layout.seat == BoardOrientation(0, higher=MOST)
    assert (max(tops) - min(tops)) / (max(xs) - min(xs)) > 0.75
