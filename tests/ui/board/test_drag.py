"""Dragging from one city to another."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

import pytest

from companion.drawing.palette import LIGHT
from companion.rules.boards import bundled_boards
from companion.rules.events import RouteClaimed
from tests.ui.board.shown_board import EACH_BOARD, ShowBoard, close_to, zoomed_to

if TYPE_CHECKING:
    from tests.support.touch import Finger


def test_drag_between_neighbouring_cities_connects_them(
    finger: Finger, show_board: ShowBoard
) -> None:
    shown = show_board("usa")
    view = shown.view
    finger.drag(view.place_on_screen("helena"), view.place_on_screen("duluth"))
    assert shown.events == [("on_connect", "duluth--helena")]


def test_drag_to_a_distant_city_connects_nothing(finger: Finger, show_board: ShowBoard) -> None:
    shown = show_board("usa")
    view = shown.view
    before = view.camera
    finger.drag(view.place_on_screen("helena"), view.place_on_screen("miami"))
    finger.wait(0.4)
    assert shown.events == []
    assert view.camera == before


def test_drag_along_a_taken_route_is_refused_with_a_reason(
    finger: Finger, show_board: ShowBoard
) -> None:
    shown = show_board("usa", RouteClaimed("Ana", "duluth--helena"))
    view = shown.view
    finger.drag(view.place_on_screen("helena"), view.place_on_screen("duluth"))
    [(event, route, reason)] = shown.events
    assert (event, route) == ("on_connect_refused", "duluth--helena")
    assert str(reason) == "Peter cannot claim Duluth – Helena: Ana has this track."


def test_drag_along_a_route_that_a_claimed_one_crosses_is_refused(
    finger: Finger, show_board: ShowBoard
) -> None:
    shown = show_board("france", RouteClaimed("Ana", "grenoble--marseille"))
    view = zoomed_to(finger, shown, "avignon--nice")
    finger.drag(view.place_on_screen("avignon"), view.place_on_screen("nice"))
    [(event, route, reason)] = shown.events
    assert (event, route) == ("on_connect_refused", "avignon--nice")
    assert "it crosses Grenoble – Marseille, which Ana has" in str(reason)


@EACH_BOARD
def test_drag_never_claims_another_route_than_the_one_it_followed(
    board: str, finger: Finger, show_board: ShowBoard
) -> None:
    routes_at = bundled_boards()[board].routes_at
    start = max(routes_at, key=lambda place: len(routes_at[place]))
    taken, free = routes_at[start][::2], routes_at[start][1::2]
    shown = show_board(board, *(RouteClaimed("Ana", route.id) for route in taken), players=2)
    view = shown.view
    for end in view.board.places:
        shown.events.clear()
        finger.drag(view.place_on_screen(start), view.place_on_screen(end), steps=2)
        expected = [
            *(("on_connect", route.id) for route in free if route.other_end(start) == end),
            *(("on_connect_refused", route.id) for route in taken if route.other_end(start) == end),
        ]
        assert [event[:2] for event in shown.events] == expected, end


def test_drag_towards_a_taken_route_does_not_claim_its_neighbour(
    finger: Finger, show_board: ShowBoard
) -> None:
    shown = show_board("usa", RouteClaimed("Ana", "boston--new-york", 0), players=2)
    view = shown.view
    (x0, y0), (x1, y1) = view.place_on_screen("boston"), view.place_on_screen("montreal")
    assert 0.7 * hypot(x1 - x0, y1 - y0) < 30
    finger.drag(view.place_on_screen("new-york"), (x0 + (x1 - x0) * 0.3, y0 + (y1 - y0) * 0.3))
    [(event, route, reason)] = shown.events
    assert (event, route) == ("on_connect_refused", "boston--new-york")
    assert "only one can be claimed" in str(reason)


def test_drag_from_a_city_without_free_routes_is_refused_with_a_reason(
    finger: Finger, show_board: ShowBoard
) -> None:
    around = bundled_boards()["usa"].routes_at["miami"]
    shown = show_board("usa", *(RouteClaimed("Ana", route.id) for route in around))
    view = shown.view
    before = view.camera
    finger.drag(view.place_on_screen("miami"), view.place_on_screen("atlanta"))
    assert [event for event, *_ in shown.events] == ["on_connect_refused"]
    assert view.camera == before


def test_drag_that_ends_outside_the_view_connects_nothing(
    finger: Finger, show_board: ShowBoard
) -> None:
    shown = show_board("usa")
    view = zoomed_to(finger, shown, "duluth--helena")
    y = view.place_on_screen("helena")[1]
    view.size = (390, y - view.y + 60)
    view.pos = (0, 40)
    finger.wait(0.4)
    finger.drag(view.place_on_screen("helena"), (view.place_on_screen("duluth")[0], 10))
    assert shown.events == []


def test_only_legal_targets_are_marked_while_dragging(
    finger: Finger, show_board: ShowBoard
) -> None:
    from kivy.tests.common import UnitTestTouch

    shown = show_board("usa", RouteClaimed("Ana", "duluth--helena"))
    view = zoomed_to(finger, shown, "duluth--helena", "helena--omaha")
    x, y = view.place_on_screen("helena")
    touch = UnitTestTouch(x, y)
    touch.touch_down()
    touch.touch_move(x + 5, y - 25)
    finger.wait()
    assert shown.color_at(*view.place_on_screen("omaha")) == close_to(LIGHT.accent)
    assert shown.color_at(*view.place_on_screen("duluth")) == close_to(LIGHT.city)
    touch.touch_up()
    finger.wait()
    assert shown.color_at(*view.place_on_screen("omaha")) == close_to(LIGHT.city)


def test_drag_from_a_city_pans_without_a_player(finger: Finger, show_board: ShowBoard) -> None:
    shown = show_board("usa")
    view = zoomed_to(finger, shown, "denver--phoenix")
    view.player = None
    x, y = view.place_on_screen("denver")
    finger.drag((x, y), (x - 20, y - 20))
    assert view.place_on_screen("denver") == pytest.approx((x - 20, y - 20), abs=0.01)
    assert shown.events == []
