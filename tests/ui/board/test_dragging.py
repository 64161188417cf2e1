"""Drawing a line from city to city."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

import pytest

from companion.drawing.palette import LIGHT
from companion.rules.boards import bundled_boards
from companion.rules.events import RouteClaimed
from tests.ui.board.boards import BOARDS
from tests.ui.board.watched import Table, close_to, zoomed_to

if TYPE_CHECKING:
    from tests.ui.finger import Finger


def test_a_drag_from_city_to_city_connects_them(finger: Finger, table: Table) -> None:
    watched = table("usa")
    view = watched.view
    finger.drag(view.on_screen("helena"), view.on_screen("duluth"))
    assert watched.said == [("on_connect", "duluth--helena")]


def test_a_drag_to_a_city_that_is_no_neighbour_connects_nothing(
    finger: Finger, table: Table
) -> None:
    watched = table("usa")
    view = watched.view
    before = view.camera
    finger.drag(view.on_screen("helena"), view.on_screen("miami"))
    finger.wait(0.4)
    assert watched.said == []
    assert view.camera == before


def test_a_drag_along_a_taken_route_says_why_it_connects_nothing(
    finger: Finger, table: Table
) -> None:
    watched = table("usa", RouteClaimed("Ana", "duluth--helena"))
    view = watched.view
    finger.drag(view.on_screen("helena"), view.on_screen("duluth"))
    [(event, route, reason)] = watched.said
    assert (event, route) == ("on_connect_refused", "duluth--helena")
    assert str(reason) == "Peter cannot claim Duluth – Helena: Ana has this track."


@pytest.mark.parametrize("board", BOARDS)
def test_wherever_a_drag_ends_it_claims_no_other_route_than_the_one_it_followed(
    board: str, finger: Finger, table: Table
) -> None:
    routes_at = bundled_boards()[board].routes_at
    start = max(routes_at, key=lambda place: len(routes_at[place]))
    taken, free = routes_at[start][::2], routes_at[start][1::2]
    watched = table(board, *(RouteClaimed("Ana", route.id) for route in taken), players=2)
    view = watched.view
    for end in view.board.places:
        watched.said.clear()
        finger.drag(view.on_screen(start), view.on_screen(end), steps=2)
        expected = [
            *(("on_connect", route.id) for route in free if route.other_end(start) == end),
            *(("on_connect_refused", route.id) for route in taken if route.other_end(start) == end),
        ]
        assert [said[:2] for said in watched.said] == expected, end


def test_a_drag_towards_a_taken_route_leaves_the_free_one_beside_it_alone(
    finger: Finger, table: Table
) -> None:
    watched = table("usa", RouteClaimed("Ana", "boston--new-york", 0), players=2)
    view = watched.view
    (x0, y0), (x1, y1) = view.on_screen("boston"), view.on_screen("montreal")
    assert 0.7 * hypot(x1 - x0, y1 - y0) < 30
    finger.drag(view.on_screen("new-york"), (x0 + (x1 - x0) * 0.3, y0 + (y1 - y0) * 0.3))
    [(event, route, reason)] = watched.said
    assert (event, route) == ("on_connect_refused", "boston--new-york")
    assert "closes the other" in str(reason)


def test_a_drag_from_a_city_with_nothing_left_to_claim_tells_why(
    finger: Finger, table: Table
) -> None:
    around = bundled_boards()["usa"].routes_at["miami"]
    watched = table("usa", *(RouteClaimed("Ana", route.id) for route in around))
    view = watched.view
    before = view.camera
    finger.drag(view.on_screen("miami"), view.on_screen("atlanta"))
    assert [event for event, *_ in watched.said] == ["on_connect_refused"]
    assert view.camera == before


def test_a_finger_lifted_beyond_the_board_connects_nothing(finger: Finger, table: Table) -> None:
    watched = table("usa")
    view = zoomed_to(finger, watched, "duluth--helena")
    y = view.on_screen("helena")[1]
    view.size = (390, y - view.y + 60)
    view.pos = (0, 40)
    finger.wait(0.4)
    finger.drag(view.on_screen("helena"), (view.on_screen("duluth")[0], 10))
    assert watched.said == []


def test_only_legal_ends_light_up_while_dragging(finger: Finger, table: Table) -> None:
    from kivy.tests.common import UnitTestTouch

    watched = table("usa", RouteClaimed("Ana", "duluth--helena"))
    view = zoomed_to(finger, watched, "duluth--helena", "helena--omaha")
    x, y = view.on_screen("helena")
    touch = UnitTestTouch(x, y)
    touch.touch_down()
    touch.touch_move(x + 5, y - 25)
    finger.wait()
    assert watched.color_at(*view.on_screen("omaha")) == close_to(LIGHT.accent)
    assert watched.color_at(*view.on_screen("duluth")) == close_to(LIGHT.city)
    touch.touch_up()
    finger.wait()
    assert watched.color_at(*view.on_screen("omaha")) == close_to(LIGHT.city)


def test_with_nobody_to_claim_for_a_drag_from_a_city_pans(finger: Finger, table: Table) -> None:
    watched = table("usa")
    view = zoomed_to(finger, watched, "denver--phoenix")
    view.player = None
    x, y = view.on_screen("denver")
    finger.drag((x, y), (x - 20, y - 20))
    assert view.on_screen("denver") == pytest.approx((x - 20, y - 20), abs=0.01)
    assert watched.said == []
