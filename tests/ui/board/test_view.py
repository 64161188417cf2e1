"""The board view on a window: drawing, taps, panning and zooming."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from companion.drawing.geometry import Area
from companion.drawing.palette import DARK, LIGHT, PLAYERS
from companion.rules.boards import bundled_boards
from companion.rules.events import RouteClaimed, StationBuilt
from companion.rules.game import Game
from tests.support.widgets import name_areas, track_on_screen
from tests.ui.board.shown_board import (
    EACH_BOARD,
    ShowBoard,
    close_to,
    first_car,
    free,
    late_game,
    rgb,
    whole_routes,
    zoomed_to,
)

if TYPE_CHECKING:
    from tests.support.touch import Finger


def overlap(one: Area, other: Area) -> bool:
    return (
        one.left < other.right
        and other.left < one.right
        and one.bottom < other.top
        and other.bottom < one.top
    )


@EACH_BOARD
def test_new_view_shows_the_whole_board_with_names_that_do_not_overlap(
    board: str, show_board: ShowBoard
) -> None:
    view = show_board(board).view
    for place in view.board.places:
        x, y = view.place_on_screen(place)
        assert view.collide_point(x, y), place
    areas = name_areas(view)
    assert len(areas) >= min(16, len(view.board.places))
    assert not any(overlap(areas[one], areas[other]) for one, other in combinations(areas, 2))


def test_view_too_small_for_names_shows_none(finger: Finger, show_board: ShowBoard) -> None:
    view = show_board("usa").view
    view.size = 40, 30
    finger.wait(0.2)
    assert name_areas(view) == {}
    assert view._canvas is not None
    assert view._canvas.labels._shown.children == []


def test_tap_on_a_route_is_reported_after_the_double_tap_time(
    finger: Finger, show_board: ShowBoard
) -> None:
    shown = show_board("usa")
    view = zoomed_to(finger, shown, "el-paso--los-angeles")
    finger.tap_at(*track_on_screen(view, "el-paso--los-angeles"))
    assert shown.events == []
    finger.wait(view.double_tap_time + 0.1)
    assert shown.events == [("on_route", (("el-paso--los-angeles", 0),))]


def test_tap_is_reported_at_once_without_double_taps(finger: Finger, show_board: ShowBoard) -> None:
    shown = show_board("usa", double_tap_time=0)
    finger.tap_at(*shown.view.place_on_screen("denver"))
    assert shown.events == [("on_city", "denver")]


def test_tap_between_two_routes_reports_both(finger: Finger, show_board: ShowBoard) -> None:
    shown = show_board("europe", double_tap_time=0)
    view = shown.view
    (x0, y0), (x1, y1) = (
        track_on_screen(view, route) for route in ("paris--zurich", "marseille--paris")
    )
    finger.tap_at((x0 + x1) / 2, (y0 + y1) / 2)
    [(event, tracks)] = shown.events
    assert event == "on_route"
    assert {route for route, _ in tracks} >= {"paris--zurich", "marseille--paris"}


def test_tap_far_from_routes_and_places_is_on_the_background(
    finger: Finger, show_board: ShowBoard
) -> None:
    shown = show_board("usa", double_tap_time=0)
    finger.tap_at(195, 610)
    assert shown.events == [("on_background",)]


def test_double_tap_zooms_in_and_another_one_out(finger: Finger, show_board: ShowBoard) -> None:
    shown = show_board("usa")
    view = shown.view
    whole, at = view.camera, view.place_on_screen("denver")
    for _ in range(2):
        finger.tap_at(*at)
    finger.wait(0.5)
    assert view.camera.scale > 2 * whole.scale
    x, y = view.place_on_screen("denver")
    assert abs(x - at[0]) < 40
    assert abs(y - at[1]) < 140
    for _ in range(2):
        finger.tap_at(*at)
    finger.wait(0.5)
    assert view.camera == whole
    assert shown.events == []


def test_drag_beside_the_dots_pans_without_an_event(finger: Finger, show_board: ShowBoard) -> None:
    shown = show_board("usa")
    view = zoomed_to(finger, shown, "denver--phoenix")
    before = view.place_on_screen("denver")
    x, y = track_on_screen(view, "denver--phoenix")
    finger.drag((x, y), (x + 40, y - 30))
    finger.wait(0.4)
    now = view.place_on_screen("denver")
    assert now == pytest.approx((before[0] + 40, before[1] - 30), abs=0.01)
    assert shown.events == []


def test_pinch_zooms_around_the_touched_points(finger: Finger, show_board: ShowBoard) -> None:
    from kivy.tests.common import UnitTestTouch

    view = show_board("usa").view
    scale = view.camera.scale
    held = view.camera.to_board((150, 300))
    one, other = UnitTestTouch(150, 300), UnitTestTouch(250, 300)
    one.touch_down()
    other.touch_down()
    for step in range(1, 11):
        other.touch_move(250 + step * 10, 300)
    other.touch_up()
    one.touch_up()
    finger.wait()
    assert view.camera.scale == pytest.approx(2 * scale, rel=0.02)
    assert view.camera.to_screen(held)[0] == pytest.approx(150, abs=2)


def test_zooming_in_shows_more_names(show_board: ShowBoard) -> None:
    view = show_board("europe").view
    at_first = name_areas(view).keys()
    view.zoom_at(195, 360, 3)
    areas = name_areas(view)
    assert len(areas) > len(at_first)
    assert not any(overlap(areas[one], areas[other]) for one, other in combinations(areas, 2))


def test_mouse_wheel_zooms(finger: Finger, show_board: ShowBoard) -> None:
    view = show_board("usa").view
    scale = view.camera.scale
    turn_wheel("scrolldown")
    finger.wait()
    assert view.camera.scale == pytest.approx(1.2 * scale)
    turn_wheel("scrollup")
    finger.wait()
    assert view.camera.scale == pytest.approx(scale)


def test_sideways_wheel_or_wheel_with_shift_pans(finger: Finger, show_board: ShowBoard) -> None:
    from kivy.core.window import Window

    shown = show_board("usa")
    view = zoomed_to(finger, shown, "denver--phoenix")
    x, y = view.place_on_screen("denver")
    turn_wheel("scrollleft")
    assert view.place_on_screen("denver") == pytest.approx((x - 60, y))
    Window._modifiers = ["shift"]
    turn_wheel("scrolldown")
    Window._modifiers = []
    assert view.place_on_screen("denver") == pytest.approx((x, y))


def turn_wheel(button: str) -> None:
    from kivy.tests.common import UnitTestTouch

    touch = UnitTestTouch(200, 300)
    touch.profile = ["pos", "button"]
    touch.button = button
    touch.touch_down()
    touch.touch_up()


def test_claimed_track_has_its_owners_colour_until_undo(
    finger: Finger, show_board: ShowBoard
) -> None:
    shown = show_board("usa")
    view = zoomed_to(finger, shown, "duluth--helena")
    at = first_car(view, "duluth--helena")
    assert shown.color_at(*at) == close_to(free("orange"))
    before, claim = view.state, RouteClaimed("Ana", "duluth--helena")
    view.state = Game.begin(before.setup).record(claim).state
    assert shown.color_at(*at) == close_to(PLAYERS["blue"])
    view.state = before
    assert shown.color_at(*at) == close_to(free("orange"))


def test_closed_track_is_faint(finger: Finger, show_board: ShowBoard) -> None:
    def colour_of_other_track(players: int) -> tuple[int, ...]:
        shown = show_board("europe", RouteClaimed("Ana", "edinburgh--london", 0), players=players)
        view = zoomed_to(finger, shown, "edinburgh--london")
        return shown.color_at(*first_car(view, "edinburgh--london", 1))

    color = bundled_boards()["europe"].routes["edinburgh--london"].tracks[1]
    assert colour_of_other_track(4) == close_to(free(color))
    finger.clear_window()
    faint = colour_of_other_track(3)
    ground = rgb(LIGHT.board)
    assert all(abs(one - other) < 60 for one, other in zip(faint, ground, strict=True))


@EACH_BOARD
def test_markers_are_visible_late_in_a_game_on_the_smallest_phone(
    board: str, show_board: ShowBoard
) -> None:
    state = late_game(board)
    shown = show_board(board, state=state, size=(320, 300))
    view, owned = shown.view, {}
    assert view.layout
    for (route, number), track in view.layout.tracks.items():
        owner = state.track_owners(view.board.routes[route])[number]
        if owner is not None:
            owned[view.camera.to_screen(track.marker)] = state.setup.colors[owner]
    assert len(owned) > 20
    for (at, color), seen in zip(owned.items(), shown.colors_at(*owned), strict=True):
        assert seen == close_to(PLAYERS[color]), at


def test_station_is_drawn_on_its_city(finger: Finger, show_board: ShowBoard) -> None:
    shown = show_board("europe", StationBuilt("Ana", "paris"))
    view = zoomed_to(finger, shown, "paris--zurich")
    x, y = view.place_on_screen("paris")
    assert shown.color_at(x, y + 0.5 * view.camera.scale) == close_to(PLAYERS["blue"])


def test_board_follows_the_theme(finger: Finger, show_board: ShowBoard) -> None:
    from companion.ui.look.theme import theme

    shown = show_board("usa")
    try:
        theme.dark = True
        finger.wait()
        assert shown.color_at(3, 103) in (rgb(DARK.board), rgb(DARK.land))
    finally:
        theme.dark = False
    finger.wait()
    assert shown.color_at(3, 103) in (rgb(LIGHT.board), rgb(LIGHT.land))


def test_focused_route_is_above_the_inset(finger: Finger, show_board: ShowBoard) -> None:
    shown = show_board("heart-of-africa")
    view, whole = shown.view, shown.view.camera
    view.inset_bottom = 300
    view.focus(whole_routes(view, "cape-town--port-elizabeth"))
    finger.wait(0.4)
    for place in ("cape-town", "port-elizabeth"):
        x, y = view.place_on_screen(place)
        assert view.x < x < view.right
        assert view.y + 300 < y < view.top
    view.inset_bottom = 0
    view.unfocus()
    finger.wait(0.4)
    assert view.camera == whole


def test_resized_view_still_shows_the_whole_board(finger: Finger, show_board: ShowBoard) -> None:
    view = show_board("usa").view
    view.size = (300, 200)
    finger.wait()
    for place in view.board.places:
        assert view.collide_point(*view.place_on_screen(place)), place


def test_resized_view_keeps_a_zoomed_part(finger: Finger, show_board: ShowBoard) -> None:
    shown = show_board("usa")
    view = zoomed_to(finger, shown, "denver--phoenix")
    scale = view.camera.scale
    view.size = (380, 250)
    finger.wait()
    assert view.camera.scale == scale
    assert view.collide_point(*track_on_screen(view, "denver--phoenix"))
