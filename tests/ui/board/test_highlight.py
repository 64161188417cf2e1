"""Highlights on the board view."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.drawing.highlight import NO_HIGHLIGHT, Highlight
from companion.drawing.palette import LIGHT, PLAYERS, ROUTES
from companion.rules.events import RouteClaimed, StationBuilt
from tests.support.widgets import track_on_screen
from tests.ui.board.shown_board import (
    EACH_BOARD,
    ShowBoard,
    close_to,
    first_car,
    free,
    late_game,
    whole_routes,
    zoomed_to,
)

if TYPE_CHECKING:
    from tests.support.touch import Finger


def test_tracks_that_are_not_highlighted_fade(finger: Finger, show_board: ShowBoard) -> None:
    shown = show_board("usa")
    view = zoomed_to(finger, shown, "duluth--helena", "helena--omaha")
    view.highlight = whole_routes(view, "duluth--helena")

    def color(route: str) -> tuple[int, ...]:
        return shown.color_at(*first_car(view, route))

    assert color("duluth--helena") == close_to(ROUTES["orange"])
    assert color("helena--omaha") != close_to(free("red"))
    view.highlight = NO_HIGHLIGHT
    assert color("helena--omaha") == close_to(free("red"))


def test_one_track_of_a_double_route_can_be_highlighted(
    finger: Finger, show_board: ShowBoard
) -> None:
    shown = show_board("europe", RouteClaimed("Ana", "edinburgh--london", 0))
    view = zoomed_to(finger, shown, "edinburgh--london")
    sister = first_car(view, "edinburgh--london", 1)
    free = ROUTES[view.board.routes["edinburgh--london"].tracks[1]]
    view.highlight = Highlight(tracks=(("edinburgh--london", 0),))
    assert shown.color_at(*first_car(view, "edinburgh--london", 0)) == close_to(PLAYERS["blue"])
    assert shown.color_at(*sister) != close_to(free)
    view.highlight = whole_routes(view, "edinburgh--london")
    assert shown.color_at(*sister) == close_to(free)


def test_tracks_and_stations_of_other_players_fade(finger: Finger, show_board: ShowBoard) -> None:
    shown = show_board(
        "europe",
        RouteClaimed("Ana", "edinburgh--london", 0),
        RouteClaimed("Peter", "edinburgh--london", 1),
        StationBuilt("Maya", "london"),
    )
    view = zoomed_to(finger, shown, "edinburgh--london")
    x, y = view.place_on_screen("london")
    ana, peter = (first_car(view, "edinburgh--london", track) for track in (0, 1))
    station = x, y + 0.5 * view.camera.scale

    def colors() -> list[tuple[int, ...]]:
        return shown.colors_at(ana, peter, station)

    blue, red, green = (close_to(PLAYERS[color]) for color in ("blue", "red", "green"))
    assert colors() == [blue, red, green]
    view.highlight = Highlight(player="Ana")
    assert [seen == color for seen, color in zip(colors(), (blue, red, green), strict=True)] == [
        True,
        False,
        False,
    ]
    view.highlight = Highlight(player="Maya")
    assert colors()[2] == green
    assert colors()[0] != blue
    view.highlight = NO_HIGHLIGHT
    assert colors() == [blue, red, green]


def test_highlighted_track_glows_among_the_tracks_of_a_player(
    finger: Finger, show_board: ShowBoard
) -> None:
    claims = (RouteClaimed("Ana", route) for route in ("duluth--helena", "helena--omaha"))
    shown = show_board("usa", *claims)
    view = zoomed_to(finger, shown, "duluth--helena", "helena--omaha")
    view.highlight = Highlight(tracks=(("duluth--helena", 0),), player="Ana")

    def color_near(route: str) -> tuple[int, ...]:
        assert view.layout
        car = view.layout.tracks[route, 0].cars[1]
        away = 1.55
        return shown.color_at(
            *view.camera.to_screen((car.x - car.sin * away, car.y + car.cos * away))
        )

    for route in ("duluth--helena", "helena--omaha"):
        assert shown.color_at(*first_car(view, route)) == close_to(PLAYERS["blue"])
    assert color_near("duluth--helena") != color_near("helena--omaha")
    assert color_near("helena--omaha") in (close_to(LIGHT.land), close_to(LIGHT.board))


def test_trail_is_drawn_along_its_tracks_and_other_tracks_fade(
    finger: Finger, show_board: ShowBoard
) -> None:
    claims = [RouteClaimed("Ana", route) for route in ("duluth--helena", "helena--omaha")]
    shown = show_board("usa", *claims, RouteClaimed("Ana", "duluth--winnipeg"))
    view = zoomed_to(finger, shown, "duluth--helena", "helena--omaha")
    view.highlight = Highlight(trail=(("helena--omaha", 0), ("duluth--helena", 0)))
    assert shown.color_at(*first_car(view, "duluth--helena")) == close_to(LIGHT.bar_accent)
    assert shown.color_at(*first_car(view, "duluth--winnipeg")) != close_to(PLAYERS["blue"])
    view.turned = 1
    zoomed_to(finger, shown, "duluth--helena", "helena--omaha")
    assert shown.color_at(*first_car(view, "duluth--helena")) == close_to(LIGHT.bar_accent)
    view.highlight = NO_HIGHLIGHT
    assert shown.color_at(*first_car(view, "duluth--winnipeg")) == close_to(PLAYERS["blue"])


@EACH_BOARD
def test_highlight_of_another_board_is_ignored(
    board: str, finger: Finger, show_board: ShowBoard
) -> None:
    trail, tracks = (("duluth--helena", 0),), (("helena--omaha", 0),)
    highlight = Highlight(tracks=tracks, places=("denver",), trail=trail)
    view = show_board("usa", highlight=highlight).view
    view.board = late_game(board).setup.board
    finger.wait()
    view.focus(highlight)
    assert view.layout


@EACH_BOARD
def test_names_of_what_is_focused_are_not_cut_at_the_edge(
    board: str, finger: Finger, show_board: ShowBoard
) -> None:
    view = show_board(board).view
    for route in view.board.routes.values():
        view.focus(Highlight(tracks=((route.id, 0),)))
        finger.wait(1.0)
        names = view._canvas.labels.areas() if view._canvas else {}
        for end in (route.start, route.end):
            if end in names:
                area = names[end]
                assert area.left >= view.x - 1, (route.id, end)
                assert area.right <= view.right + 1, (route.id, end)
                assert area.bottom >= view.y - 1, (route.id, end)
                assert area.top <= view.top + 1, (route.id, end)


@pytest.mark.parametrize("turned", [0, 1])
def test_areas_of_routes_are_known_before_the_camera_has_moved(
    turned: int, finger: Finger, show_board: ShowBoard
) -> None:
    view = show_board("usa", turned=turned).view
    before = list(view.hit_areas())
    view.focus(whole_routes(view, "duluth--helena"))
    areas = list(view.hit_areas())
    assert areas != before
    finger.wait(1.0)
    assert list(view.hit_areas()) == areas
    for x, y in (view.place_on_screen("duluth"), track_on_screen(view, "duluth--helena")):
        assert any(a.left <= x <= a.right and a.bottom <= y <= a.top for a in areas)
