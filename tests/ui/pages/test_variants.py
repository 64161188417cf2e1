"""Ticket variants, triple routes and mountains on the pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.drawing.painting import track_looks
from companion.report.export.message import played_on
from companion.report.words.games import short_date
from companion.rules.events import RouteClaimed
from companion.ui.look.translator import translator
from companion.ui.pages.table.claim_sheet import ClaimSheet
from tests.support.games import recorded_game
from tests.support.new_game import BOARDS, FIVE, NewGamePhone
from tests.support.table import open_game, start_game


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[NewGamePhone]:
    phone = NewGamePhone(tmp_path / "data")
    yield phone
    phone.close()


def test_variant_is_chosen_below_the_board_and_remembered(phone: NewGamePhone) -> None:
    phone.prefill(FIVE[:2], "india")
    page = phone.new_game_page
    without = page.ids.boards_column.height
    assert page.ids.options.ids.variants.height == 0
    phone.choose_board("usa")
    assert page.ids.boards_column.height > without
    phone.choose_variant("mega")
    phone.choose_board("india")
    assert page.ids.boards_column.height == without
    phone.choose_board("usa")
    assert page.setup.board.variant_id == "", "chosen, but not played"
    phone.choose_variant("mega")
    assert phone.shows("5 tickets each, keep 3 or more")
    phone.start_game()
    assert phone.started_setup().board == BOARDS["usa"].in_variant("mega")
    assert phone.shows("USA · Mega Game")
    phone.navigator.reset_to("home", "new_game")
    phone.prefill(FIVE[:2], "india")
    phone.choose_board("usa")
    assert page.setup.board.variant_id == "mega"
    phone.choose_variant("all")
    assert page.setup.board == BOARDS["usa"]


def test_variant_is_beside_the_boards_in_a_wide_window(phone: NewGamePhone) -> None:
    phone.set_size(1280, 800)
    phone.prefill(FIVE[:2], "usa")
    phone.press("Classic (2004)")
    assert phone.new_game_page.setup.board.variant_id == "classic"
    options = phone.new_game_page.ids.options
    assert options.x >= phone.new_game_page.ids.carousel.right
    phone.choose_board("india")
    assert options.height == 0
    phone.set_size(390, 844)
    phone.choose_board("usa")
    assert options.top <= phone.new_game_page.ids.carousel.y


def test_line_above_start_names_board_and_variant(phone: NewGamePhone) -> None:
    phone.set_size(320, 568)
    phone.prefill((), "usa")
    assert phone.shows("USA (10th Anniversary)")
    phone.choose_variant("mega")
    assert phone.shows("USA · Mega Game")


def test_narrow_headers_keep_variant_and_date(phone: NewGamePhone) -> None:
    phone.set_size(320, 568)
    open_game(phone, recorded_game("usa-mega"))
    phone.navigator.reset_to("home", "table")
    phone.wait_until_idle()
    assert phone.shows("USA · Mega Game")
    phone.navigator.go("result")
    phone.wait_until_idle()
    date = translator.render(short_date(played_on(phone.now.saved)))
    assert phone.shows(f"USA · Mega Game · {date}")


def test_lists_statistics_and_rematch_name_the_variant(phone: NewGamePhone) -> None:
    open_game(phone, recorded_game("europe-big-cities"))
    name = "Europe · Big Cities of Europe (1912)"
    phone.navigator.reset_to("home")
    phone.wait_until_idle()
    assert phone.shows(name)
    phone.session.finish()
    assert phone.session.next_setup().board.variant_id == "big-cities"
    phone.navigator.go("past_games")
    phone.wait_until_idle()
    assert any(name in text for text in phone.texts())
    boards = phone.context.history.boards()
    assert ("europe", "big-cities") in [(each.board, each.variant) for each in boards]


def test_card_of_another_deck_is_found_and_marked(phone: NewGamePhone) -> None:
    start_game(phone, "europe", 2)
    phone.navigator.go("tickets")
    phone.wait_until_idle()
    phone.type("ams ros")
    assert phone.shows("not in this deck")
    phone.press("Amsterdam – Rostov")
    ana = phone.now.state.players["Ana"]
    assert [(ticket.start, ticket.points) for ticket in ana.tickets] == [("amsterdam", 19)]
    assert phone.context.store.learned.tickets(phone.now.board) == []


def test_track_is_chosen_where_mountains_differ(phone: NewGamePhone) -> None:
    start_game(phone, "legendary-asia", 4)
    phone.drag_between("khabarovsk", "vladivostok")
    sheet = phone.table.sheet
    assert isinstance(sheet, ClaimSheet), "two grey tracks, one of them with a mountain"
    assert {chip.text for chip in sheet.ids.tracks.children} == {"grey", "grey, 1 mountain"}
    phone.press("grey, 1 mountain")
    assert phone.shows("Mountains: 1 more train leaves the game, +2.")
    phone.press("Claim for Ana  +4")
    assert phone.now.game.events == (RouteClaimed("Ana", "khabarovsk--vladivostok", 0),)
    assert phone.now.state.players["Ana"].trains == 45 - 3


def test_third_track_is_claimed_by_a_tap_and_closes_the_others(phone: NewGamePhone) -> None:
    start_game(phone, "germany", 3)
    phone.tap_route("dusseldorf--koln", 2)
    phone.press("Claim for Ana  +1")
    assert phone.now.game.events == (RouteClaimed("Ana", "dusseldorf--koln", 2),)
    looks = track_looks(phone.now.board, phone.now.state)
    assert [looks["dusseldorf--koln", track].closed for track in range(3)] == [True, True, False]


def test_third_track_is_offered_on_the_sheet_of_a_claim(phone: NewGamePhone) -> None:
    claims = (RouteClaimed("Ana", "dusseldorf--koln", 2), RouteClaimed("Peter", "dusseldorf--koln"))
    start_game(phone, "germany", 4, *claims)
    phone.tap_route("dusseldorf--koln", 2)
    phone.press("Claim another track")
    phone.press("Claim for Maya  +1")
    assert phone.now.game.events[-1] == RouteClaimed("Maya", "dusseldorf--koln", 1)
