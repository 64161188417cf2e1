"""The board of the table page: highlight, notification, rotation."""

from __future__ import annotations

import pytest

from companion.rules.boards import bundled_boards
from companion.rules.events import RouteClaimed, StationBuilt
from companion.ui.navigator import ShowEntry
from tests.support.phone import Phone
from tests.support.sessions import accepted
from tests.support.table import start_game


def covered_by_the_line(phone: Phone, route: str, track: int = 0) -> bool:
    """Whether the notification covers a track."""
    line = phone.table.ids.notice
    left, bottom = line.to_window(line.x, line.y)
    right, top = line.to_window(line.right, line.top)
    area = phone.table.ids.board.route_area(route, track)
    side_by_side = area.right <= left or right <= area.left
    return not (side_by_side or area.top <= bottom or top <= area.bottom)


@pytest.mark.parametrize(
    ("board", "route"),
    [
        ("usa", "miami--new-orleans"),
        ("usa", "calgary--vancouver"),
        ("europe", "palermo--smyrna"),
        ("heart-of-africa", "cape-town--port-elizabeth"),
        ("nordic-countries", "arhus--kobenhavn"),
        ("switzerland", "italia-lugano--lugano"),
        ("india", "erode--quilon"),
    ],
)
def test_notification_never_covers_the_claimed_route(phone: Phone, board: str, route: str) -> None:
    start_game(phone, board, 3)
    for size in ((320, 568), (390, 844), (844, 390)):
        phone.resize(*size)
        phone.wait_until_idle()
        assert accepted(phone.session.enter, RouteClaimed("Ana", route))
        phone.wait_until_idle()
        assert phone.table.ids.notice.text
        assert not covered_by_the_line(phone, route), size
        phone.session.undo()


def test_drag_along_a_claimed_route_is_refused_with_a_reason(phone: Phone) -> None:
    start_game(phone, "usa", 3, RouteClaimed("Ana", "duluth--helena"))
    phone.drag_between("helena", "duluth")
    assert len(phone.now.game.events) == 1
    assert phone.shows("Peter cannot claim Duluth – Helena: Ana has this track.")
    assert phone.table.ids.notice.refused


def test_only_the_chosen_track_is_highlighted(phone: Phone) -> None:
    start_game(phone, "usa", 4)
    board = phone.table.ids.board
    phone.tap_route("denver--salt-lake-city", 0)
    assert board.highlight.tracks == (("denver--salt-lake-city", 0),)
    phone.press("yellow")
    tracks = bundled_boards()["usa"].routes["denver--salt-lake-city"].tracks
    assert board.highlight.tracks == (("denver--salt-lake-city", tracks.index("yellow")),)
    phone.press("Claim for Ana  +4")
    assert board.highlight.tracks == ()


def test_entry_is_highlighted_until_the_board_is_tapped(phone: Phone) -> None:
    start_game(
        phone, "europe", 4, RouteClaimed("Ana", "brest--paris"), StationBuilt("Peter", "paris")
    )
    board = phone.table.ids.board
    phone.press("Log")
    phone.tap(next(row for row in phone.visible_widgets() if getattr(row, "number", "") == "1"))
    phone.wait_until_idle()
    phone.press("Show on the board")
    assert board.highlight.tracks == (("brest--paris", 0),)
    assert phone.shows("Ana: Brest – Paris")
    assert not covered_by_the_line(phone, "brest--paris")
    phone.table.ids.notice.clear()
    phone.tap_at(board.x + 12, board.y + 12)
    phone.wait(board.double_tap_time + 0.1)
    assert board.highlight.tracks == ()
    phone.navigator.go("table", ShowEntry(1))
    assert board.highlight.places == ("paris",)


def test_sheet_does_not_cover_its_route(phone: Phone) -> None:
    start_game(phone, "usa", 3)
    phone.tap_route("miami--new-orleans")
    area = phone.table.ids.board.route_area("miami--new-orleans")
    assert area.bottom > phone.table.covered
    phone.close_sheet()
    phone.tap_city("miami")
    board = phone.table.ids.board
    assert board.to_window(*board.place_on_screen("miami"))[1] > phone.table.covered


def test_board_rotation_is_saved_with_the_game(phone: Phone) -> None:
    start_game(phone, "usa", 3, RouteClaimed("Ana", "duluth--helena"))
    phone.press("Rotate the board")
    assert phone.table.ids.board.turned == 1
    phone.kill()
    phone.start()
    assert phone.table.ids.board.turned == 1
    for _ in range(3):
        phone.press("Rotate the board")
    assert phone.table.ids.board.turned == 0
    assert len(phone.now.game.events) == 1
    start_game(phone, "usa", 2)
    assert phone.table.ids.board.turned == 0


@pytest.mark.parametrize("board", sorted(bundled_boards()))
@pytest.mark.parametrize("turned", [0, 1])
def test_rotate_button_covers_no_city(phone: Phone, board: str, turned: int) -> None:
    start_game(phone, board, 3)
    if turned:
        phone.press("Rotate the board")
    button, view = phone.button("Rotate the board"), phone.table.ids.board
    for place in view.board.places:
        assert not button.collide_point(
            *button.to_widget(*view.to_window(*view.place_on_screen(place)))
        )


@pytest.mark.parametrize("board", bundled_boards())
def test_rotate_button_covers_no_place_and_few_labels(phone: Phone, board: str) -> None:
    phone.resize(320, 568)
    start_game(phone, board, 2)
    view, button = phone.table.ids.board, phone.button("Rotate the board")
    for place in view.layout.dots:
        assert not button.collide_point(*view.place_on_screen(place)), place
    for name, area in view.name_areas().items():
        across = min(area.right, button.right) - max(area.left, button.x)
        along = min(area.top, button.top) - max(area.bottom, button.y)
        if across > 0 and along > 0:
            assert across * along < 0.3 * area.width * area.height, name
