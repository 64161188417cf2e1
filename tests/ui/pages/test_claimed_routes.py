"""A tap on a claimed route shows the claim, which can be changed or removed."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.events import (
    UNCHECKED,
    Doubling,
    Event,
    RouteClaimed,
    TerrainDrawn,
    TurnPassed,
)
from companion.ui.pages.table.claim_sheet import ClaimSheet
from companion.ui.pages.table.route_sheets import ClaimedRouteSheet
from tests.support.phone import FastPhone
from tests.support.table import setup, start_game
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
    phone.press("Save the correction  +15")
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
        for each in (*sheet.ids.options.children, *sheet.players.children):
            low = each.to_window(each.x, each.y)[1]
            low_limit, limit = bottom, top
            if each.parent is sheet.players:
                low_limit, limit = top, sheet.ids.panel.top
            assert low_limit <= low, (option, each)
            assert low + each.height <= limit
            assert each.width >= 48
            assert each.height >= 48
    assert sheet.button in phone.visible_widgets()
    places = {sheet.players.y}
    for name in ("Peter", "Maya"):
        phone.press(name)
        places.add(sheet.players.y)
    assert len(sheet.ids.options.children) < 4
    assert len(places) == 1, "the players stay in place whatever the number of options"
    board = phone.table.ids.board
    area = route_area(board, route)
    assert area.bottom > phone.table.covered
    assert area.top < phone.table.ids.bar.y


def test_track_chips_have_a_car_for_each_space(phone: FastPhone) -> None:
    start_game(phone, "usa", 4)
    phone.tap_route("denver--salt-lake-city", 0)
    sheet = phone.table.sheet
    assert isinstance(sheet, ClaimSheet)
    assert [chip.count for chip in sheet.ids.tracks.children] == [3, 3]


# Corrections by touch

CAPE = RouteClaimed("Ana", "cape-town--port-elizabeth", 0, Doubling(0, 1))


def change_cape(phone: FastPhone, *later: Event) -> None:
    """Open the claim of Cape Town – Port Elizabeth, which was doubled, to be corrected."""
    start_game(phone, "heart-of-africa", 4, CAPE, *later)
    phone.tap_route(CAPE.route)
    phone.press("Change")


def test_sheet_of_a_correction_names_the_entry_and_the_scores(phone: FastPhone) -> None:
    phone.set_size(360, 640)
    change_cape(phone, TurnPassed("Peter"), RouteClaimed("Maya", "durban--madagascar-south"))
    assert phone.shows("Correcting entry 1 (Ana: Cape Town – Port Elizabeth")
    assert phone.shows("Scores before entry 1")
    assert phone.now.state.players["Maya"].score == 0
    assert phone.button("Save the correction  +8").enabled
    assert not phone.buttons("Claim for Ana  +8")
    phone.press("Cancel")
    assert phone.table.sheet is None
    assert phone.now.correcting is None
    assert not phone.shows("Scores before")


def test_correction_to_another_route_keeps_the_doubling_or_says_that_it_cannot(
    phone: FastPhone,
) -> None:
    change_cape(phone)
    phone.close_sheet()
    phone.tap_route("bloemfontein--port-nolloth")
    assert phone.shows("Entered as “doubled with 1 locomotive”: not possible here.")
    assert phone.button("Save the correction  +7").enabled
    phone.close_sheet()
    phone.tap_route("durban--pretoria")
    assert not phone.shows("Entered as")
    assert phone.button("Double with 1 locomotive").chosen
    phone.press("Save the correction  +4")
    (changed,) = phone.now.game.events
    assert changed == RouteClaimed("Ana", "durban--pretoria", 0, Doubling(0, 1))


def test_counted_claim_that_is_corrected_by_a_drag_stays_doubled(phone: FastPhone) -> None:
    phone.context.sessions.begin(replace(setup("heart-of-africa", 4), counted=True))
    phone.navigator.reset_to("home", "table")
    phone.session.enter(replace(CAPE, doubled=UNCHECKED))
    phone.session.correct(0)
    phone.wait_until_idle()
    phone.drag_between("durban", "pretoria")
    phone.press("Save the correction  +4")
    (changed,) = phone.now.game.events
    assert changed == RouteClaimed("Ana", "durban--pretoria", 0, UNCHECKED)


def test_correction_ends_when_the_keeper_leaves_table_and_log(phone: FastPhone) -> None:
    change_cape(phone)
    phone.close_sheet()
    for button, ends in (("Log", False), ("Find", False), ("Finish", True)):
        phone.press(button)
        assert (phone.now.correcting is None) == ends, button
        if not ends:
            phone.press("Back")
            assert phone.shows("Correcting entry 1")
    assert phone.screen == "check"
    assert phone.now.state == phone.now.game.state


def test_undo_ends_a_correction_and_closes_its_sheet(phone: FastPhone) -> None:
    change_cape(phone)
    phone.press("Undo")
    assert phone.now.correcting is None
    assert phone.table.sheet is None
