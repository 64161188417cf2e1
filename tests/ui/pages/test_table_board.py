"""What the board of the table shows and hides: by real touches."""

from __future__ import annotations

import pytest

from companion.rules.boards import bundled_boards
from companion.rules.events import RouteClaimed, StationBuilt
from companion.ui.navigator import ShowEntry
from tests.support.sessions import accepted
from tests.ui.phone import Phone
from tests.ui.tables import lay


def covered_by_the_line(phone: Phone, route: str, track: int = 0) -> bool:
    """Whether the line that answers lies on a track."""
    line = phone.table.ids.notice
    left, bottom = line.to_window(line.x, line.y)
    right, top = line.to_window(line.right, line.top)
    area = phone.table.ids.board.rect_of_route(route, track)
    beside = area.right <= left or right <= area.left
    return not (beside or area.top <= bottom or top <= area.bottom)


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
def test_the_line_never_covers_the_route_just_claimed(phone: Phone, board: str, route: str) -> None:
    lay(phone, board, 3)
    for size in ((320, 568), (390, 844), (844, 390)):
        phone.resize(*size)
        phone.commit()
        assert accepted(phone.session.enter, RouteClaimed("Ana", route))
        phone.commit()
        assert phone.table.ids.notice.text
        assert not covered_by_the_line(phone, route), size
        phone.session.undo()


def test_a_drag_along_a_taken_route_says_why_and_claims_nothing(phone: Phone) -> None:
    lay(phone, "usa", 3, RouteClaimed("Ana", "duluth--helena"))
    phone.connect("helena", "duluth")
    assert len(phone.now.game.events) == 1
    assert phone.reads("Peter cannot claim Duluth – Helena: Ana has this track.")
    assert phone.table.ids.notice.refused


def test_only_the_track_that_is_meant_lights_up(phone: Phone) -> None:
    lay(phone, "usa", 4)
    board = phone.table.ids.board
    phone.tap_route("denver--salt-lake-city", 0)
    assert board.lit == (("denver--salt-lake-city", 0),)
    phone.press("yellow")
    tracks = bundled_boards()["usa"].routes["denver--salt-lake-city"].tracks
    assert board.lit == (("denver--salt-lake-city", tracks.index("yellow")),)
    phone.press("Claim for Ana  +4")
    assert board.lit == ()


def test_an_entry_is_shown_on_the_board_until_the_board_is_tapped(phone: Phone) -> None:
    lay(phone, "europe", 4, RouteClaimed("Ana", "brest--paris"), StationBuilt("Peter", "paris"))
    board = phone.table.ids.board
    phone.press("Log")
    phone.tap(next(row for row in phone.shown() if getattr(row, "number", "") == "1"))
    phone.commit()
    phone.press("Show on the board")
    assert board.lit == (("brest--paris", 0),)
    assert phone.reads("Ana: Brest – Paris")
    assert not covered_by_the_line(phone, "brest--paris")
    phone.table.ids.notice.clear()
    phone.tap_at(board.x + 12, board.y + 12)
    phone.wait(board.patience + 0.1)
    assert board.lit == ()
    phone.navigator.go("table", ShowEntry(1))
    assert board.marked_places == ("paris",)


def test_a_sheet_leaves_what_it_speaks_of_in_sight(phone: Phone) -> None:
    lay(phone, "usa", 3)
    phone.tap_route("miami--new-orleans")
    area = phone.table.ids.board.rect_of_route("miami--new-orleans")
    assert area.bottom > phone.table.covered
    phone.close_sheet()
    phone.tap_city("miami")
    board = phone.table.ids.board
    assert board.to_window(*board.on_screen("miami"))[1] > phone.table.covered


def test_the_board_is_turned_by_quarters_and_stays_so_for_the_game(phone: Phone) -> None:
    lay(phone, "usa", 3, RouteClaimed("Ana", "duluth--helena"))
    phone.press("Turn the board")
    assert phone.table.ids.board.turned == 1
    phone.die()
    phone.start()
    assert phone.table.ids.board.turned == 1
    for _ in range(3):
        phone.press("Turn the board")
    assert phone.table.ids.board.turned == 0
    assert len(phone.now.game.events) == 1
    lay(phone, "usa", 2)
    assert phone.table.ids.board.turned == 0


@pytest.mark.parametrize("board", sorted(bundled_boards()))
@pytest.mark.parametrize("turned", [0, 1])
def test_the_button_that_turns_the_board_lies_on_no_city(
    phone: Phone, board: str, turned: int
) -> None:
    lay(phone, board, 3)
    if turned:
        phone.press("Turn the board")
    button, view = phone.button("Turn the board"), phone.table.ids.board
    for place in view.board.places:
        assert not button.collide_point(*button.to_widget(*view.to_window(*view.on_screen(place))))


@pytest.mark.parametrize("board", bundled_boards())
def test_the_button_that_turns_the_board_hides_no_place_and_hardly_a_name(
    phone: Phone, board: str
) -> None:
    phone.resize(320, 568)
    lay(phone, board, 2)
    view, button = phone.table.ids.board, phone.button("Turn the board")
    for place in view.layout.dots:
        assert not button.collide_point(*view.on_screen(place)), place
    for name, area in view.name_areas().items():
        across = min(area.right, button.right) - max(area.left, button.x)
        along = min(area.top, button.top) - max(area.bottom, button.y)
        if across > 0 and along > 0:
            assert across * along < 0.3 * area.width * area.height, name
