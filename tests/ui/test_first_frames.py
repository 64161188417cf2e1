"""The first frame of a page is laid out completely."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.ui.navigator import PageName
from tests.ui.finished import lay_recorded, recorded, show_result
from tests.ui.hasty import HastyPhone

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
"""Without those that read a long list first, and the reveal, whose players overtake each other."""
GAMES = ("heart-of-africa-full", "europe-full", "usa-full")


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HastyPhone]:
    """A game that is over, and one at the end of its evening on each board."""
    phone = HastyPhone(tmp_path_factory.mktemp("phone") / "kept")
    show_result(phone, "usa-full")
    phone.session.finish()
    yield phone
    phone.close()


@pytest.mark.parametrize("game", GAMES)
def test_widgets_do_not_move_after_the_first_frame(phone: HastyPhone, game: str) -> None:
    lay_recorded(phone, game)
    for page in PAGES:
        phone.navigator.reset_to("home", "about" if page == "home" else "home")
        phone.commit()
        phone.navigator.go(page)
        phone.frame()
        seen = places(phone)
        phone.commit()
        now = places(phone)
        assert len(seen) > 5
        assert {each: now.get(each) for each in seen} == seen, page


@pytest.mark.parametrize("game", GAMES)
def test_board_is_laid_out_once(phone: HastyPhone, game: str) -> None:
    lay_recorded(phone, GAMES[GAMES.index(game) - 1])
    phone.navigator.reset_to("home")
    games = phone.context.store.games
    phone.session.open(games.save(games.begin(recorded(game).setup), recorded(game)).id)
    phone.navigator.go("table")
    board = phone.table.ids.board
    size, layout = list(board.size), board.layout
    phone.commit()
    assert board.size == size
    assert board.layout is layout


@pytest.mark.parametrize("page", ["table", "tickets", "result", "settings"])
def test_rotation_needs_no_more_layout_passes_than_kivy_allows(
    phone: HastyPhone, page: PageName, caplog: pytest.LogCaptureFixture
) -> None:
    lay_recorded(phone, "europe-full")
    phone.navigator.go(page)
    for size in ((360, 640), (844, 390), (360, 640), (390, 844)):
        phone.turn(*size)
    assert "too much iteration" not in caplog.text


def places(phone: HastyPhone) -> dict[object, tuple[int, ...]]:
    """Where everything is on the page."""
    found = {}
    for widget in phone.navigator.page.walk(restrict=True):
        corner = widget.to_window(*widget.pos)
        if widget.width >= 1 and widget.height >= 1 and widget.opacity:
            found[widget] = tuple(round(each) for each in (*corner, *widget.size))
    return found
