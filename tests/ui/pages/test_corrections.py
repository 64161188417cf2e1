"""Correcting a route to the printed board."""

from __future__ import annotations

from companion.rules.board import RouteCorrection
from companion.rules.boards import bundled_boards
from companion.rules.events import RouteClaimed
from tests.support.phone import Phone
from tests.support.sessions import accepted
from tests.support.table import start_game

ROUTE = "duluth--helena"


def differ(phone: Phone, *choices: str) -> None:
    """Correct the length of a route on its sheet."""
    phone.tap_route(ROUTE)
    phone.press("The printed board is different")
    for choice in choices:
        phone.press(choice)
    phone.press("Use for this board from now on")
    phone.wait_until_idle()


def test_route_correction_applies_to_this_and_the_next_game_until_the_printed_values_return(
    phone: Phone,
) -> None:
    start_game(phone, "usa", 2, RouteClaimed("Ana", "boston--montreal"))
    differ(phone, "5", "red")
    assert phone.screen == "table"
    assert phone.shows("Duluth – Helena: now 5 red")
    assert phone.table.sheet is None
    phone.tap_route(ROUTE)
    phone.press("Claim for Peter  +10")
    assert phone.now.state.players["Peter"].trains == 40
    assert phone.now.state.players["Ana"].route_points == 2

    start_game(phone, "usa", 3)
    route = phone.now.state.setup.board.routes[ROUTE]
    assert (route.length, route.tracks) == (5, ("red",))
    assert bundled_boards()["usa"].routes[ROUTE].length == 6
    differ(phone, "6", "orange")
    assert phone.context.store.learned.corrections(bundled_boards()["usa"]) == []
    assert phone.now.state.setup.board.corrections == ()


def test_correction_that_breaks_a_claim_is_refused_with_a_reason(phone: Phone) -> None:
    start_game(phone, "usa", 4, RouteClaimed("Ana", "denver--salt-lake-city", 1))
    phone.tap_route("denver--salt-lake-city")
    phone.press("The printed board is different")
    phone.press("One track")
    phone.press("Use for this board from now on")
    sheet = phone.table.sheet
    assert sheet is not None
    assert "Ana cannot claim another track of Denver – Salt Lake City" in sheet.refusal
    assert phone.texts().count(sheet.refusal) == 1
    assert phone.table.ids.notice.text == ""
    assert phone.context.store.learned.corrections(bundled_boards()["usa"]) == []
    assert len(phone.now.state.setup.board.routes["denver--salt-lake-city"].tracks) == 2


def test_correction_is_listed_and_removed(phone: Phone) -> None:
    start_game(phone, "usa", 2)
    assert accepted(phone.session.correct_board, RouteCorrection(ROUTE, 5, ("red",)))
    phone.navigator.go("settings")
    phone.navigator.go("corrections")
    phone.wait_until_idle()
    assert phone.shows("Printed: 5 red")
    assert phone.shows("In the app: 6 orange")
    phone.press("Remove")
    assert phone.shows("No corrections yet.")
    phone.press("Undo")
    assert phone.shows("Printed: 5 red")
    phone.press("Remove")
    phone.press("Back")
    phone.press("Back")
    assert phone.screen == "table"
    assert phone.now.state.setup.board.routes[ROUTE].length == 6
    start_game(phone, "usa", 2)
    assert phone.now.state.setup.board.corrections == ()


def test_second_track_is_added_and_kept_by_a_game_that_depends_on_it(phone: Phone) -> None:
    start_game(phone, "usa", 4)
    phone.tap_route(ROUTE)
    phone.press("The printed board is different")
    phone.press("Two tracks")
    sheet = phone.table.sheet
    assert sheet is not None
    sheet.set_color(1, "blue")
    phone.press("Use for this board from now on")
    route = phone.now.state.setup.board.routes[ROUTE]
    assert route.tracks == ("orange", "blue")
    assert accepted(phone.session.enter, RouteClaimed("Ana", ROUTE, 1))
    phone.navigator.go("corrections")
    phone.wait_until_idle()
    phone.press("Remove")
    assert phone.shows("The game in progress is unchanged:")
    assert phone.context.store.learned.corrections(bundled_boards()["usa"]) == []
    phone.press("Back")
    assert len(phone.now.state.setup.board.routes[ROUTE].tracks) == 2
