"""The page where a game begins, under a finger."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.core.window import Window

from companion.rules.setup import HouseRules, Player, Setup
from companion.ui.navigator import PlayAgain
from companion.ui.pages.new_game.player_row import PlayerRow
from tests.ui.begun import BOARDS, FIVE, KNOWN, LONG, Begun
from tests.ui.reading import drawn, outside, tappable, too_small, torn

SIZES = ((320, 568), (844, 390), (1280, 800))


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Begun]:
    """A phone that has met some people."""
    phone = Begun(tmp_path / "kept")
    phone.knows(*KNOWN)
    yield phone
    phone.close()


def test_remembered_players_begin_a_game_with_a_tap_each_and_start(phone: Begun) -> None:
    phone.taps = 0
    for name in ("Maya", "Ana", "Jo", "Start"):
        phone.press(name)
    assert phone.taps == 4
    assert phone.begun().board.id == "europe"
    assert phone.begun().players == (
        Player("Maya", "green"),
        Player("Ana", "blue"),
        Player("Jo", "red"),
    )
    assert phone.navigator.back()
    assert phone.screen == "home"


def test_two_rows_wait_and_the_reason_why_nothing_starts_is_shown(phone: Begun) -> None:
    assert len(phone.rows()) == 2
    assert phone.reads("Every player needs a name.")
    phone.press("Start")
    assert phone.screen == "new_game"
    phone.press("Ana")
    phone.press("Peter")
    assert not phone.reads("Every player needs a name.")
    assert phone.button("Start").enabled


def test_a_second_tap_on_an_offered_name_takes_the_player_away_again(phone: Begun) -> None:
    for name in ("Ana", "Peter", "Maya", "Peter"):
        phone.press(name)
    assert phone.players() == [("Ana", "blue"), ("Maya", "green")]
    phone.press("Ana")
    assert phone.players() == [("Maya", "green"), ("", "blue")]


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_what_is_all_in_sight_stays_where_it_is_when_a_name_is_typed(
    phone: Begun, size: tuple[int, int]
) -> None:
    phone.resize(*size)
    phone.commit()
    board = phone.page("new_game").ids.boards_part
    before = board.to_window(*board.pos)
    for row in phone.rows():
        phone.tap(row.ids.field)
        phone.wait(0.5)
        assert board.to_window(*board.pos) == before


def test_adding_a_player_makes_a_row_ready_to_type_in_until_five_play(phone: Begun) -> None:
    phone.press_in_sight("Add a player")
    phone.type("Tom")
    assert phone.players() == [("", "blue"), ("", "red"), ("Tom", "green")]
    phone.prefill(FIVE, "usa")
    assert not phone.reads("Add a player")


def test_when_five_play_other_names_cannot_be_tapped(phone: Begun) -> None:
    phone.knows(("Tomas", "red"))
    phone.prefill(FIVE, "usa")
    phone.press("Tomas")
    assert phone.players() == [(player.name, player.color) for player in FIVE]


def test_a_marker_offers_all_colours_of_the_box_and_a_tap_takes_one(phone: Begun) -> None:
    phone.press("Ana")
    phone.press("Peter")
    phone.press("Colour: blue")
    offered = [phone.button(color) for color in ("blue", "red", "green", "yellow", "black")]
    assert len({button.to_window(*button.pos)[1] for button in offered}) == 1
    phone.press("black")
    assert phone.players() == [("Ana", "black"), ("Peter", "red")]
    assert not phone.buttons("yellow")


def test_taking_anothers_colour_swaps_the_two_and_touches_nobody_else(phone: Begun) -> None:
    phone.prefill(FIVE[:4])
    phone.press("Colour: blue")
    phone.press("green")
    assert phone.players() == [
        ("Ana", "green"),
        ("Peter", "red"),
        ("Maya", "blue"),
        ("Jo", "yellow"),
    ]


def test_a_second_tap_on_the_marker_folds_the_colours_away(phone: Begun) -> None:
    phone.press("Colour: red")
    assert phone.buttons("yellow")
    phone.press("Colour: red")
    assert not phone.buttons("yellow")
    phone.press("Colour: blue")
    phone.press("Colour: red")
    assert len(phone.buttons("yellow")) == 1


def test_a_row_is_dragged_to_another_place_in_the_turn_order(phone: Begun) -> None:
    phone.turn(390, 1100)
    phone.prefill(FIVE, "usa")
    phone.drag_row(0, 2)
    assert [name for name, _ in phone.players()] == ["Peter", "Maya", "Ana", "Jo", "Lena"]
    phone.drag_row(3, 0)
    assert [name for name, _ in phone.players()] == ["Jo", "Peter", "Maya", "Ana", "Lena"]
    heights = [row.y for row in phone.rows()]
    assert heights == sorted(heights, reverse=True)
    phone.press("Start")
    assert phone.begun().names == ("Jo", "Peter", "Maya", "Ana", "Lena")


def test_a_removed_player_leaves_the_others_and_never_fewer_than_two_rows(phone: Begun) -> None:
    phone.prefill(FIVE[:3], "usa")
    phone.tap(tappable(phone.rows()[0], "Remove"))
    phone.commit()
    assert phone.players() == [("Peter", "red"), ("Maya", "green")]
    phone.tap(tappable(phone.rows()[0], "Remove"))
    phone.commit()
    assert phone.players() == [("Maya", "green"), ("", "blue")]


def test_a_board_is_chosen_by_its_card(phone: Begun) -> None:
    phone.prefill(FIVE[:2])
    phone.choose("usa")
    phone.press("Start")
    assert phone.begun().board.id == "usa"


def test_house_rules_are_folded_away_where_the_board_offers_them(phone: Begun) -> None:
    phone.prefill(FIVE[:2])
    assert not phone.reads("House rules")
    phone.choose("heart-of-africa")
    assert not phone.reads("Longest route too")
    phone.press_in_sight("House rules")
    phone.press_in_sight("Longest route too")
    phone.press("Start")
    assert phone.begun().house_rules.longest_route
    assert phone.begun().longest_route_bonus == 10


def test_a_house_rule_does_not_follow_to_a_board_without_it(phone: Begun) -> None:
    phone.prefill(FIVE[:2], "heart-of-africa")
    card = phone.asked.house_rules
    assert card is not None
    card.longest_route = True
    phone.choose("europe")
    phone.press("Start")
    assert not phone.begun().house_rules.longest_route


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (3, "3 players: a claim closes the other track of a double route."),
        (4, "4 players: both tracks of double routes are open."),
    ],
)
def test_a_line_says_what_the_number_of_players_means(phone: Begun, count: int, words: str) -> None:
    phone.prefill(FIVE[:count])
    assert phone.reads(words)


def test_playing_again_shows_who_begins_and_lets_it_be_changed(phone: Begun) -> None:
    board = BOARDS["heart-of-africa"]
    again = Setup(board, FIVE[:3], HouseRules(longest_route=True))
    phone.navigator.go("new_game", PlayAgain(again))
    phone.commit()
    phone.in_sight("Somebody else")
    assert phone.reads("Ana begins.")
    assert phone.reads("Longest route too")
    phone.press("Somebody else")
    assert phone.reads("Peter begins.")
    phone.press("Start")
    assert phone.begun().names == ("Peter", "Maya", "Ana")
    assert phone.begun().colors == again.colors
    assert phone.begun().house_rules == again.house_rules


def test_a_game_that_could_not_be_kept_says_why(phone: Begun) -> None:
    phone.prefill(FIVE[:2])
    games = phone.folder / "in_progress"
    games.rename(phone.folder / "elsewhere")
    phone.press("Start")
    assert phone.screen == "new_game"
    assert phone.reads("Not saved")
    (phone.folder / "elsewhere").rename(games)
    phone.press("Start")
    assert phone.begun().names == ("Ana", "Peter")


def test_what_was_entered_is_still_there_after_a_step_back_until_a_game_begins(
    phone: Begun,
) -> None:
    phone.press("Ana")
    phone.press("Back")
    assert phone.screen == "home"
    phone.press("New game")
    assert phone.players() == [("Ana", "blue"), ("", "red")]
    phone.press("Peter")
    phone.press("Start")
    phone.navigator.reset_to("home", "new_game")
    phone.commit()
    assert phone.players() == [("", "blue"), ("", "red")]


def test_turning_the_phone_keeps_everything_that_was_entered(phone: Begun) -> None:
    phone.choose("heart-of-africa")
    phone.press("Ana")
    phone.press("Peter")
    phone.turn(844, 390)
    assert phone.asked.wide
    assert phone.players() == [("Ana", "blue"), ("Peter", "red")]
    assert phone.asked.house_rules is not None
    assert phone.asked.house_rules.parent is not None
    phone.press("Start")
    assert phone.begun().names == ("Ana", "Peter")


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_new_game_fits_every_window(phone: Begun, size: tuple[int, int], scale: float) -> None:
    phone.knows((LONG, "red"))
    phone.turn(*size)
    phone.context.preferences.change("text_size", scale)
    try:
        asked = phone.asked
        for players in ((), FIVE, (Player(LONG, "blue"), Player(LONG, "red"))):
            phone.prefill(players, "heart-of-africa")
            assert asked.house_rules is not None
            asked.house_rules.unfolded = True
            phone.rows()[0].dispatch("on_unfold")
            phone.commit()
            assert too_small(asked) == []
            assert torn(asked) == []
            assert outside(asked) == []
            start = tappable(asked, "Start")
            assert 0 <= start.to_window(*start.pos)[1] < Window.height - start.height
            rows = [row for row in drawn(asked) if isinstance(row, PlayerRow)]
            assert all(row.ids.field.width >= 96 for row in rows)
            assert all(row.width == rows[0].width for row in rows)
    finally:
        phone.context.preferences.change("text_size", 1.0)
