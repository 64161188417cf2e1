"""The board on a real window, under real fingers."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from companion.drawing.area import Area
from companion.drawing.palette import DARK, LIGHT, PLAYERS
from companion.rules.boards import bundled_boards
from companion.rules.events import RouteClaimed, StationBuilt
from companion.rules.game import Game
from tests.ui.board.boards import BOARDS
from tests.ui.board.watched import Table, close_to, first_car, free, late_game, rgb, zoomed_to

if TYPE_CHECKING:
    from tests.support.touch import Finger


def overlap(one: Area, other: Area) -> bool:
    return (
        one.left < other.right
        and other.left < one.right
        and one.bottom < other.top
        and other.bottom < one.top
    )


@pytest.mark.parametrize("board", BOARDS)
def test_the_whole_board_is_seen_first_with_names_that_do_not_touch(
    board: str, table: Table
) -> None:
    view = table(board).view
    for place in view.board.places:
        x, y = view.on_screen(place)
        assert view.collide_point(x, y), place
    areas = view.name_areas()
    assert len(areas) > 15
    assert not any(overlap(areas[one], areas[other]) for one, other in combinations(areas, 2))


def test_names_that_find_no_room_are_not_left_where_they_were(finger: Finger, table: Table) -> None:
    view = table("usa").view
    view.size = 40, 30
    finger.wait(0.2)
    assert view.name_areas() == {}
    assert view._picture is not None
    assert view._picture.names._shown.children == []


def test_a_tap_on_a_route_names_it(finger: Finger, table: Table) -> None:
    watched = table("usa")
    view = zoomed_to(finger, watched, "el-paso--los-angeles")
    finger.tap_at(*view.track_on_screen("el-paso--los-angeles"))
    assert watched.said == []
    finger.wait(view.patience + 0.1)
    assert watched.said == [("on_route", (("el-paso--los-angeles", 0),))]


def test_without_patience_a_tap_is_answered_at_once(finger: Finger, table: Table) -> None:
    watched = table("usa", patience=0)
    finger.tap_at(*watched.view.on_screen("denver"))
    assert watched.said == [("on_city", "denver")]


def test_a_tap_between_two_routes_offers_both(finger: Finger, table: Table) -> None:
    watched = table("europe", patience=0)
    view = watched.view
    (x0, y0), (x1, y1) = (
        view.track_on_screen(route) for route in ("paris--zurich", "marseille--paris")
    )
    finger.tap_at((x0 + x1) / 2, (y0 + y1) / 2)
    [(event, tracks)] = watched.said
    assert event == "on_route"
    assert {route for route, _ in tracks} >= {"paris--zurich", "marseille--paris"}


def test_a_tap_far_from_everything_is_one_on_the_background(finger: Finger, table: Table) -> None:
    watched = table("usa", patience=0)
    finger.tap_at(195, 610)
    assert watched.said == [("on_background",)]


def test_a_double_tap_comes_near_and_another_goes_back(finger: Finger, table: Table) -> None:
    watched = table("usa")
    view = watched.view
    whole, at = view.camera, view.on_screen("denver")
    for _ in range(2):
        finger.tap_at(*at)
    finger.wait(0.5)
    assert view.camera.scale > 2 * whole.scale
    x, y = view.on_screen("denver")
    assert abs(x - at[0]) < 40
    assert abs(y - at[1]) < 140
    for _ in range(2):
        finger.tap_at(*at)
    finger.wait(0.5)
    assert view.camera == whole
    assert watched.said == []


def test_a_finger_beside_the_dots_pans_and_says_nothing(finger: Finger, table: Table) -> None:
    watched = table("usa")
    view = zoomed_to(finger, watched, "denver--phoenix")
    before = view.on_screen("denver")
    x, y = view.track_on_screen("denver--phoenix")
    finger.drag((x, y), (x + 40, y - 30))
    finger.wait(0.4)
    now = view.on_screen("denver")
    assert now == pytest.approx((before[0] + 40, before[1] - 30), abs=0.01)
    assert watched.said == []


def test_two_fingers_zoom_around_what_they_hold(finger: Finger, table: Table) -> None:
    from kivy.tests.common import UnitTestTouch

    view = table("usa").view
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


def test_no_frame_waits_for_the_names_of_another_zoom(finger: Finger, table: Table) -> None:
    view = table("europe").view
    at_first = view.name_areas().keys()
    view.zoom_at(195, 360, 3)
    assert view.name_areas().keys() == at_first
    finger.wait(0.3)
    areas = view.name_areas()
    assert len(areas) > len(at_first)
    assert not any(overlap(areas[one], areas[other]) for one, other in combinations(areas, 2))


def test_the_mouse_wheel_zooms(finger: Finger, table: Table) -> None:
    view = table("usa").view
    scale = view.camera.scale
    turn_wheel("scrolldown")
    finger.wait()
    assert view.camera.scale == pytest.approx(1.2 * scale)
    turn_wheel("scrollup")
    finger.wait()
    assert view.camera.scale == pytest.approx(scale)


def test_a_wheel_turned_sideways_or_with_shift_pans(finger: Finger, table: Table) -> None:
    from kivy.core.window import Window

    watched = table("usa")
    view = zoomed_to(finger, watched, "denver--phoenix")
    x, y = view.on_screen("denver")
    turn_wheel("scrollleft")
    assert view.on_screen("denver") == pytest.approx((x - 60, y))
    Window._modifiers = ["shift"]
    turn_wheel("scrolldown")
    Window._modifiers = []
    assert view.on_screen("denver") == pytest.approx((x, y))


def turn_wheel(button: str) -> None:
    from kivy.tests.common import UnitTestTouch

    touch = UnitTestTouch(200, 300)
    touch.profile = ["pos", "button"]
    touch.button = button
    touch.touch_down()
    touch.touch_up()


def test_a_claimed_track_takes_its_owners_colour_and_loses_it_when_undone(
    finger: Finger, table: Table
) -> None:
    watched = table("usa")
    view = zoomed_to(finger, watched, "duluth--helena")
    at = first_car(view, "duluth--helena")
    assert watched.color_at(*at) == close_to(free("orange"))
    before, claim = view.state, RouteClaimed("Ana", "duluth--helena")
    view.state = Game.begin(before.setup).record(claim).state
    assert watched.color_at(*at) == close_to(PLAYERS["blue"])
    view.state = before
    assert watched.color_at(*at) == close_to(free("orange"))


def test_the_track_closed_by_few_players_is_faint(finger: Finger, table: Table) -> None:
    def colour_of_other_track(players: int) -> tuple[int, ...]:
        watched = table("europe", RouteClaimed("Ana", "edinburgh--london", 0), players=players)
        view = zoomed_to(finger, watched, "edinburgh--london")
        return watched.color_at(*first_car(view, "edinburgh--london", 1))

    color = bundled_boards()["europe"].routes["edinburgh--london"].tracks[1]
    assert colour_of_other_track(4) == close_to(free(color))
    finger.leave()
    faint = colour_of_other_track(3)
    ground = rgb(LIGHT.board)
    assert all(abs(one - other) < 60 for one, other in zip(faint, ground, strict=True))


@pytest.mark.parametrize("board", BOARDS)
def test_late_in_a_game_on_the_smallest_phone_every_claimed_track_shows_its_owner(
    board: str, table: Table
) -> None:
    state = late_game(board)
    watched = table(board, state=state, size=(320, 300))
    view, owned = watched.view, {}
    assert view.layout
    for (route, track), laid in view.layout.tracks.items():
        owner = state.track_owners(view.board.routes[route])[track]
        if owner is not None:
            owned[view.camera.to_screen(laid.marker)] = state.setup.colors[owner]
    assert len(owned) > 20
    for (at, color), seen in zip(owned.items(), watched.colors_at(*owned), strict=True):
        assert seen == close_to(PLAYERS[color]), at


def test_a_station_stands_in_its_city(finger: Finger, table: Table) -> None:
    watched = table("europe", StationBuilt("Ana", "paris"))
    view = zoomed_to(finger, watched, "paris--zurich")
    x, y = view.on_screen("paris")
    assert watched.color_at(x, y + 0.5 * view.camera.scale) == close_to(PLAYERS["blue"])


def test_the_board_follows_the_theme(finger: Finger, table: Table) -> None:
    from companion.ui.look.theme import theme

    watched = table("usa")
    try:
        theme.dark = True
        finger.wait()
        assert watched.color_at(3, 103) in (rgb(DARK.board), rgb(DARK.land))
    finally:
        theme.dark = False
    finger.wait()
    assert watched.color_at(3, 103) in (rgb(LIGHT.board), rgb(LIGHT.land))


def test_focusing_keeps_the_route_above_what_covers_the_board(finger: Finger, table: Table) -> None:
    watched = table("heart-of-africa")
    view, whole = watched.view, watched.view.camera
    view.inset_bottom = 300
    view.focus(routes=("cape-town--port-elizabeth",))
    finger.wait(0.4)
    for place in ("cape-town", "port-elizabeth"):
        x, y = view.on_screen(place)
        assert view.x < x < view.right
        assert view.y + 300 < y < view.top
    view.inset_bottom = 0
    view.unfocus()
    finger.wait(0.4)
    assert view.camera == whole


def test_turning_the_phone_shows_the_whole_board_again(finger: Finger, table: Table) -> None:
    view = table("usa").view
    view.size = (300, 200)
    finger.wait()
    for place in view.board.places:
        assert view.collide_point(*view.on_screen(place)), place


def test_turning_the_phone_keeps_what_was_looked_at(finger: Finger, table: Table) -> None:
    watched = table("usa")
    view = zoomed_to(finger, watched, "denver--phoenix")
    scale = view.camera.scale
    view.size = (380, 250)
    finger.wait()
    assert view.camera.scale == scale
    assert view.collide_point(*view.track_on_screen("denver--phoenix"))
