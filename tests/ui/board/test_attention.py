"""What the board shows when something on it is to be looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.drawing.board_layout import BoardOrientation, walk
from companion.drawing.palette import LIGHT, PLAYERS, ROUTES
from companion.rules.events import RouteClaimed, StationBuilt
from tests.ui.board.boards import BOARDS, laid_out
from tests.ui.board.watched import Table, close_to, first_car, free, late_game, zoomed_to

if TYPE_CHECKING:
    from tests.ui.finger import Finger


def test_what_is_not_lit_fades(finger: Finger, table: Table) -> None:
    watched = table("usa")
    view = zoomed_to(finger, watched, "duluth--helena", "helena--omaha")
    view.lit = ("duluth--helena",)

    def color(route: str) -> tuple[int, ...]:
        return watched.color_at(*first_car(view, route))

    assert color("duluth--helena") == close_to(ROUTES["orange"])
    assert color("helena--omaha") != close_to(free("red"))
    view.lit = ()
    assert color("helena--omaha") == close_to(free("red"))


def test_a_free_sister_track_does_not_light_up_with_the_claimed_one(
    finger: Finger, table: Table
) -> None:
    watched = table("europe", RouteClaimed("Ana", "edinburgh--london", 0))
    view = zoomed_to(finger, watched, "edinburgh--london")
    sister = first_car(view, "edinburgh--london", 1)
    free = ROUTES[view.board.routes["edinburgh--london"].tracks[1]]
    view.lit = (("edinburgh--london", 0),)
    assert watched.color_at(*first_car(view, "edinburgh--london", 0)) == close_to(PLAYERS["blue"])
    assert watched.color_at(*sister) != close_to(free)
    view.lit = ("edinburgh--london",)
    assert watched.color_at(*sister) == close_to(free)


def test_one_players_tracks_and_stations_stand_out_from_all_others(
    finger: Finger, table: Table
) -> None:
    watched = table(
        "europe",
        RouteClaimed("Ana", "edinburgh--london", 0),
        RouteClaimed("Peter", "edinburgh--london", 1),
        StationBuilt("Maya", "london"),
    )
    view = zoomed_to(finger, watched, "edinburgh--london")
    x, y = view.on_screen("london")
    ana, peter = (first_car(view, "edinburgh--london", track) for track in (0, 1))
    context = x, y + 0.5 * view.camera.scale

    def colors() -> list[tuple[int, ...]]:
        return watched.colors_at(ana, peter, context)

    blue, red, green = (close_to(PLAYERS[color]) for color in ("blue", "red", "green"))
    assert colors() == [blue, red, green]
    view.highlight_player = "Ana"
    assert [seen == color for seen, color in zip(colors(), (blue, red, green), strict=True)] == [
        True,
        False,
        False,
    ]
    view.highlight_player = "Maya"
    assert colors()[2] == green
    assert colors()[0] != blue
    view.highlight_player = None
    assert colors() == [blue, red, green]


def test_what_is_lit_shines_among_the_tracks_of_a_player(finger: Finger, table: Table) -> None:
    claims = (RouteClaimed("Ana", route) for route in ("duluth--helena", "helena--omaha"))
    watched = table("usa", *claims)
    view = zoomed_to(finger, watched, "duluth--helena", "helena--omaha")
    view.highlight_player, view.lit = "Ana", (("duluth--helena", 0),)

    def beside(route: str) -> tuple[int, ...]:
        assert view.layout
        car = view.layout.tracks[route, 0].cars[1]
        away = 1.55
        return watched.color_at(
            *view.camera.to_screen((car.x - car.sin * away, car.y + car.cos * away))
        )

    for route in ("duluth--helena", "helena--omaha"):
        assert watched.color_at(*first_car(view, route)) == close_to(PLAYERS["blue"])
    assert beside("duluth--helena") != beside("helena--omaha")
    assert beside("helena--omaha") in (close_to(LIGHT.land), close_to(LIGHT.board))


def test_a_walk_is_drawn_along_its_tracks_and_all_else_fades(finger: Finger, table: Table) -> None:
    claims = [RouteClaimed("Ana", route) for route in ("duluth--helena", "helena--omaha")]
    watched = table("usa", *claims, RouteClaimed("Ana", "duluth--winnipeg"))
    view = zoomed_to(finger, watched, "duluth--helena", "helena--omaha")
    view.trail = (("helena--omaha", 0), ("duluth--helena", 0))
    assert watched.color_at(*first_car(view, "duluth--helena")) == close_to(LIGHT.accent)
    assert watched.color_at(*first_car(view, "duluth--winnipeg")) != close_to(PLAYERS["blue"])
    view.turned = 1
    zoomed_to(finger, watched, "duluth--helena", "helena--omaha")
    assert watched.color_at(*first_car(view, "duluth--helena")) == close_to(LIGHT.accent)
    view.trail = ()
    assert watched.color_at(*first_car(view, "duluth--winnipeg")) == close_to(PLAYERS["blue"])


def test_a_walk_goes_from_place_to_place_whichever_way_its_tracks_are_named() -> None:
    places, points = walk(
        laid_out("usa", BoardOrientation(2)),
        [("helena--omaha", 0), ("duluth--helena", 0), ("duluth--omaha", 1), ("denver--omaha", 0)],
    )
    names = [dot.place.id for dot in places]
    assert names == ["omaha", "helena", "duluth", "omaha", "denver"]
    assert points[0] == (places[0].x, places[0].y)
    assert points[-1] == (places[-1].x, places[-1].y)
    assert walk(laid_out("usa"), []) == ([], [])


@pytest.mark.parametrize("board", BOARDS)
def test_another_boards_routes_are_no_trouble(board: str, table: Table) -> None:
    view = table("usa", trail=(("duluth--helena", 0),), lit=("helena--omaha",)).view
    view.board = late_game(board).setup.board
    assert view.layout


@pytest.mark.parametrize("turned", [0, 1])
def test_where_a_route_lies_on_the_window_is_known(
    turned: int, finger: Finger, table: Table
) -> None:
    watched = table("usa", turned=turned)
    view = watched.view
    view.focus(routes=("duluth--helena",))
    said = view.rect_of_route("duluth--helena", 0)
    finger.wait(1.0)
    assert view.rect_of_route("duluth--helena", 0) == said
    for x, y in (
        view.on_screen("duluth"),
        view.on_screen("helena"),
        view.track_on_screen("duluth--helena"),
    ):
        assert said.left < x < said.right
        assert said.bottom < y < said.top
    assert said.width < 2.2 * abs(view.on_screen("duluth")[0] - view.on_screen("helena")[0]) or (
        said.height < 2.2 * abs(view.on_screen("duluth")[1] - view.on_screen("helena")[1])
    )
