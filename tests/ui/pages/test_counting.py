"""Counting a finished board by touch: one tap per route, then tickets and result as usual."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.events import UNCHECKED, RouteClaimed
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.ui.pages.table.route_sheets import CitySheet, ClaimedRouteSheet, RouteChoiceSheet
from tests.support.games import recorded_game
from tests.support.phone import FastPhone
from tests.support.sessions import accepted
from tests.support.table import setup
from tests.support.widgets import track_on_screen

HELENA = RouteClaimed("Ana", "duluth--helena")
CAPE = RouteClaimed("Ana", "cape-town--port-elizabeth")


def start_counting(phone: FastPhone, board: str, players: int, *events: RouteClaimed) -> None:
    phone.context.sessions.begin(replace(setup(board, players), counted=True))
    phone.navigator.reset_to("home", "table")
    for event in events:
        assert accepted(phone.session.enter, event)
    phone.table.ids.notice.clear()
    phone.wait_until_idle()


def count_board(phone: FastPhone, played: Game) -> None:
    """Enter the final board of a game: each player's routes and stations, by touch."""
    phone.context.sessions.begin(replace(played.setup, counted=True))
    phone.navigator.reset_to("home", "table")
    phone.wait_until_idle()
    for player in played.state.players.values():
        while phone.now.player != player.name:
            phone.press("Next player")
        for claim in player.claims:
            entered = len(phone.now.game.events)
            phone.tap_route(claim.route.id, claim.track)
            if isinstance(phone.table.sheet, RouteChoiceSheet):
                title = str(played.setup.board.route_title(claim.route))
                rows = phone.table.sheet.ids.routes.children
                phone.tap(next(row for row in rows if row.title == title))
                phone.wait_until_idle()
            assert len(phone.now.game.events) == entered + 1, claim
        for city in player.stations:
            phone.tap_city(city)
            assert isinstance(phone.table.sheet, CitySheet)
            phone.tap(phone.table.sheet.ids.station.children[0])
            phone.wait_until_idle()


def test_finished_board_is_counted_with_one_tap_per_route(phone: FastPhone) -> None:
    """One tap could mean several routes, which are then offered."""
    played = recorded_game("europe-full")
    phone.taps = 0
    count_board(phone, played)
    players = played.state.players.values()
    claims = sum(len(player.claims) for player in players)
    stations = sum(len(player.stations) for player in players)
    assert phone.taps == claims + 2 * stations + len(players) - 1 + 1
    for player in players:
        for ticket in player.tickets:
            phone.session.take_ticket(player.name, ticket)
    counted, expected = tally(phone.now.game.state), tally(played.state)
    assert counted.final
    assert [each.parts for each in counted.players] == [each.parts for each in expected.players]
    assert counted.winners == expected.winners


def test_player_stays_selected_until_the_next_is_chosen(phone: FastPhone) -> None:
    start_counting(phone, "usa", 3)
    phone.tap_route("duluth--helena")
    assert phone.now.game.events == (HELENA,)
    assert phone.now.player == "Ana"
    assert phone.shows("6 of 45")
    assert phone.shows("Tap Ana’s routes")
    assert phone.table.banner == ""
    phone.press("Next player")
    assert phone.now.player == "Peter"
    assert phone.shows("Now tap Peter’s routes.")
    assert phone.now.game.events == (HELENA,), "no turn is entered"
    phone.press("Undo")
    assert phone.now.game.events == (HELENA,), "Undo of the notification selects Ana again"
    assert phone.now.player == "Ana"
    phone.tap_route("duluth--helena")
    assert isinstance(phone.table.sheet, ClaimedRouteSheet)
    assert phone.now.game.events == (HELENA,)
    assert not phone.buttons("Doubled")
    phone.press("Remove")
    assert not phone.now.game.events
    assert phone.now.player == "Ana"
    phone.open_player("Ana")
    phone.press("Name, colour, turn order")
    assert not phone.button("Leave the game early").enabled


def test_two_quick_taps_claim_once_and_do_not_zoom(phone: FastPhone) -> None:
    start_counting(phone, "usa", 3)
    board = phone.table.ids.board
    scale = board.camera.scale
    x, y = board.to_window(*track_on_screen(board, "duluth--helena"))
    phone.tap_at(x, y)
    phone.tap_at(x, y)
    phone.wait_until_idle()
    assert phone.now.game.events == (HELENA,)
    assert isinstance(phone.table.sheet, ClaimedRouteSheet)
    phone.close_sheet()
    assert board.camera.scale == pytest.approx(scale)


def test_dragged_claim_is_marked_as_doubled_and_unmarked(phone: FastPhone) -> None:
    start_counting(phone, "heart-of-africa", 4)
    assert not phone.buttons("+1 Mountain")
    phone.drag_between("cape-town", "port-elizabeth")
    assert phone.now.game.events == (CAPE,)
    phone.taps = 0
    phone.tap_route(CAPE.route)
    assert phone.shows("The app cannot check it: the cards are not known.")
    phone.press("Doubled")
    assert phone.now.game.events == (replace(CAPE, doubled=UNCHECKED),)
    assert phone.taps == 2
    assert phone.shows("doubled, not checked")
    phone.tap_route(CAPE.route)
    phone.press("Change")
    phone.press("Maya")
    phone.press("Save the correction  +8")
    assert phone.now.game.events == (replace(CAPE, player="Maya", doubled=UNCHECKED),)
    assert phone.now.player == "Ana"
    phone.tap_route(CAPE.route)
    phone.press("Doubled")
    assert phone.now.game.events == (replace(CAPE, player="Maya"),)


def test_other_track_is_counted_if_it_is_not_closed(phone: FastPhone) -> None:
    start_counting(phone, "usa", 2, RouteClaimed("Peter", "denver--salt-lake-city", 0))
    phone.tap_route("denver--salt-lake-city", 1)
    assert isinstance(phone.table.sheet, ClaimedRouteSheet)
    assert len(phone.now.game.events) == 1
    start_counting(phone, "usa", 4, RouteClaimed("Peter", "denver--salt-lake-city", 0))
    phone.tap_route("denver--salt-lake-city", 0)
    phone.press("Claim the other track")
    assert phone.now.game.events[-1] == RouteClaimed("Ana", "denver--salt-lake-city", 1)
    phone.navigator.go("result")
    phone.wait_until_idle()
    assert phone.now.state.is_over
    assert phone.page("result").ids.curve_card.height == 0


def test_counted_game_survives_a_kill_with_the_selected_player(phone: FastPhone) -> None:
    start_counting(phone, "europe", 3)
    phone.press("Next player")
    phone.tap_route("brest--paris")
    phone.reopen()
    assert phone.screen == "table"
    assert phone.now.setup.counted
    assert phone.now.player == "Peter"
    phone.finish()
    assert phone.screen == "check"
