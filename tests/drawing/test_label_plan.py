"""Which names are shown at each zoom level, and where."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import pytest

from companion.drawing.board_layout import (
    DOUBLED_BADGE_OFFSET,
    PRINTED,
    BoardOrientation,
    lay_out,
)
from companion.drawing.drawing_data import DrawingData
from companion.drawing.geometry import Area
from companion.drawing.label_placement import SCALE_STEP, LabelPlan
from tests.drawing.boards import BOARDS, VARIED, board_layout, usual
from tests.support.generated_boards import generated_board

pytestmark = pytest.mark.slow

SCALES = [1.5 * 1.06**step for step in range(60)]
"""From the whole board on a small phone to the largest zoom on a tablet, in pixels per unit."""


every_board = pytest.mark.parametrize("board", [usual(board) for board in BOARDS])


@lru_cache(maxsize=4)
def plan(
    board: str,
    letter: float = 6.4,
    height: float = 16,
    orientation: BoardOrientation = PRINTED,
    overview_scale: float = 1.0,
    gap: float = 0,
) -> LabelPlan:
    layout = board_layout(board, orientation)
    sizes = {
        dot.place.id: (letter * len(dot.place.name) + 4, height)
        for dot in layout.dots.values()
        if dot.place.kind != "way_station"
    }
    return LabelPlan(layout, sizes, gap, overview_scale)


def overlap(one: Area, other: Area) -> bool:
    slack = 1e-6
    return (
        one.left < other.right - slack
        and other.left < one.right - slack
        and one.bottom < other.top - slack
        and other.bottom < one.top - slack
    )


@every_board
def test_names_do_not_overlap_at_any_zoom(board: str) -> None:
    names = plan(board)
    for scale in SCALES:
        areas = {label.dot.place.id: label.area(scale) for label in names.labels_at(scale)}
        for one, other in combinations(areas, 2):
            assert not overlap(areas[one], areas[other]), (scale, one, other)


@every_board
def test_names_stay_on_the_board_at_any_zoom(board: str) -> None:
    gap = 2
    names, world = plan(board, gap=gap), board_layout(board).world
    for scale in SCALES:
        for label in names.labels_at(scale):
            area = label.area(scale).grown(gap - 1e-6)
            assert area.left >= world.left * scale, (scale, label.dot.place.id)
            assert area.right <= world.right * scale, (scale, label.dot.place.id)
            assert area.bottom >= world.bottom * scale, (scale, label.dot.place.id)
            assert area.top <= world.top * scale, (scale, label.dot.place.id)


def test_names_keep_a_distance_from_the_edge_of_an_imported_board() -> None:
    layout = lay_out(generated_board(20, 38), DrawingData())
    sizes = {place: (6.4 * len(dot.place.name), 16.0) for place, dot in layout.dots.items()}
    names, inner = LabelPlan(layout, sizes, -0.5, 1.0), layout.world.grown(-0.4)
    for scale in SCALES[::4]:
        for label in names.labels_at(scale):
            area = label.area(scale).scaled(1 / scale)
            assert inner.united(area) == inner, (scale, label.dot.place.id)


@every_board
def test_names_hide_no_dots(board: str) -> None:
    names, dots = plan(board), board_layout(board).dots.values()
    for scale in SCALES:
        for label in names.labels_at(scale):
            area = label.area(scale)
            for dot in dots:
                inside = (
                    area.left < dot.x * scale < area.right
                    and area.bottom < dot.y * scale < area.top
                )
                assert not inside, (scale, label.dot.place.id, dot.place.id)


@every_board
def test_zooming_in_shows_more_names_until_all_are_shown(board: str) -> None:
    names = plan(board)
    wanted = sum(dot.place.kind != "way_station" for dot in board_layout(board).dots.values())
    counts = [len(names.labels_at(scale)) for scale in (1.5, 3.0, 8.0)]
    assert 0 < counts[0] < counts[1] <= counts[2] == wanted


@pytest.mark.parametrize("board", BOARDS)
def test_whole_board_on_a_portrait_phone_shows_most_names(board: str) -> None:
    world = board_layout(board).world
    scale = min(390 / world.width, 520 / world.height)
    named = sum(dot.place.kind != "way_station" for dot in board_layout(board).dots.values())
    names = plan(board, overview_scale=scale)
    assert len(names.labels_at(scale)) >= named * 0.75


@pytest.mark.parametrize(("board", "orientation"), [usual(*varied) for varied in VARIED])
def test_names_hide_no_markers_of_claimed_tracks(board: str, orientation: BoardOrientation) -> None:
    layout, names = board_layout(board, orientation), plan(board, orientation=orientation)
    for claimed in (frozenset(layout.tracks), frozenset(list(layout.tracks)[::3])):
        for scale in SCALES[::4]:
            for label in names.labels_at(scale, claimed):
                area = label.area(scale)
                for track in claimed:
                    x, y = layout.tracks[track].marker
                    hidden = (
                        area.left < x * scale < area.right and area.bottom < y * scale < area.top
                    )
                    assert not hidden, (scale, label.dot.place.id, track)


def test_names_hide_no_badges_of_doubled_claims() -> None:
    layout, names = board_layout("heart-of-africa"), plan("heart-of-africa")
    claimed = frozenset(list(layout.tracks)[::3])
    for scale in SCALES[::4]:
        for label in names.labels_at(scale, claimed):
            area = label.area(scale).scaled(1 / scale)
            for track in claimed:
                x, y = layout.tracks[track].marker
                badge = x + DOUBLED_BADGE_OFFSET[0], y + DOUBLED_BADGE_OFFSET[1]
                assert not area.contains(*badge), (scale, label.dot.place.id, track)


@every_board
def test_names_moved_for_markers_do_not_overlap(board: str) -> None:
    names, claimed = plan(board), frozenset(board_layout(board).tracks)
    for scale in SCALES[::4]:
        areas = [label.area(scale) for label in names.labels_at(scale, claimed)]
        assert not any(overlap(one, other) for one, other in combinations(areas, 2)), scale
        assert len(areas) <= len(names.labels_at(scale))
    assert len(names.labels_at(12, claimed)) == len(names.labels_at(12))


def test_larger_text_shows_fewer_names() -> None:
    assert len(plan("europe", letter=9, height=22).labels_at(3)) < len(plan("europe").labels_at(3))


def test_way_stations_have_no_name() -> None:
    shown = plan("heart-of-africa").labels_at(12)
    assert shown
    assert all(label.dot.place.kind != "way_station" for label in shown)


def test_labels_stay_the_same_within_a_zoom_step() -> None:
    names = plan("usa")
    low, high = names.step_range(5.0)
    assert high == pytest.approx(low * SCALE_STEP)
    assert names.labels_at(low * 1.001) is names.labels_at(high * 0.999)
