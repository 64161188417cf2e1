"""A tap on a claimed route shows the claim, which can be changed or removed."""

from __future__ import annotations

from companion.rules.events import Doubling, RouteClaimed, TerrainDrawn, TurnPassed
from companion.ui.pages.table.claim_sheet import ClaimSheet
from companion.ui.pages.table.route_sheets import ClaimedRouteSheet
from tests.support.phone import FastPhone
from tests.support.table import start_game
from tests.support.widgets import route_area

HELENA = RouteClaimed("Ana", "duluth--helena")


def test_tap_on_a_claimed_route_shows_the_claim(phone: FastPhone) -> None:
    claim = RouteClaimed("Ana", "cape-town--port-elizabeth", 0, Doubling(0, 1))
    start_game(phone, "heart-of-africa", 4, claim, TurnPassed("Peter"))
    phone.taps = 0
    phone.tap_route("cape-town--port-elizabeth", 0)
    assert phone.taps == 1
    sheet = phone.table.sheet
    assert isinstance(sheet, ClaimedRouteSheet)
    (shown,) = sheet.ids.claims.children
    assert (shown.owner, shown.points) == ("Ana", "+8")
    assert shown.facts == "3 black · Mountain & Cliff · doubled with 1 locomotive"
    assert shown.entry == "Entry 1 of 2"
    board = phone.table.ids.board
    assert board.highlight.tracks == (("cape-town--port-elizabeth", 0),)
    assert route_area(board, "cape-town--port-elizabeth", 0).bottom > phone.table.covered


def test_claim_is_changed_for_another_player_then_removed_and_restored(phone: FastPhone) -> None:
    start_game(phone, "usa", 3, HELENA, TurnPassed("Peter"))
    phone.taps = 0
    phone.tap_route("duluth--helena")
    phone.press("Change")
    sheet = phone.table.sheet
    assert isinstance(sheet, ClaimSheet)
    assert sheet.player == "Ana"
    phone.press("Maya")
    phone.press("Claim for Maya  +15")
    assert phone.taps == 4
    assert phone.now.game.events == (RouteClaimed("Maya", "duluth--helena"), TurnPassed("Peter"))
    assert phone.screen == "table"
    assert phone.now.correcting is None
    phone.taps = 0
    phone.tap_route("duluth--helena")
    phone.press("Remove")
    assert phone.taps == 2
    assert len(phone.now.game.events) == 1
    assert phone.table.sheet is None
    assert phone.shows("Removed: Maya: Duluth – Helena")
    phone.tap(phone.buttons("Undo")[0])
    assert len(phone.now.game.events) == 2


def test_closed_track_shows_the_claim_of_the_other_track(phone: FastPhone) -> None:
    start_game(phone, "usa", 3, RouteClaimed("Ana", "denver--salt-lake-city", 0))
    for track in (0, 1):
        phone.tap_route("denver--salt-lake-city", track)
        assert isinstance(phone.table.sheet, ClaimedRouteSheet)
        assert phone.shows("Ana")
        assert not phone.buttons("Claim the other track")
        phone.close_sheet()


def test_free_track_is_claimed_by_a_tap_or_from_the_sheet_of_the_other(phone: FastPhone) -> None:
    claim = RouteClaimed("Ana", "denver--salt-lake-city", 0)
    start_game(phone, "usa", 4, claim)
    phone.tap_route("denver--salt-lake-city", 1)
    assert isinstance(phone.table.sheet, ClaimSheet)
    phone.close_sheet()
    phone.tap_route("denver--salt-lake-city", 0)
    phone.press("Claim the other track")
    phone.press("Claim for Peter  +4")
    assert phone.now.game.events == (claim, RouteClaimed("Peter", "denver--salt-lake-city", 1))
    # Found by its name, the route shows both claims.
    phone.table.open_route(phone.now.board.routes["denver--salt-lake-city"])
    phone.wait_until_idle()
    sheet = phone.table.sheet
    assert isinstance(sheet, ClaimedRouteSheet)
    assert [shown.owner for shown in reversed(sheet.ids.claims.children)] == ["Ana", "Peter"]


# The claim sheet on a small phone


def test_claim_sheet_needs_no_scrolling_on_a_small_phone(phone: FastPhone) -> None:
    phone.set_size(360, 640)
    draws = [TerrainDrawn("Ana", "jungle", 2), TerrainDrawn("Peter", "jungle", 2)]
    start_game(phone, "heart-of-africa", 5, *draws)
    route = "way-station-lower-congo--way-station-upper-congo"
    phone.table.open_route(phone.now.board.routes[route])
    phone.wait_until_idle()
    sheet = phone.table.sheet
    assert isinstance(sheet, ClaimSheet)
    assert len(sheet.ids.options.children) == 4
    scroll = sheet.ids.content.parent
    bottom, top = scroll.to_window(0, scroll.y)[1], scroll.to_window(0, scroll.top)[1]
    for option in range(4):
        sheet.option = option
        phone.wait_until_idle()
        for each in (*sheet.ids.options.children, *sheet.ids.players.children):
            low = each.to_window(each.x, each.y)[1]
            assert bottom <= low, (option, each)
            assert low + each.height <= top
            assert each.width >= 48
            assert each.height >= 48
    assert sheet.button in phone.visible_widgets()
    board = phone.table.ids.board
    area = route_area(board, route)
    assert area.bottom > phone.table.covered
    assert area.top < phone.table.ids.bar.y
