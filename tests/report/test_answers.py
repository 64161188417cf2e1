"""The line that answers a wish."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.report import answers
from companion.rules.boards import bundled_boards
from companion.rules.events import Event, RouteClaimed, TerrainDrawn, TurnPassed
from companion.rules.setup import HouseRules, Player, Setup
from companion.store.store import Store
from companion.table.session import Answer, GameSession
from tests.support.sessions import answer_to
from tests.support.stores import open_store

PLAYERS = (Player("Ana", "blue"), Player("Peter", "red"), Player("Maya", "green"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A shelf with nothing on it."""
    with open_store(tmp_path) as store:
        yield store


def session(store: Store, board: str, longest_route: bool = False) -> GameSession:
    """A game of three that has just begun."""
    session = GameSession(store)
    session.begin(Setup(bundled_boards()[board], PLAYERS, HouseRules(longest_route)))
    return session


def told(answer: Answer) -> str:
    """What the line says."""
    assert answer.accepted
    return str(answers.line(answer))


def last(session: GameSession, *events: Event) -> str:
    """What is told of the last of some entries."""
    return [told(answer_to(session.enter, event)) for event in events][-1]


def test_a_card_is_counted(store: Store) -> None:
    game = session(store, "heart-of-africa")
    card = TerrainDrawn("Ana", "mountain")
    assert last(game, card) == "Ana: +1 Mountain, 1 now"
    assert last(game, card) == "Ana: +1 Mountain, 2 now"
    assert last(game, TerrainDrawn("Ana", "mountain", -1)) == "Ana: −1 Mountain, 1 now"


def test_a_third_card_in_a_turn_is_told_and_not_refused(store: Store) -> None:
    game = session(store, "heart-of-africa")
    card = TerrainDrawn("Ana", "jungle")
    told = last(game, TurnPassed("Maya"), card, card, card)
    assert told == "Ana: +1 Jungle, 3 now · Ana: third card this turn"
    assert game.now.state.players["Ana"].terrain["jungle"] == 3


def test_taking_a_card_back_is_not_one_too_many(store: Store) -> None:
    game = session(store, "heart-of-africa")
    cards = [TerrainDrawn("Ana", "jungle")] * 4
    back = TerrainDrawn("Ana", "jungle", -1)
    assert last(game, TurnPassed("Maya"), *cards, back) == "Ana: −1 Jungle, 3 now"


def test_a_longest_route_that_changes_hands_is_told(store: Store) -> None:
    game = session(store, "usa")
    assert last(game, RouteClaimed("Ana", "duluth--helena")) == "Ana: Duluth – Helena +15"
    told = last(game, RouteClaimed("Peter", "helena--seattle"))
    assert told == "Peter: Helena – Seattle +15 · Longest route: Ana and Peter, 6"
    told = last(game, RouteClaimed("Peter", "duluth--winnipeg"))
    assert told == "Peter: Duluth – Winnipeg +7"
    told = last(game, RouteClaimed("Peter", "portland--seattle"))
    assert told == "Peter: Portland – Seattle +1 · Longest route: Peter, 7"


def test_nothing_is_told_of_a_longest_route_that_brings_nothing(store: Store) -> None:
    claims = [
        RouteClaimed("Ana", "cape-town--port-elizabeth"),
        RouteClaimed("Peter", "addis-ababa--port-florence"),
    ]
    assert "Longest" not in last(session(store, "heart-of-africa"), *claims)
    assert "Longest" in last(session(store, "heart-of-africa", longest_route=True), *claims)


def test_a_turned_board_needs_no_words_and_is_no_step_to_undo(store: Store) -> None:
    game = session(store, "usa")
    game.enter(RouteClaimed("Ana", "duluth--helena"))
    answer = answer_to(game.turn_board)
    assert answers.line(answer) is None
    assert answers.way_back(answer) is None
    assert game.now.saved.turned == 1
    game.open(game.now.saved.id)
    assert game.now.saved.turned == 1
