"""The first frame of a page is laid out completely."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.drawing.board_layout import BoardLayout, layout_of
from companion.rules.board import Board
from companion.ui.board import view
from companion.ui.navigator import PageName
from tests.support.phone import FastPhone
from tests.support.table import open_game, open_recorded_game, save_game, show_result
from tests.support.view_games import after

PAGES: tuple[PageName, ...] = (
    "home",
    "new_game",
    "table",
    "check",
    "tickets",
    "result",
    "log",
    "find",
    "settings",
    "about",
)
"""Without pages that load a list in a thread, and the reveal, which is animated."""
GAMES = ("heart-of-africa-full", "europe-full")


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastPhone]:
    """A phone with a finished game."""
    phone = FastPhone(tmp_path_factory.mktemp("phone") / "data")
    show_result(phone, "usa-full")
    phone.session.finish()
    yield phone
    phone.close()


@pytest.mark.parametrize("game", GAMES)
def test_widgets_do_not_move_after_the_first_frame(phone: FastPhone, game: str) -> None:
    open_recorded_game(phone, game)
    for page in PAGES:
        phone.navigator.reset_to("home", "about" if page == "home" else "home")
        phone.wait_until_idle()
        phone.navigator.go(page)
        phone.frame()
        seen = widget_areas(phone)
        phone.wait_until_idle()
        now = widget_areas(phone)
        assert len(seen) > 5
        assert {each: now.get(each) for each in seen} == seen, page


@pytest.mark.parametrize("game", GAMES)
def test_board_is_laid_out_once(
    phone: FastPhone, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Games in progress: the dock of one is higher, so the former board would change its size.
    open_game(phone, after(GAMES[GAMES.index(game) - 1], 25))
    phone.navigator.reset_to("home")
    laid_out: list[Board] = []

    def record(board: Board, *arguments: Any) -> BoardLayout:
        laid_out.append(board)
        return layout_of(board, *arguments)

    monkeypatch.setattr(view, "layout_of", record)
    save_game(phone, after(game, 25))
    phone.navigator.go("table")
    board = phone.table.ids.board
    size, layout = list(board.size), board.layout
    phone.wait_until_idle()
    assert board.size == size
    assert board.layout is layout
    assert laid_out == [phone.now.board]


@pytest.mark.parametrize(
    "page",
    [
        "table",
        "result",
        *(pytest.param(name, marks=pytest.mark.soak) for name in ("tickets", "settings")),
    ],
)
def test_rotation_needs_no_more_layout_passes_than_kivy_allows(
    phone: FastPhone, page: PageName, caplog: pytest.LogCaptureFixture
) -> None:
    open_recorded_game(phone, "europe-full")
    phone.navigator.go(page)
    for size in ((360, 640), (844, 390), (360, 640), (390, 844)):
        phone.set_size(*size)
    assert "too much iteration" not in caplog.text


def widget_areas(phone: FastPhone) -> dict[object, tuple[int, ...]]:
    """The position and size of every visible widget."""
    found = {}
    for widget in phone.navigator.page.walk(restrict=True):
        corner = widget.to_window(*widget.pos)
        if widget.width >= 1 and widget.height >= 1 and widget.opacity:
            found[widget] = tuple(round(each) for each in (*corner, *widget.size))
    return found
