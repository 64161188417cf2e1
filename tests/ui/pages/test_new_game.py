"""The screen where a game begins, under a finger."""

from __future__ import annotations

import pytest
from kivy.core.window import Window

from companion.rules import Player, Setup, bundled_boards
from companion.table.seating import joined, left, one_more, recolored, with_seats
from companion.ui.look.theme import theme
from companion.ui.pages.new_game.page import NewGamePage
from companion.ui.pages.new_game.player_row import PlayerRow
from tests.ui.finger import Finger
from tests.ui.reading import (
    drawn,
    outside,
    press,
    press_enter,
    tappable,
    texts,
    too_small,
    torn,
    type_text,
)

BOARDS = bundled_boards()
SIZES = ((320, 568), (844, 390), (1280, 800))
KNOWN = (("Ana", "blue"), ("Peter", "red"), ("Maya", "green"), ("Jo", "blue"))
FIVE = tuple(
    Player(name, color)
    for name, color in zip(
        ("Ana", "Peter", "Maya", "Jo", "Lena"),
        ("blue", "red", "green", "yellow", "black"),
        strict=True,
    )
)


class Begun:
    """A screen on the window, and what it started."""

    def __init__(self, finger: Finger, board: str = "europe", known: object = KNOWN) -> None:
        self.finger = finger
        self.setups: list[Setup] = []
        self.screen = NewGamePage(
            boards=tuple(BOARDS.values()), board=BOARDS[board], known_players=known
        )
        self.screen.bind(on_start=lambda _, setup: self.setups.append(setup))
        finger.show(self.screen)

    def press(self, name: str) -> None:
        press(self.finger, self.screen, name)

    def rows(self) -> list[PlayerRow]:
        rows: list[PlayerRow] = self.screen.ids.list.rows
        return rows

    def players(self) -> list[tuple[str, str]]:
        return [(player.name, player.color) for player in self.screen.players]

    def scroll_down(self) -> None:
        self.screen.ids.scroll.scroll_y = 0
        self.finger.wait()

    def drag_row(self, row: int, to: int) -> None:
        ends = [
            handle.to_window(*handle.center)
            for handle in (self.rows()[place].ids.handle for place in (row, to))
        ]
        self.finger.drag(ends[0], ends[1])
        self.finger.wait(0.2)


def test_remembered_players_begin_a_game_with_a_tap_each_and_start(finger: Finger) -> None:
    begun = Begun(finger)
    finger.taps = 0
    for name in ("Maya", "Ana", "Jo", "Start"):
        begun.press(name)
    assert finger.taps == 4
    assert [setup.board.id for setup in begun.setups] == ["europe"]
    assert begun.setups[0].players == (
        Player("Maya", "green"),
        Player("Ana", "blue"),
        Player("Jo", "red"),
    )


def test_two_rows_wait_and_the_reason_why_nothing_starts_is_shown(finger: Finger) -> None:
    begun = Begun(finger)
    assert len(begun.rows()) == 2
    assert "Every player needs a name." in texts(begun.screen)
    begun.press("Start")
    assert begun.setups == []
    begun.press("Ana")
    begun.press("Peter")
    assert "Every player needs a name." not in texts(begun.screen)
    assert tappable(begun.screen, "Start").enabled


def test_a_second_tap_on_an_offered_name_takes_the_player_away_again(finger: Finger) -> None:
    begun = Begun(finger)
    for name in ("Ana", "Peter", "Maya", "Peter"):
        begun.press(name)
    assert begun.players() == [("Ana", "blue"), ("Maya", "green")]
    begun.press("Ana")
    assert begun.players() == [("Maya", "green"), ("", "blue")]


def test_names_are_typed_one_after_the_other_with_enter(finger: Finger) -> None:
    begun = Begun(finger, known=())
    finger.tap(begun.rows()[0].ids.field)
    finger.wait(0.3)
    type_text(finger, "Zoë ")
    press_enter(finger)
    type_text(finger, "Ben")
    assert begun.rows()[1].ids.field.focus
    press_enter(finger)
    assert not any(row.ids.field.focus for row in begun.rows())
    begun.press("Start")
    assert begun.setups[0].names == ("Zoë", "Ben")


def test_the_same_name_twice_is_refused_with_its_sentence(finger: Finger) -> None:
    begun = Begun(finger)
    begun.press("Ana")
    finger.tap(begun.rows()[1].ids.field)
    finger.wait(0.3)
    type_text(finger, "Ana")
    assert "Two players are called Ana." in texts(begun.screen)
    assert not tappable(begun.screen, "Start").enabled


def test_adding_a_player_makes_a_row_ready_to_type_in_until_five_play(finger: Finger) -> None:
    begun = Begun(finger)
    begun.press("Add a player")
    type_text(finger, "Tom")
    assert begun.players() == [("", "blue"), ("", "red"), ("Tom", "green")]
    begun.screen.prefill(FIVE, BOARDS["usa"])
    finger.wait()
    assert "Add a player" not in texts(begun.screen)


def test_when_five_play_other_names_cannot_be_tapped(finger: Finger) -> None:
    begun = Begun(finger, known=(*KNOWN, ("Tomas", "red")))
    begun.screen.prefill(FIVE, BOARDS["usa"])
    finger.wait()
    begun.press("Tomas")
    assert begun.players() == [(player.name, player.color) for player in FIVE]


def test_tapping_the_marker_goes_to_the_next_free_colour(finger: Finger) -> None:
    begun = Begun(finger)
    begun.press("Ana")
    begun.press("Peter")
    begun.press("Colour: blue")
    assert begun.players() == [("Ana", "green"), ("Peter", "red")]
    begun.press("Colour: green")
    assert begun.players() == [("Ana", "yellow"), ("Peter", "red")]


def test_a_row_is_dragged_to_another_place_in_the_turn_order(finger: Finger) -> None:
    begun = Begun(finger)
    begun.screen.prefill(FIVE, BOARDS["usa"])
    finger.wait()
    begun.drag_row(0, 2)
    assert [name for name, _ in begun.players()] == ["Peter", "Maya", "Ana", "Jo", "Lena"]
    begun.drag_row(3, 0)
    assert [name for name, _ in begun.players()] == ["Jo", "Peter", "Maya", "Ana", "Lena"]
    heights = [row.y for row in begun.rows()]
    assert heights == sorted(heights, reverse=True)
    begun.press("Start")
    assert begun.setups[0].names == ("Jo", "Peter", "Maya", "Ana", "Lena")


def test_a_removed_player_leaves_the_others_and_never_fewer_than_two_rows(finger: Finger) -> None:
    begun = Begun(finger)
    begun.screen.prefill(FIVE[:3], BOARDS["usa"])
    finger.wait()
    begun.press("Remove")
    assert begun.players() == [("Peter", "red"), ("Maya", "green")]
    begun.press("Remove")
    assert begun.players() == [("Maya", "green"), ("", "blue")]


def test_a_board_is_chosen_by_its_card(finger: Finger) -> None:
    begun = Begun(finger)
    begun.screen.prefill(FIVE[:2], BOARDS["europe"])
    finger.wait()
    begun.press("USA (10th Anniversary)")
    begun.press("Start")
    assert begun.setups[0].board.id == "usa"


def test_house_rules_are_folded_away_where_the_board_offers_them(finger: Finger) -> None:
    begun = Begun(finger)
    begun.screen.prefill(FIVE[:2], BOARDS["europe"])
    finger.wait()
    assert "House rules" not in texts(begun.screen)
    begun.press("The Heart of Africa")
    assert "Longest route too" not in texts(begun.screen)
    begun.scroll_down()
    begun.press("House rules")
    begun.scroll_down()
    begun.press("Longest route too")
    begun.press("Start")
    assert begun.setups[0].house_rules.longest_route
    assert begun.setups[0].longest_route_bonus == 10


def test_a_house_rule_does_not_follow_to_a_board_without_it(finger: Finger) -> None:
    begun = Begun(finger, board="heart-of-africa")
    begun.screen.prefill(FIVE[:2], BOARDS["heart-of-africa"])
    begun.screen.longest_route = True
    finger.wait()
    begun.press("Europe")
    begun.press("Start")
    assert not begun.setups[0].house_rules.longest_route


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (3, "3 players: a claim closes the other track of a double route."),
        (4, "4 players: both tracks of double routes are open."),
    ],
)
def test_a_line_says_what_the_number_of_players_means(
    finger: Finger, count: int, words: str
) -> None:
    begun = Begun(finger)
    begun.screen.prefill(FIVE[:count], BOARDS["europe"])
    finger.wait()
    assert words in texts(begun.screen)


def test_a_game_that_could_not_be_kept_says_why(finger: Finger) -> None:
    begun = Begun(finger)
    begun.screen.prefill(FIVE[:2], BOARDS["europe"])
    finger.wait()
    begun.screen.refuse("There is no room left on this phone.")
    finger.wait()
    assert "There is no room left on this phone." in texts(begun.screen)
    begun.press("Maya")
    assert "There is no room left on this phone." not in texts(begun.screen)


def test_back_is_told(finger: Finger) -> None:
    begun = Begun(finger)
    told: list[object] = []
    begun.screen.bind(on_back=told.append)
    begun.press("Back")
    assert len(told) == 1


def test_turning_the_phone_keeps_everything_that_was_entered(finger: Finger) -> None:
    begun = Begun(finger, board="heart-of-africa")
    begun.press("Ana")
    begun.press("Peter")
    finger.resize(844, 390)
    assert begun.screen.wide
    assert begun.players() == [("Ana", "blue"), ("Peter", "red")]
    assert begun.screen.house_rules.parent is not None
    begun.press("Start")
    assert begun.setups[0].names == ("Ana", "Peter")


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_new_game_fits_every_window(finger: Finger, size: tuple[int, int], scale: float) -> None:
    theme.text_scale = scale
    try:
        finger.resize(*size)
        begun = Begun(finger, board="heart-of-africa")
        begun.screen.house_rules.unfolded = True
        for players in ((), FIVE):
            begun.screen.prefill(players, BOARDS["heart-of-africa"])
            finger.wait()
            assert too_small(begun.screen) == []
            assert torn(begun.screen) == []
            assert outside(begun.screen) == []
            start = tappable(begun.screen, "Start")
            assert 0 <= start.to_window(*start.pos)[1] < Window.height - start.height
            cards = [row for row in drawn(begun.screen) if isinstance(row, PlayerRow)]
            assert all(row.ids.field.width >= 96 for row in cards)
    finally:
        theme.text_scale = 1.0


def test_empty_seats_give_way_to_somebodys_usual_colour() -> None:
    seats = joined(with_seats((), 2), "Peter", "red")
    assert seats == (Player("Peter", "red"), Player("", "blue"))


def test_a_taken_usual_colour_is_not_taken_twice() -> None:
    seats = joined((Player("Ana", "blue"),), "Jo", "blue")
    assert seats == (Player("Ana", "blue"), Player("Jo", "red"))


def test_with_no_colour_left_two_players_exchange_theirs() -> None:
    assert [seat.color for seat in recolored(FIVE, 0)][:2] == ["red", "blue"]
    assert [seat.color for seat in recolored(FIVE, 4)] == [
        "black",
        "red",
        "green",
        "yellow",
        "blue",
    ]


def test_a_freed_colour_is_given_to_the_next_seat() -> None:
    seats = one_more(left(FIVE, 1, 2))
    assert seats[-1] == Player("", "red")
