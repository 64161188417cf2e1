"""Turned and stretched boards on the board view."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from companion.drawing.board_layout import MAX_STRETCH, BoardOrientation
from companion.drawing.palette import LIGHT, PLAYERS
from companion.rules.events import RouteClaimed
from tests.support.widgets import name_areas, track_on_screen
from tests.ui.board.shown_board import EACH_BOARD, ShowBoard, close_to, first_car, zoomed_to

if TYPE_CHECKING:
    from tests.support.touch import Finger

TURNED = pytest.mark.parametrize("turned", [0, 1, 2, 3])


@EACH_BOARD
def test_turned_boards_are_shown_whole_with_names_that_do_not_overlap(
    board: str, finger: Finger, show_board: ShowBoard
) -> None:
    view = show_board(board).view
    for turned in (1, 2, 3):
        view.turned = turned
        finger.wait()
        for place in view.board.places:
            assert view.collide_point(*view.place_on_screen(place)), place
        areas = name_areas(view)
        assert len(areas) >= min(16, len(view.board.places))
        for one, other in combinations(areas.values(), 2):
            assert (
                one.right <= other.left + 1
                or other.right <= one.left + 1
                or one.top <= other.bottom + 1
                or other.top <= one.bottom + 1
            )


@TURNED
def test_taps_and_drags_work_on_turned_boards(
    turned: int, finger: Finger, show_board: ShowBoard
) -> None:
    shown = show_board("usa", double_tap_time=0, turned=turned)
    view = shown.view
    finger.drag(view.place_on_screen("helena"), view.place_on_screen("duluth"))
    finger.tap_at(*view.place_on_screen("denver"))
    finger.tap_at(*track_on_screen(view, "portland--san-francisco", 1))
    assert shown.events[:2] == [("on_connect", "duluth--helena"), ("on_city", "denver")]
    assert shown.events[2][1][0] == ("portland--san-francisco", 1)


def test_tracks_and_dots_turn_with_the_board(finger: Finger, show_board: ShowBoard) -> None:
    shown = show_board("usa", RouteClaimed("Ana", "duluth--helena"))
    view = shown.view
    for turned in (1, 2, 3, 0):
        view.turned = turned
        zoomed_to(finger, shown, "duluth--helena")
        assert shown.color_at(*first_car(view, "duluth--helena")) == close_to(PLAYERS["blue"])
        assert shown.color_at(*view.place_on_screen("helena")) == close_to(LIGHT.city)
        view.unfocus()


def test_turning_shows_the_whole_board(finger: Finger, show_board: ShowBoard) -> None:
    shown = show_board("usa")
    view = zoomed_to(finger, shown, "denver--phoenix")
    wide = view.viewport.smallest
    view.turned = 1
    finger.wait()
    assert view.camera == view.viewport.all()
    assert view.viewport.smallest > 1.2 * wide


def test_wide_board_is_stretched_on_a_portrait_phone(show_board: ShowBoard) -> None:
    view = show_board("usa").view
    tops = [view.place_on_screen(place)[1] for place in view.board.places]
    xs = [view.place_on_screen(place)[0] for place in view.board.places]
    assert view.layout is not None
    assert view.layout.orientation == BoardOrientation(0, stretch_y=MAX_STRETCH)
    assert (max(tops) - min(tops)) / (max(xs) - min(xs)) > 0.75
