"""The players' cards of the table page: who acts next, and the players' sheets."""

from __future__ import annotations

from dataclasses import replace

from companion.drawing.palette import DARK, LIGHT
from companion.drawing.shapes import MARKERS
from companion.rules.events import RouteClaimed, TerrainDrawn, TurnPassed
from companion.ui.game.symbols import marker
from companion.ui.pages.table.player_sheets import PlayerSheet
from companion.ui.pages.table.scoreboard import PlayerCard, TerrainCount
from tests.support.network import WIFI
from tests.support.phone import FastPhone
from tests.support.table import NAMES, open_game, open_recorded_game, setup, start_game
from tests.support.view_games import after

SIZES = ((320, 568), (390, 844), (844, 390), (1280, 800))
HELENA = RouteClaimed("Ana", "duluth--helena")


def card(phone: FastPhone, name: str) -> PlayerCard:
    """The card of a player."""
    cards: list[PlayerCard] = phone.table.ids.scoreboard.cards
    return next(each for each in cards if each.name == name)


def open_sheet_of(phone: FastPhone) -> str:
    """The player whose sheet is open."""
    sheet = phone.table.sheet
    return sheet.player if isinstance(sheet, PlayerSheet) else ""


def test_tap_anywhere_on_a_card_selects_who_acts_next(phone: FastPhone) -> None:
    start_game(phone, "heart-of-africa", 4, TurnPassed("Ana"))
    corners = ((0.1, 0.1), (0.9, 0.1), (0.5, 0.5), (0.1, 0.9), (0.9, 0.9))
    for size in ((360, 640), (844, 390)):
        phone.set_size(*size)
        # A tap on the selected card would open its sheet.
        for (x, y), name in zip(corners, ("Maya", "Jo") * 3, strict=False):
            chosen = card(phone, name)
            spot = (chosen.x + chosen.width * x, chosen.y + chosen.height * y)
            phone.tap_at(*chosen.to_window(*spot))
            phone.wait_until_idle()
            assert phone.table.player == name
            assert phone.table.sheet is None
            selected = [each for each in phone.table.ids.scoreboard.cards if each.selected]
            assert [each.name for each in selected] == [name]
            assert phone.shows(f"{name} is next.")
            assert phone.now.game.events == (TurnPassed("Ana"),)
        phone.session.choose("Peter")
        phone.wait_until_idle()


def test_undo_of_the_notification_restores_the_player_and_undo_in_the_header_the_entry(
    phone: FastPhone,
) -> None:
    start_game(phone, "usa", 3, HELENA)
    phone.press("Maya")
    undo_of_notice = next(
        each for each in phone.buttons("Undo") if phone.table.ids.notice in each.walk_reverse()
    )
    phone.tap(undo_of_notice)
    phone.wait_until_idle()
    assert phone.table.player == "Peter"
    assert phone.now.game.events == (HELENA,)
    phone.press("Maya")
    phone.tap(phone.buttons("Undo")[0])
    assert not phone.now.game.events


def test_selected_player_survives_home_and_a_kill(phone: FastPhone) -> None:
    start_game(phone, "usa", 3, HELENA)
    phone.press("Maya")
    phone.navigator.reset_to("home")
    phone.wait_until_idle()
    phone.press("Continue USA (10th Anniversary)")
    assert phone.table.player == "Maya"
    phone.reopen()
    assert phone.screen == "table"
    assert phone.table.player == "Maya"
    assert card(phone, "Maya").selected
    phone.press("Next")
    assert phone.now.game.events == (HELENA, TurnPassed("Maya"))


def test_sheet_is_opened_by_a_tap_on_the_selected_card_or_by_holding_any(phone: FastPhone) -> None:
    start_game(phone, "usa", 3)
    assert card(phone, "Ana").opens_sheet
    assert not card(phone, "Peter").opens_sheet
    phone.press("Ana")
    assert open_sheet_of(phone) == "Ana"
    phone.close_sheet()
    for name in ("Ana", "Maya"):
        phone.open_player(name)
        assert open_sheet_of(phone) == name
        phone.close_sheet()
    maya = card(phone, "Maya")
    start = maya.to_window(*maya.center)
    phone.drag(start, (start[0], start[1] - 200))
    phone.wait(1)
    assert open_sheet_of(phone) == "", "the finger has left the card"
    assert phone.now.player == "Ana"
    for apart in (0.05, 0.15, 0.29):
        phone.tap_twice(card(phone, "Maya"), apart)
        phone.wait_until_idle()
        assert phone.now.player == "Maya"
        assert phone.table.sheet is None
        phone.session.choose("Ana")
        phone.wait_until_idle()


def test_tap_opens_the_sheet_of_a_player_who_has_no_turn_left(phone: FastPhone) -> None:
    open_recorded_game(phone, "usa-full")
    name = phone.now.setup.names[1]
    assert card(phone, name).opens_sheet
    phone.press(name)
    assert open_sheet_of(phone) == name


def test_cards_keep_their_height_at_two_digits(phone: FastPhone) -> None:
    for board, counted in (("heart-of-africa", False), ("europe", True), ("usa", True)):
        phone.set_size(320, 568)
        phone.context.sessions.begin(replace(setup(board, 5), counted=counted))
        phone.navigator.reset_to("home", "table")
        for kind in phone.now.setup.terrain.types if phone.now.setup.terrain else ():
            phone.session.enter(TerrainDrawn("Ana", kind.id, 11))
        longest = sorted(phone.now.board.routes.values(), key=lambda route: -route.length)
        for route in longest[:2]:
            phone.session.enter(RouteClaimed("Ana", route.id))
        for size in SIZES:
            phone.set_size(*size)
            heights = {each.height for each in phone.table.ids.scoreboard.cards}
            assert len(heights) == 1, (board, size)


def test_terrain_count_of_the_leader_is_filled(phone: FastPhone) -> None:
    drawn = (TerrainDrawn("Ana", "desert", 2), TerrainDrawn("Peter", "desert"))
    start_game(phone, "heart-of-africa", 3, *drawn)
    counts = {
        each.name: next(part for part in each.walk() if isinstance(part, TerrainCount))
        for each in phone.table.ids.scoreboard.cards
    }
    assert {name for name, count in counts.items() if count.fill[3]} == {"Ana"}


def test_marker_with_its_outline_stays_within_its_square() -> None:
    for palette in (LIGHT, DARK):
        for color in MARKERS:
            for each in marker(color, 0, 0, 100, palette).children:
                corners = getattr(each, "points", None) or (*getattr(each, "pos", ()),)
                assert all(-50 <= number <= 50 for number in corners), color


def test_undo_stays_in_place_when_redo_can_be_tapped(phone: FastPhone) -> None:
    start_game(phone, "usa", 3, HELENA, TurnPassed("Peter"))
    for size in SIZES:
        phone.set_size(*size)
        places = set()
        for undone in (False, True):
            if undone:
                phone.session.undo()
                phone.table.ids.notice.clear()
                phone.wait_until_idle()
            undo = phone.buttons("Undo")[0]
            places.add(undo.to_window(*undo.pos))
        redo = phone.buttons("Redo")[0]
        assert len(places) == 1, size
        assert (redo.x > undo.x) is (size != (844, 390))
        phone.press("Redo")


def test_five_players_on_a_small_phone_have_two_rows_with_next_beside_them(
    phone: FastPhone,
) -> None:
    start_game(phone, "heart-of-africa", 5, TerrainDrawn("Ana", "desert"), TurnPassed("Ana"))
    for size in ((320, 568), (360, 640)):
        phone.set_size(*size)
        board, dock = phone.table.ids.scoreboard, phone.table.ids.dock
        assert len({each.y for each in board.cards}) == 2
        assert board.height <= 0.2 * size[1]
        assert {each.height for each in board.cards} == {board.next_button.height}
        assert len({each.ids.name.drawn_size for each in board.cards}) == 1
        assert dock.height <= 68, "one row"
        assert not phone.buttons("Finish")
        phone.finish()
        assert phone.screen == "check"
        phone.press("Back")
    phone.press("Next")
    assert phone.table.player == "Maya"
    assert phone.now.game.events[-1] == TurnPassed("Peter")
    phone.set_size(844, 390)
    assert not phone.table.ids.scoreboard.has_next
    phone.press("Next")
    assert phone.now.game.events[-1] == TurnPassed("Maya")


def test_banner_of_the_last_round_leads_to_the_tally_where_the_dock_has_no_finish(
    phone: FastPhone,
) -> None:
    open_game(phone, after("heart-of-africa-full", 80))
    phone.set_size(844, 390)
    assert phone.shows("Last round.")
    assert not phone.table.ids.dock.has_finish
    phone.press("Finish")
    assert phone.shows("They only drew cards")


def test_sign_of_a_phone_takes_no_room_from_terrain_counts(phone: FastPhone) -> None:
    cards = (TerrainDrawn(name, "jungle") for name in NAMES)
    start_game(phone, "heart-of-africa", 5, *cards)
    phone.set_size(320, 568)
    before = card(phone, "Peter").ids.terrain.width
    phone.device.addresses = (WIFI,)
    phone.context.sharing.switch_on()
    phone.context.sharing.take_seat("Peter")
    phone.wait_until_idle()
    assert card(phone, "Peter").has_phone
    assert card(phone, "Peter").ids.terrain.width == before
    phone.context.sharing.switch_off()


def test_first_cards_of_five_players_are_visible_without_dock_and_scoreboard(
    phone: FastPhone,
) -> None:
    start_game(phone, "heart-of-africa", 5)
    for size in SIZES:
        phone.set_size(*size)
        for name in phone.now.setup.names:
            button = phone.button(f"{name}: Mountain")
            low = button.to_window(*button.pos)[1]
            assert low >= 0, (size, name)
            assert low + button.height <= phone.table.ids.starting_cards.top, (size, name)
        assert not phone.buttons("Next")
    phone.press("Skip")
    assert phone.buttons("Next")
