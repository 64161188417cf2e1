"""The texts of the session's answers."""

from __future__ import annotations

import pytest

from companion.report.words import answers
from companion.rules.boards import bundled_boards
from companion.rules.events import (
    Event,
    RouteClaimed,
    TerrainDrawn,
    Ticket,
    TicketsTaken,
    TurnPassed,
)
from companion.rules.setup import Player, Setup
from companion.store.store import Store
from companion.table.session import GameSession
from companion.table.snapshot import Answer
from tests.support.sessions import begin

PLAYERS = (Player("Ana", "blue"), Player("Peter", "red"), Player("Maya", "green"))


def session(store: Store, board: str, longest_route: bool = False) -> GameSession:
    """A new game of three players."""
    return begin(store, Setup(bundled_boards()[board], PLAYERS, longest_route))


def text(answer: Answer) -> str:
    """The text of an accepted answer."""
    assert answer.accepted
    return str(answers.describe_answer(answer))


def last(session: GameSession, *events: Event) -> str:
    """The answer to the last of some entries."""
    return [text(session.enter(event)) for event in events][-1]


def test_draw_names_number_of_cards(store: Store) -> None:
    game = session(store, "heart-of-africa")
    card = TerrainDrawn("Ana", "mountain")
    assert last(game, card) == "Ana: +1 Mountain, 1 now"
    assert last(game, card) == "Ana: +1 Mountain, 2 now"
    assert last(game, TerrainDrawn("Ana", "mountain", -1)) == "Ana: −1 Mountain, 1 now"


def test_third_card_in_a_turn_is_reported_not_refused(store: Store) -> None:
    game = session(store, "heart-of-africa")
    card = TerrainDrawn("Ana", "jungle")
    answer = last(game, TurnPassed("Maya"), card, card, card)
    assert answer == "Ana: +1 Jungle, 3 now · Ana: third card this turn"
    assert game.now.state.players["Ana"].terrain["jungle"] == 3


def test_returned_card_is_not_reported_as_too_many(store: Store) -> None:
    game = session(store, "heart-of-africa")
    cards = [TerrainDrawn("Ana", "jungle")] * 4
    back = TerrainDrawn("Ana", "jungle", -1)
    assert last(game, TurnPassed("Maya"), *cards, back) == "Ana: −1 Jungle, 3 now"


def test_new_longest_route_holder_is_named(store: Store) -> None:
    game = session(store, "usa")
    assert last(game, RouteClaimed("Ana", "duluth--helena")) == "Ana: Duluth – Helena +15"
    answer = last(game, RouteClaimed("Peter", "helena--seattle"))
    assert answer == "Peter: Helena – Seattle +15 · Longest route: Ana and Peter, 6"
    answer = last(game, RouteClaimed("Peter", "duluth--winnipeg"))
    assert answer == "Peter: Duluth – Winnipeg +7 · Peter again"
    answer = last(game, RouteClaimed("Peter", "portland--seattle"))
    assert answer == "Peter: Portland – Seattle +1 · Peter again · Longest route: Peter, 7"


def test_second_claim_in_a_row_is_reported_not_refused(store: Store) -> None:
    game = session(store, "usa")
    game.enter(RouteClaimed("Ana", "duluth--helena"))
    answer = game.enter(RouteClaimed("Ana", "dallas--houston"))
    assert text(answer) == "Ana: Dallas – Houston +1 · Ana again"
    assert len(game.now.state.players["Ana"].claims) == 2
    assert answer.revert is not None
    assert text(answer.revert()) == "Undone: Ana: Dallas – Houston"


def test_tickets_between_two_claims_do_not_hide_that_they_are_in_a_row(store: Store) -> None:
    game = session(store, "usa")
    shown = TicketsTaken("Peter", (Ticket("boston", "miami", 12),))
    claims = (RouteClaimed("Ana", "duluth--helena"), RouteClaimed("Ana", "dallas--houston"))
    assert last(game, claims[0], shown, claims[1]).endswith("Ana again")


@pytest.mark.parametrize(
    "between",
    [TurnPassed("Peter"), TerrainDrawn("Peter", "jungle"), TerrainDrawn("Ana", "jungle")],
    ids=["pass", "draw of another player", "own draw"],
)
def test_claim_after_another_turn_is_not_reported(store: Store, between: Event) -> None:
    game = session(store, "heart-of-africa")
    claims = (RouteClaimed("Ana", "durban--pretoria"), RouteClaimed("Ana", "luanda--mocamedes"))
    assert "again" not in last(game, claims[0], between, claims[1])


def test_inserted_claim_is_not_reported(store: Store) -> None:
    game = session(store, "usa")
    game.enter(RouteClaimed("Ana", "duluth--helena"))
    game.insert_before(0)
    assert "again" not in last(game, RouteClaimed("Ana", "dallas--houston"))


def test_longest_route_is_not_named_without_a_bonus(store: Store) -> None:
    claims = [
        RouteClaimed("Ana", "cape-town--port-elizabeth"),
        RouteClaimed("Peter", "addis-ababa--port-florence"),
    ]
    assert "Longest" not in last(session(store, "heart-of-africa"), *claims)
    assert "Longest" in last(session(store, "heart-of-africa", longest_route=True), *claims)


def test_turning_the_board_has_no_text_and_no_undo(store: Store) -> None:
    game = session(store, "usa")
    game.enter(RouteClaimed("Ana", "duluth--helena"))
    answer = game.turn_board()
    assert answers.describe_answer(answer) is None
    assert answer.revert is None
    assert game.now.saved.turned == 1
    assert store.games.open(game.id).turned == 1
