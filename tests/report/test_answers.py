"""The line that answers a wish."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.report import answers
from companion.rules import (
    Event,
    HouseRules,
    Player,
    RouteClaimed,
    Setup,
    TerrainDrawn,
    TurnPassed,
    bundled_boards,
)
from companion.store import Shelf
from companion.table.evening import Answer, Evening

PLAYERS = (Player("Ana", "blue"), Player("Peter", "red"), Player("Maya", "green"))


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    """A shelf with nothing on it."""
    with Shelf.open(tmp_path) as shelf:
        yield shelf


def evening(shelf: Shelf, board: str, longest_route: bool = False) -> Evening:
    """A game of three that has just begun."""
    evening = Evening(shelf)
    evening.begin(Setup(bundled_boards()[board], PLAYERS, HouseRules(longest_route)))
    return evening


def told(answer: Answer) -> str:
    """What the line says."""
    assert answer.accepted
    return str(answers.line(answer))


def last(evening: Evening, *events: Event) -> str:
    """What is told of the last of some entries."""
    return [told(evening.enter(event)) for event in events][-1]


def test_a_card_is_counted(shelf: Shelf) -> None:
    game = evening(shelf, "heart-of-africa")
    card = TerrainDrawn("Ana", "mountain")
    assert last(game, card) == "Ana: +1 Mountain, 1 now"
    assert last(game, card) == "Ana: +1 Mountain, 2 now"
    assert last(game, TerrainDrawn("Ana", "mountain", -1)) == "Ana: −1 Mountain, 1 now"


def test_a_third_card_in_a_turn_is_told_and_not_refused(shelf: Shelf) -> None:
    game = evening(shelf, "heart-of-africa")
    card = TerrainDrawn("Ana", "jungle")
    told = last(game, TurnPassed("Maya"), card, card, card)
    assert told == "Ana: +1 Jungle, 3 now · Ana: third card this turn"
    assert game.now.state.players["Ana"].terrain["jungle"] == 3


def test_taking_a_card_back_is_not_one_too_many(shelf: Shelf) -> None:
    game = evening(shelf, "heart-of-africa")
    cards = [TerrainDrawn("Ana", "jungle")] * 4
    back = TerrainDrawn("Ana", "jungle", -1)
    assert last(game, TurnPassed("Maya"), *cards, back) == "Ana: −1 Jungle, 3 now"


def test_a_longest_route_that_changes_hands_is_told(shelf: Shelf) -> None:
    game = evening(shelf, "usa")
    assert last(game, RouteClaimed("Ana", "duluth--helena")) == "Ana: Duluth – Helena +15"
    told = last(game, RouteClaimed("Peter", "helena--seattle"))
    assert told == "Peter: Helena – Seattle +15 · Longest route: Ana and Peter, 6"
    told = last(game, RouteClaimed("Peter", "duluth--winnipeg"))
    assert told == "Peter: Duluth – Winnipeg +7"
    told = last(game, RouteClaimed("Peter", "portland--seattle"))
    assert told == "Peter: Portland – Seattle +1 · Longest route: Peter, 7"


def test_nothing_is_told_of_a_longest_route_that_brings_nothing(shelf: Shelf) -> None:
    claims = [
        RouteClaimed("Ana", "cape-town--port-elizabeth"),
        RouteClaimed("Peter", "addis-ababa--port-florence"),
    ]
    assert "Longest" not in last(evening(shelf, "heart-of-africa"), *claims)
    assert "Longest" in last(evening(shelf, "heart-of-africa", longest_route=True), *claims)


def test_a_turned_board_needs_no_words_and_is_no_step_to_undo(shelf: Shelf) -> None:
    game = evening(shelf, "usa")
    game.enter(RouteClaimed("Ana", "duluth--helena"))
    answer = game.turn_board()
    assert answers.line(answer) is None
    assert answers.way_back(answer) is None
    assert game.now.kept.turned == 1
    game.take_up(game.now.kept.id)
    assert game.now.kept.turned == 1
