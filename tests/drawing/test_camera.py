"""The mapping from the board to the screen, and its limits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.drawing.camera import Camera, Viewport
from companion.drawing.geometry import Area

VIEWPORT = Viewport(Area(-3, -3, 127, 83), Area(10, 100, 400, 620), largest=16)


@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("move"), st.floats(-2000, 2000), st.floats(-2000, 2000)),
            st.tuples(st.just("zoom"), st.floats(0, 400), st.floats(0.1, 10)),
        ),
        max_size=12,
    )
)
def test_clamped_board_fills_the_view_or_lies_within_it(
    moves: list[tuple[str, float, float]],
) -> None:
    camera = VIEWPORT.all()
    for kind, one, other in moves:
        wanted = camera.moved(one, other) if kind == "move" else camera.zoomed((one, 300), other)
        camera = VIEWPORT.clamped(wanted)
        world, view = VIEWPORT.world, VIEWPORT.view
        left, bottom = camera.to_screen((world.left, world.bottom))
        right, top = camera.to_screen((world.right, world.top))
        for start, end, first, last in (
            (left, right, view.left, view.right),
            (bottom, top, view.bottom, view.top),
        ):
            fills = start <= first + 1e-6 and end >= last - 1e-6
            within = start >= first - 1e-6 and end <= last + 1e-6
            assert fills or within


def test_zooming_keeps_the_point_at_its_center() -> None:
    camera = Camera(4, 20, -30)
    at = 150.0, 210.0
    assert camera.zoomed(at, 1.7).to_board(at) == pytest.approx(camera.to_board(at))


def test_board_and_screen_coordinates_are_inverse() -> None:
    camera = Camera(3.3, 17, 4)
    assert camera.to_board(camera.to_screen((12.5, 40))) == pytest.approx((12.5, 40))


def test_animation_starts_and_ends_exactly() -> None:
    start, end = Camera(3, 0, 0), Camera(9, -200, -100)
    assert start.toward(end, 0) == start
    assert start.toward(end, 1) == end
    assert start.scale < start.toward(end, 0.5).scale < end.scale


def test_small_part_is_not_shown_above_the_largest_scale() -> None:
    assert VIEWPORT.showing(Area(50, 50, 51, 51)).scale == VIEWPORT.largest
    assert VIEWPORT.showing(Area(50, 50, 51, 51), largest=7).scale == 7
