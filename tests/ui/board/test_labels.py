"""Names on the board at every zoom."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.drawing.area import Area
from companion.drawing.board_layout import PRINTED, BoardOrientation
from companion.drawing.label_plan import STEP, LabelPlan
from tests.ui.board.boards import BOARDS, SEATS, laid_out

SCALES = [1.5 * 1.03**step for step in range(120)]
"""From a small phone's overview to the closest look at a large one, in pixels per unit."""


def plan(
    board: str, letter: float = 6.4, height: float = 16, seat: BoardOrientation = PRINTED
) -> LabelPlan:
    layout = laid_out(board, seat)
    sizes = {
        dot.place.id: (letter * len(dot.place.name) + 4, height)
        for dot in layout.dots.values()
        if dot.place.kind != "way_station"
    }
    return LabelPlan(layout, sizes, gap=0)


def overlap(one: Area, other: Area) -> bool:
    slack = 1e-6
    return (
        one.left < other.right - slack
        and other.left < one.right - slack
        and one.bottom < other.top - slack
        and other.bottom < one.top - slack
    )


@pytest.mark.parametrize("board", BOARDS)
def test_no_name_lies_on_another_at_any_zoom(board: str) -> None:
    names = plan(board)
    for scale in SCALES:
        areas = {label.dot.place.id: label.area(scale) for label in names.at(scale)}
        for one, other in combinations(areas, 2):
            assert not overlap(areas[one], areas[other]), (scale, one, other)


@pytest.mark.parametrize("board", BOARDS)
def test_no_name_runs_out_of_the_board_at_any_zoom(board: str) -> None:
    names, world = plan(board), laid_out(board).world
    for scale in SCALES:
        for label in names.at(scale):
            area = label.area(scale)
            assert area.left >= world.left * scale - 1e-6, (scale, label.dot.place.id)
            assert area.right <= world.right * scale + 1e-6, (scale, label.dot.place.id)
            assert area.bottom >= world.bottom * scale - 1e-6, (scale, label.dot.place.id)
            assert area.top <= world.top * scale + 1e-6, (scale, label.dot.place.id)


@pytest.mark.parametrize("board", BOARDS)
def test_no_name_hides_the_dot_of_a_place(board: str) -> None:
    names, dots = plan(board), laid_out(board).dots.values()
    for scale in SCALES:
        for label in names.at(scale):
            area = label.area(scale)
            for dot in dots:
                inside = (
                    area.left < dot.x * scale < area.right
                    and area.bottom < dot.y * scale < area.top
                )
                assert not inside, (scale, label.dot.place.id, dot.place.id)


@pytest.mark.parametrize("board", BOARDS)
def test_there_are_more_names_when_near_and_all_of_them_when_close(board: str) -> None:
    names = plan(board)
    wanted = sum(dot.place.kind != "way_station" for dot in laid_out(board).dots.values())
    counts = [len(names.at(scale)) for scale in (1.5, 3.0, 8.0)]
    assert 0 < counts[0] < counts[1] <= counts[2] == wanted


@pytest.mark.parametrize("board", BOARDS)
def test_a_phone_held_upright_shows_most_names_at_once(board: str) -> None:
    world = laid_out(board).world
    scale = min(390 / world.width, 520 / world.height)
    named = sum(dot.place.kind != "way_station" for dot in laid_out(board).dots.values())
    names = plan(board)
    names.begin_at(scale)
    assert len(names.at(scale)) >= named * 0.75


@pytest.mark.parametrize("seat", SEATS, ids=str)
@pytest.mark.parametrize("board", BOARDS)
def test_no_name_hides_the_marker_of_a_claimed_track(board: str, seat: BoardOrientation) -> None:
    layout, names = laid_out(board, seat), plan(board, seat=seat)
    for claimed in (frozenset(layout.tracks), frozenset(list(layout.tracks)[::3])):
        for scale in SCALES[::7]:
            for label in names.at(scale, claimed):
                area = label.area(scale)
                for track in claimed:
                    x, y = layout.tracks[track].marker
                    hidden = (
                        area.left < x * scale < area.right and area.bottom < y * scale < area.top
                    )
                    assert not hidden, (scale, label.dot.place.id, track)


@pytest.mark.parametrize("board", BOARDS)
def test_names_that_give_way_still_stand_apart_and_come_back(board: str) -> None:
    names, claimed = plan(board), frozenset(laid_out(board).tracks)
    for scale in SCALES[::7]:
        areas = [label.area(scale) for label in names.at(scale, claimed)]
        assert not any(overlap(one, other) for one, other in combinations(areas, 2)), scale
        assert len(areas) <= len(names.at(scale))
    assert len(names.at(12, claimed)) == len(names.at(12))


def test_larger_text_leaves_room_for_fewer_names() -> None:
    assert len(plan("europe", letter=9, height=22).at(3)) < len(plan("europe").at(3))


def test_way_stations_have_no_name_on_the_board() -> None:
    shown = plan("heart-of-africa").at(12)
    assert shown
    assert all(label.dot.place.kind != "way_station" for label in shown)


def test_names_keep_their_side_within_a_zoom_step() -> None:
    names = plan("usa")
    low, high = names.step_at(5.0)
    assert high == pytest.approx(low * STEP)
    assert names.at(low * 1.001) is names.at(high * 0.999)
