"""Who sits where, in which colour, before a game."""

from __future__ import annotations

from companion.rules.colors import PLAYER_COLORS
from companion.rules.setup import Player
from companion.table.lineup import (
    add_empty,
    add_player,
    fill_up,
    index_of,
    remove_player,
    set_color,
    start_with,
    use_colors,
    without_empty,
)

BOX = PLAYER_COLORS
FIVE = tuple(
    Player(name, color)
    for name, color in zip(("Ana", "Peter", "Maya", "Jo", "Lena"), BOX, strict=True)
)


def test_empty_seats_give_way_to_somebodys_usual_colour() -> None:
    seats = add_player(fill_up((), 2, BOX), "Peter", "red", BOX)
    assert seats == (Player("Peter", "red"), Player("", "blue"))


def test_a_taken_usual_colour_is_not_taken_twice() -> None:
    seats = add_player((Player("Ana", "blue"),), "Jo", "blue", BOX)
    assert seats == (Player("Ana", "blue"), Player("Jo", "red"))


def test_a_usual_colour_that_is_not_in_the_box_is_another() -> None:
    assert add_player((), "Jo", "blue", ("black", "purple", "white")) == (Player("Jo", "black"),)


def test_two_players_exchange_their_colours_and_nobody_else_does() -> None:
    assert [seat.color for seat in set_color(FIVE, 0, "black")] == [
        "black",
        "red",
        "green",
        "yellow",
        "blue",
    ]


def test_a_freed_colour_is_given_to_the_next_seat() -> None:
    seats = add_empty(remove_player(FIVE, 1, 2, BOX), BOX)
    assert seats[-1] == Player("", "red")


def test_a_name_is_found_whatever_its_case() -> None:
    assert index_of(FIVE, " MAYA ") == 2
    assert index_of(FIVE, "Eve") is None


def test_the_order_round_the_table_stays_when_somebody_else_begins() -> None:
    assert [seat.name for seat in start_with(FIVE, 3)] == ["Jo", "Lena", "Ana", "Peter", "Maya"]


def test_empty_seats_do_not_count_beyond_what_it_takes_to_play() -> None:
    empty = Player(" ", "black")
    assert without_empty((empty, *FIVE[:3]), 2) == FIVE[:3]
    assert without_empty((empty, FIVE[0]), 2) == (FIVE[0], empty)


def test_another_box_changes_only_the_colours_it_does_not_have() -> None:
    box = ("black", "purple", "white")
    seats = use_colors((Player("Ana", "blue"), Player("Lena", "black"), Player("Jo", "red")), box)
    assert [seat.color for seat in seats] == ["purple", "black", "white"]
    assert len({seat.color for seat in use_colors(FIVE, box)}) == 5
