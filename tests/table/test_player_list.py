"""Editing the players of a new game."""

from __future__ import annotations

from companion.rules.boards import PLAYER_COLORS
from companion.rules.setup import Player
from companion.table.player_list import (
    add_empty,
    add_player,
    index_of,
    pad,
    remove_player,
    set_color,
    start_with,
    use_colors,
    without_empty,
)

COLORS = PLAYER_COLORS
FIVE = tuple(
    Player(name, color)
    for name, color in zip(("Ana", "Peter", "Maya", "Jo", "Lena"), COLORS, strict=True)
)


def test_player_gets_usual_colour_from_free_place() -> None:
    players = add_player(pad((), 2, COLORS), "Peter", "red", COLORS)
    assert players == (Player("Peter", "red"), Player("", "blue"))


def test_used_colour_is_not_given_twice() -> None:
    players = add_player((Player("Ana", "blue"),), "Jo", "blue", COLORS)
    assert players == (Player("Ana", "blue"), Player("Jo", "red"))


def test_usual_colour_missing_on_board_is_replaced() -> None:
    assert add_player((), "Jo", "blue", ("black", "purple", "white")) == (Player("Jo", "black"),)


def test_set_color_swaps_colours() -> None:
    assert [player.color for player in set_color(FIVE, 0, "black")] == [
        "black",
        "red",
        "green",
        "yellow",
        "blue",
    ]


def test_free_place_gets_unused_colour() -> None:
    players = add_empty(remove_player(FIVE, 1, 2, COLORS), COLORS)
    assert players[-1] == Player("", "red")


def test_index_of_ignores_case() -> None:
    assert index_of(FIVE, " MAYA ") == 2
    assert index_of(FIVE, "Eve") is None


def test_start_with_rotates_turn_order() -> None:
    assert [player.name for player in start_with(FIVE, 3)] == ["Jo", "Lena", "Ana", "Peter", "Maya"]


def test_free_places_stay_only_up_to_the_minimum() -> None:
    empty = Player(" ", "black")
    assert without_empty((empty, *FIVE[:3]), 2) == FIVE[:3]
    assert without_empty((empty, FIVE[0]), 2) == (FIVE[0], empty)


def test_use_colors_replaces_only_missing_colours() -> None:
    colors = ("black", "purple", "white")
    players = use_colors(
        (Player("Ana", "blue"), Player("Lena", "black"), Player("Jo", "red")), colors
    )
    assert [player.color for player in players] == ["purple", "black", "white"]
    assert len({player.color for player in use_colors(FIVE, colors)}) == 5
