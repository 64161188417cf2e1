"""The table page in large and in narrow windows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kivy.metrics import dp

from companion.rules.events import RouteClaimed, TerrainDrawn, TurnPassed
from companion.rules.setup import Player
from companion.ui.kit.text import line_width
from companion.ui.pages.table.claim_sheet import (
    ClaimOption,
    ClaimPlayerChip,
    ClaimPlayers,
    ClaimSheet,
)
from companion.ui.pages.table.dock import Dock
from companion.ui.pages.table.scoreboard import TerrainCount
from tests.support.phone import FastPhone
from tests.support.table import setup, start_game
from tests.support.touch import Finger

EVENTS = (
    RouteClaimed("Ana", "cape-town--port-elizabeth"),
    TurnPassed("Ana"),
    TerrainDrawn("Peter", "jungle", 2),
)


def entries(phone: FastPhone) -> list[str]:
    """The last entries from top to bottom."""
    rows = phone.table.ids.last_entries.ids.rows.children
    return [row.entry for row in sorted(rows, key=lambda row: -row.y)]


def test_large_window_lists_the_last_entries_and_shows_one_on_the_board(phone: FastPhone) -> None:
    phone.set_size(1280, 800)
    start_game(phone, "heart-of-africa", 3, *EVENTS)
    phone.wait_until_idle()
    newest = ["Peter: +2 Jungle", "Ana: Cape Town – Port Elizabeth"]
    assert entries(phone) == newest
    phone.press(newest[-1])
    assert phone.table.ids.board.highlight.tracks == (("cape-town--port-elizabeth", 0),)
    phone.press("Undo")
    assert entries(phone) == newest[1:]
    phone.press("Whole log")
    assert phone.screen == "log"


def test_large_window_has_the_dock_below_the_board(phone: FastPhone) -> None:
    start_game(phone, "heart-of-africa", 3, *EVENTS)
    dock, board, bar = (phone.table.ids[name] for name in ("dock", "board", "bar"))
    for size, is_below in (((1280, 800), True), ((844, 390), False), ((390, 844), True)):
        phone.set_size(*size)
        bottom = board.to_window(*board.pos)[1]
        assert (dock.to_window(dock.x, dock.top)[1] <= bottom) is is_below
        assert phone.table.ids.last_entries.height == 0 or size == (1280, 800)
    phone.set_size(1280, 800)
    assert dock.x >= bar.right


def test_dock_at_the_side_has_all_buttons_in_the_first_game_that_it_shows(phone: FastPhone) -> None:
    start_game(phone, "usa", 3)
    dock = Dock()
    dock.wide = True
    dock.show(phone.now)
    buttons = dock.ids.lower.children[::-1]
    assert [each.text for each in buttons] == ["Next", "Find", "Log", "Finish"]


def test_terrain_is_below_the_name_on_a_large_card_only(phone: FastPhone) -> None:
    start_game(phone, "heart-of-africa", 3, *EVENTS)
    for size, part in (((390, 844), "score_part"), ((1280, 800), "name_part")) * 2:
        phone.set_size(*size)
        for card in phone.table.ids.scoreboard.cards:
            counts = [each for each in card.walk(restrict=True) if isinstance(each, TerrainCount)]
            assert [count.parent.parent for count in counts] == [card.ids[part].__self__] * 3


def test_narrow_bar_shows_the_short_name_and_whose_turn_it_is(phone: FastPhone) -> None:
    start_game(phone, "usa", 3)
    phone.set_size(412, 915)
    assert phone.shows("USA (10th Anniversary)")
    phone.set_size(320, 568)
    assert "USA" in phone.texts()
    assert not phone.shows("10th Anniversary")


def test_options_of_a_claim_stay_in_place_when_one_is_chosen(phone: FastPhone) -> None:
    cards = (TerrainDrawn("Ana", "mountain", 3), TerrainDrawn("Ana", "jungle", 1))
    start_game(phone, "heart-of-africa", 3, *cards)
    phone.set_size(360, 640)
    phone.tap_route("cape-town--port-elizabeth")
    sheet = phone.table.sheet
    assert isinstance(sheet, ClaimSheet)

    def places() -> list[tuple[float, float]]:
        options = [each for each in sheet.walk(restrict=True) if isinstance(each, ClaimOption)]
        return [each.to_window(*each.pos) for each in options]

    before = places()
    assert len(before) >= 2
    for number in range(len(before)):
        options = [each for each in sheet.walk(restrict=True) if isinstance(each, ClaimOption)]
        phone.tap(options[number])
        phone.wait_until_idle()
        assert sheet.option == number
        assert phone.shows(sheet.details[number])
        assert places() == before


def test_players_of_a_claim_stay_in_place_when_one_is_chosen(phone: FastPhone) -> None:
    cards = (
        TerrainDrawn("Ana", "mountain", 3),
        TerrainDrawn("Peter", "mountain", 3),
        TerrainDrawn("Ana", "jungle", 1),
    )
    start_game(phone, "heart-of-africa", 5, *cards)
    for size in ((320, 568), (390, 844)):
        phone.set_size(*size)
        phone.tap_route("cape-town--port-elizabeth")
        sheet = phone.table.sheet
        assert isinstance(sheet, ClaimSheet)
        places, options = set(), set()
        for chip in reversed(sheet.players.children):
            phone.tap(chip)
            phone.wait_until_idle()
            assert sheet.player == chip.text
            places.add(tuple(each.to_window(*each.pos) for each in sheet.players.children))
            options.add(len(sheet.ids.options.children))
        assert len(places) == 1, size
        assert len(options) > 1, "players have different numbers of options"
        phone.close_sheet()


def test_names_in_a_claim_sheet_have_one_size_and_at_least_five_letters(phone: FastPhone) -> None:
    names = ("Ana", "Peter", "Maximiliane", "Bartholomew", "Konstantin")
    five = setup("usa", 5)
    players = tuple(map(Player, names, five.board.train_colors))
    phone.context.sessions.begin(replace(five, players=players))
    phone.navigator.reset_to("home", "table")
    phone.set_size(320, 568)
    phone.tap_route("denver--salt-lake-city")
    sheet = phone.table.sheet
    assert isinstance(sheet, ClaimSheet)
    labels = [chip.children[0] for chip in sheet.players.children]
    assert len({label.drawn_size for label in labels}) == 1
    for label in labels:
        assert label.width >= line_width(f"{label.text[:5]}…", label.drawn_size) + 2


@pytest.mark.parametrize("names", [("Maya", "Ana", "Peter"), ("Ana", "Bartholomew", "Tomas")])
def test_names_in_a_claim_sheet_are_whole_if_there_is_room(
    finger: Finger, names: tuple[str, ...]
) -> None:
    row = ClaimPlayers(width=358)
    for name in names:
        row.add_widget(ClaimPlayerChip(text=name))
    finger.show(row)
    labels = [chip.children[0] for chip in row.children]
    assert [label.text for label in labels if label.is_shortened] == []


def test_sheet_reaches_the_lower_edge_and_a_menu_leaves_the_board_as_it_is(
    phone: FastPhone,
) -> None:
    start_game(phone, "heart-of-africa", 3, *EVENTS)
    phone.set_size(320, 568)
    board = phone.table.ids.board
    before = board.size, board.inset_bottom
    phone.press("Menu")
    assert (board.size, board.inset_bottom) == before
    phone.close_sheet()
    phone.open_player("Ana")
    sheet = phone.table.sheet
    assert sheet is not None
    assert sheet.ids.content.height > sheet.ids.scroll.height
    assert sheet.ids.scroll.to_window(*sheet.ids.scroll.pos)[1] == 0


def test_sheet_at_the_side_moves_board_and_dock_and_has_its_buttons_below_its_content(
    phone: FastPhone,
) -> None:
    start_game(phone, "heart-of-africa", 3)
    phone.set_size(1280, 800)
    phone.tap_route("cape-town--port-elizabeth")
    sheet = phone.table.sheet
    assert isinstance(sheet, ClaimSheet)
    left = sheet.ids.panel.x
    dock = phone.table.ids.dock
    assert dock.right <= left
    for button in dock.walk(restrict=True):
        assert button.to_window(button.right, 0)[0] <= left
    assert sheet.button.top >= sheet.ids.scroll.y - dp(16)
