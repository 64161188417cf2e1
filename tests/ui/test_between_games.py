"""After a change to a game on another board no page shows anything of the first game."""

from __future__ import annotations

from itertools import pairwise

import pytest
from kivy.uix.textinput import TextInput

from companion.rules.boards import bundled_boards
from companion.rules.events import Event, RouteClaimed, StationBuilt, TerrainDrawn
from companion.ui.navigator import PAGES, PageName
from tests.support.phone import FastPhone
from tests.support.table import start_game

FIRST: dict[str, tuple[Event, ...]] = {
    "europe": (StationBuilt("Ana", "paris"), RouteClaimed("Peter", "brest--paris")),
    "heart-of-africa": (TerrainDrawn("Ana", "mountain", 2),),
    "usa": (RouteClaimed("Ana", "duluth--helena"),),
    "nordic-countries": (RouteClaimed("Ana", "helsinki--stockholm"),),
    "switzerland": (RouteClaimed("Ana", "baden--basel"),),
    "india": (RouteClaimed("Ana", "bhatinda--rohri"),),
}


def visit_every_page(phone: FastPhone) -> None:
    """Open every page and type into every text field."""
    for name in PAGES:
        phone.navigator.go(name)
        phone.wait_until_idle()
        for widget in list(phone.visible_widgets()):
            if isinstance(widget, TextInput):
                widget.text = "a 1"
                phone.wait_until_idle()
    while phone.navigator.back():
        phone.wait()


def routes_of(phone: FastPhone, other: str) -> list[str]:
    """Visible routes of a board other than the current one."""
    board, here = bundled_boards()[other], phone.now.board
    names = {str(board.route_title(route)) for route in board.routes.values()}
    ours = {str(here.route_title(route)) for route in here.routes.values()}
    return [text for text in phone.texts() if text in names - ours]


GAME_PAGES: tuple[PageName, ...] = ("table", "find", "log", "check", "tickets", "result")


@pytest.mark.parametrize(
    "boards",
    [
        ("europe", "heart-of-africa", "europe"),
        pytest.param((*FIRST, "usa"), marks=pytest.mark.soak),
    ],
)
def test_pages_show_only_the_board_of_the_next_game(
    phone: FastPhone, boards: tuple[str, ...]
) -> None:
    start_game(phone, boards[0], 2, *FIRST[boards[0]])
    for one, other in pairwise(boards):
        visit_every_page(phone)
        start_game(phone, other, 3, *FIRST[other])
        for name in GAME_PAGES:
            phone.navigator.go(name)
            phone.wait_until_idle()
            assert phone.now.board.id == other
            assert routes_of(phone, one) == [], name
