"""The New game page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.core.window import Window

from companion.rules.setup import Player, Setup
from companion.ui.kit.text import Text
from companion.ui.navigator import PlayAgain
from companion.ui.pages.new_game.players import PlayerRow
from tests.support.new_game import BOARDS, FIVE, KNOWN, LONG, NewGamePhone
from tests.support.widgets import button_named, visible


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[NewGamePhone]:
    """A phone with players from earlier games."""
    phone = NewGamePhone(tmp_path / "data")
    phone.remember_players(*KNOWN)
    yield phone
    phone.close()


def test_remembered_players_start_a_game_with_one_tap_each(phone: NewGamePhone) -> None:
    phone.taps = 0
    for name in ("Maya", "Ana", "Jo", "Start with 3 players"):
        phone.press(name)
    assert phone.taps == 4
    assert phone.started_setup().board.id == "europe"
    assert phone.started_setup().players == (
        Player("Maya", "green"),
        Player("Ana", "blue"),
        Player("Jo", "red"),
    )
    assert phone.navigator.back()
    assert phone.screen == "home"


def test_two_empty_rows_and_the_missing_input_are_shown(phone: NewGamePhone) -> None:
    assert len(phone.rows()) == 2
    assert phone.shows("Every player needs a name.")
    phone.start_game()
    assert phone.screen == "new_game"
    phone.press("Ana")
    phone.press("Peter")
    assert not phone.shows("Every player needs a name.")
    assert phone.button("Start with 2 players").enabled


def test_removed_player_is_offered_again(phone: NewGamePhone) -> None:
    for name in ("Ana", "Peter", "Maya"):
        phone.press(name)
        assert not phone.buttons(name)
    phone.rows()[1].dispatch("on_remove")
    phone.wait_until_idle()
    assert phone.players() == [("Ana", "blue"), ("Maya", "green")]
    phone.press("Peter")
    assert phone.players() == [("Ana", "blue"), ("Maya", "green"), ("Peter", "red")]


def test_page_that_fits_does_not_scroll_while_typing(phone: NewGamePhone) -> None:
    for size in ((390, 844), (1280, 800)):
        phone.set_size(*size)
        board = phone.page("new_game").ids.boards_column
        before = board.to_window(*board.pos)
        for row in phone.rows():
            phone.tap(row.ids.field)
            phone.wait(0.5)
            assert board.to_window(*board.pos) == before


def test_players_are_added_up_to_five(phone: NewGamePhone) -> None:
    phone.remember_players(("Tomas", "red"))
    phone.scroll_and_press("Add a player")
    phone.type("Tom")
    assert phone.players() == [("", "blue"), ("", "red"), ("Tom", "green")]
    phone.prefill(FIVE[:4], "usa")
    assert "Tomas" in phone.chips()
    phone.prefill(FIVE, "usa")
    assert not phone.shows("Add a player")
    assert phone.chips() == {}


def test_marker_opens_and_closes_the_colour_choice(phone: NewGamePhone) -> None:
    phone.press("Colour: red")
    assert phone.buttons("yellow")
    phone.press("Colour: red")
    assert not phone.buttons("yellow")
    phone.press("Colour: blue")
    phone.press("Colour: red")
    assert len(phone.buttons("yellow")) == 1, "one row at a time"
    phone.prefill(FIVE[:4])
    assert not phone.buttons("yellow"), "closed for another game"
    phone.press("Colour: blue")
    offered = [phone.button(color) for color in ("blue", "red", "green", "yellow", "black")]
    assert len({button.to_window(*button.pos)[1] for button in offered}) == 1
    phone.press("black")
    assert [color for _, color in phone.players()] == ["black", "red", "green", "yellow"]
    assert not phone.buttons("yellow")
    phone.press("Colour: black")
    phone.press("green")
    assert [color for _, color in phone.players()] == ["green", "red", "black", "yellow"], "swapped"


def test_dragging_a_row_changes_the_turn_order(phone: NewGamePhone) -> None:
    phone.set_size(390, 1100)
    phone.prefill(FIVE, "usa")
    phone.drag_row(0, 2)
    assert [name for name, _ in phone.players()] == ["Peter", "Maya", "Ana", "Jo", "Lena"]
    phone.drag_row(3, 0)
    assert [name for name, _ in phone.players()] == ["Jo", "Peter", "Maya", "Ana", "Lena"]
    heights = [row.y for row in phone.rows()]
    assert heights == sorted(heights, reverse=True)
    phone.start_game()
    assert phone.started_setup().names == ("Jo", "Peter", "Maya", "Ana", "Lena")


def test_removing_a_player_keeps_at_least_two_rows(
    phone: NewGamePhone,
) -> None:
    phone.prefill(FIVE[:3], "usa")
    phone.tap(button_named(phone.rows()[0], "Remove"))
    phone.wait_until_idle()
    assert phone.players() == [("Peter", "red"), ("Maya", "green")]
    phone.tap(button_named(phone.rows()[0], "Remove"))
    phone.wait_until_idle()
    assert phone.players() == [("Maya", "green"), ("", "blue")]


def test_house_rules_of_a_board_are_collapsed_at_first(phone: NewGamePhone) -> None:
    phone.prefill(FIVE[:2])
    assert not phone.shows("House rules")
    phone.choose_board("heart-of-africa")
    assert not phone.shows("Longest route bonus")
    phone.scroll_and_press("House rules")
    phone.scroll_and_press("Longest route bonus")
    phone.start_game()
    assert phone.started_setup().board.id == "heart-of-africa"
    assert phone.started_setup().longest_route_house_rule
    assert phone.started_setup().longest_route_bonus == 10


def test_house_rule_is_ignored_on_a_board_without_it(phone: NewGamePhone) -> None:
    phone.prefill(FIVE[:2], "heart-of-africa")
    card = phone.new_game_page.house_rules
    assert card is not None
    card.longest_route = True
    phone.choose_board("europe")
    for count, tracks in ((3, "only one track"), (4, "both tracks")):
        phone.prefill(FIVE[:count])
        deal = "3 tickets and 1 long ticket each, keep 2 or more"
        assert phone.shows(f"{deal} · double routes: {tracks}")
    phone.start_game()
    assert phone.started_setup().board.id == "europe"
    assert not phone.started_setup().longest_route_house_rule


def test_play_again_fills_in_the_players_and_house_rules(phone: NewGamePhone) -> None:
    again = Setup(BOARDS["heart-of-africa"], FIVE[:3], longest_route_house_rule=True)
    phone.navigator.go("new_game", PlayAgain(again))
    phone.wait_until_idle()
    assert phone.shows("Longest route bonus")
    phone.start_game()
    assert phone.started_setup().players == again.players
    assert phone.started_setup().longest_route_house_rule == again.longest_route_house_rule


def test_any_player_can_be_picked_to_start_and_the_turn_order_stays(phone: NewGamePhone) -> None:
    assert not phone.new_game_page.ids.who_starts.enabled
    phone.prefill(FIVE[:3])
    ways = [FIVE[first:3] + FIVE[:first] for first in range(3)]
    started: set[str] = set()
    for _ in range(60):
        if len(started) == 3:
            break
        phone.press("Who starts?")
        assert phone.new_game_page.players in ways
        starter = phone.players()[0][0]
        assert phone.shows(f"{starter} starts.")
        started.add(starter)
    assert started == {"Ana", "Peter", "Maya"}


def test_four_players_need_no_scrolling_on_a_small_phone(phone: NewGamePhone) -> None:
    phone.remember_players(*((f"Guest {number}", "red") for number in range(12)))
    phone.set_size(360, 640)
    phone.context.preferences.change("text_size", 1.3)
    phone.prefill(FIVE[:4])
    footer = phone.new_game_page.ids.footer
    for row in phone.rows():
        assert row.to_window(*row.pos)[1] >= footer.top
    phone.context.preferences.change("text_size", 1.0)


def test_failed_save_of_a_new_game_is_reported(phone: NewGamePhone) -> None:
    phone.prefill(FIVE[:2])
    games = phone.folder / "games"
    games.rename(phone.folder / "elsewhere")
    phone.start_game()
    assert phone.screen == "new_game"
    assert phone.shows("Not saved")
    (phone.folder / "elsewhere").rename(games)
    phone.start_game()
    assert phone.started_setup().names == ("Ana", "Peter")


def test_input_stays_after_leaving_the_page_until_a_game_starts(
    phone: NewGamePhone,
) -> None:
    phone.press("Ana")
    phone.press("Back")
    assert phone.screen == "home"
    phone.press("New game")
    assert phone.players() == [("Ana", "blue"), ("", "red")]
    phone.press("Peter")
    phone.start_game()
    phone.navigator.reset_to("home", "new_game")
    phone.wait_until_idle()
    assert phone.players() == [("", "blue"), ("", "red")]


def test_rotating_keeps_all_input(phone: NewGamePhone) -> None:
    phone.choose_board("heart-of-africa")
    phone.press("Ana")
    phone.press("Peter")
    phone.set_size(844, 390)
    assert phone.new_game_page.wide
    assert phone.players() == [("Ana", "blue"), ("Peter", "red")]
    assert phone.new_game_page.house_rules is not None
    assert phone.new_game_page.house_rules.parent is not None
    phone.start_game()
    assert phone.started_setup().names == ("Ana", "Peter")


def test_deal_line_breaks_only_between_facts(phone: NewGamePhone) -> None:
    phone.set_size(360, 640)
    phone.prefill(FIVE[:2], "heart-of-africa")
    texts = (each for each in visible(phone.new_game_page.ids.footer) if isinstance(each, Text))
    (line,) = (each for each in texts if "keep" in each.text)
    lines = [" ".join(word.text for word in each.words) for each in line._label._cached_lines]
    assert len(lines) > 1
    assert all(each.endswith("·") for each in lines[:-1])


def test_start_is_visible_and_names_have_room_in_every_window(phone: NewGamePhone) -> None:
    phone.remember_players((LONG, "red"))
    page = phone.new_game_page
    phone.context.preferences.change("text_size", 1.3)
    for size in ((320, 568), (844, 390)):
        phone.set_size(*size)
        phone.prefill((Player(LONG, "blue"), Player(LONG, "red")), "heart-of-africa")
        assert page.house_rules is not None
        page.house_rules.expanded = True
        phone.rows()[0].dispatch("on_marker")
        phone.wait_until_idle()
        start = page.ids.start
        assert 0 <= start.to_window(*start.pos)[1] < Window.height - start.height
        rows = [row for row in visible(page) if isinstance(row, PlayerRow)]
        assert all(row.ids.field.width >= 96 for row in rows)
        assert all(row.width == rows[0].width for row in rows)
    phone.context.preferences.change("text_size", 1.0)


def test_finished_game_is_counted_instead_of_played(phone: NewGamePhone) -> None:
    phone.prefill(FIVE[:3], "heart-of-africa")
    phone.new_game_page.ids.scroll.scroll_y = 0
    phone.wait_until_idle()
    phone.press("Score a finished game")
    assert phone.screen == "table"
    assert phone.now.setup.counted
    assert phone.shows("Tap Ana’s routes")
    assert not phone.table.ids.starting_cards.height
    assert not phone.buttons("+1 Desert")
