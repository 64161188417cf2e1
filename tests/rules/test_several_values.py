"""Ticket cards with one start and several ends, each with a value, and cards that exist twice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given

from companion.report.search.tickets import suggest_between, suggest_tickets
from companion.report.words.result import explain
from companion.rules.board import Board
from companion.rules.errors import Malformed
from companion.rules.events import Ticket, TicketsTaken
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.rules.record import Record, read_record, write_record
from companion.rules.setup import Setup
from companion.rules.ticket_results import TicketResult
from companion.table import edits
from tests.support.boards import (
    assert_refused,
    claims,
    game,
    island_data,
    read_board_data,
    with_cards,
)
from tests.support.random_games import boards, counts, examples, random_game, seeds

VALUES = {"hill": 2, "mill": 9, "beyond": 7}
FROM_LAKE = Ticket.to_one_of("lake", VALUES)
FROM_HILL = Ticket("hill", "mill", 9)
CARD = {"id": "lake--others", "from": "lake", "points_by_end": VALUES, "deck": "all", "copies": 2}


def with_card(**changes: Any) -> dict[str, Any]:
    """The island with one more card, which exists twice."""
    board = island_data()
    return {**board, "ticket_count": 4, "tickets": [*board["tickets"], {**CARD, **changes}]}


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return read_board_data(tmp_path, with_card())


def ana(random_game: Game) -> TicketResult:
    """The result of Ana's first ticket."""
    return tally(random_game.state).players[0].tickets[0]


def taken(player: str, *cards: Ticket) -> TicketsTaken:
    return TicketsTaken(player, cards)


def test_highest_value_of_the_reached_ends_counts(board: Board) -> None:
    result = ana(game(board, *claims("Ana", "hill--lake", "lake--mill"), taken("Ana", FROM_LAKE)))
    assert (result.completed, result.end, result.points) == (True, "mill", 9)
    assert result.walk is not None
    assert result.walk.routes == ("lake--mill",)


def test_one_reached_end_is_enough(board: Board) -> None:
    result = ana(game(board, *claims("Ana", "hill--lake"), taken("Ana", FROM_LAKE)))
    assert (result.completed, result.end, result.points) == (True, "hill", 2)


def test_lowest_value_is_lost_if_no_end_is_reached(board: Board) -> None:
    result = ana(game(board, *claims("Ana", "harbour--hill"), taken("Ana", FROM_LAKE)))
    assert (result.completed, result.points, result.missing) == (False, -2, 2)


def test_ticket_cut_off_from_all_ends_is_one_failed_ticket(board: Board) -> None:
    around = claims("Peter", "hill--lake", "lake--mill", "ford--lake")
    played_game = game(board, *around, taken("Ana", FROM_LAKE))
    assert (ana(played_game).walk, ana(played_game).points) == (None, -2)
    highlight = (
        explain(played_game.state, tally(played_game.state), "tickets", "Ana").rows[0].highlight
    )
    assert set(highlight.places) == {"lake", "hill", "mill", "north-gate", "south-gate"}


def test_card_with_several_ends_counts_as_one_ticket(board: Board) -> None:
    both = claims("Ana", "hill--lake", "lake--mill", "mill--north-gate")
    player = tally(game(board, *both, taken("Ana", FROM_LAKE)).state).players[0]
    assert (player.tickets_completed, len(player.tickets)) == (1, 1)
    assert player.points("globetrotter") == 5


def test_explanation_names_the_end_that_counts_and_its_walk(board: Board) -> None:
    played_game = game(board, *claims("Ana", "hill--lake", "lake--mill"), taken("Ana", FROM_LAKE))
    row = explain(played_game.state, tally(played_game.state), "tickets", "Ana").rows[0]
    assert str(row.title) == "Lake – Mill\xa09, Beyond\xa07, Hill\xa02"
    assert (str(row.detail), row.points) == ("Mill counts: Lake – Mill", "+9")
    assert row.highlight.tracks == (("lake--mill", 0),)


def test_player_may_hold_both_copies(board: Board) -> None:
    twice = game(board, *claims("Ana", "hill--lake"), taken("Ana", FROM_LAKE, FROM_LAKE))
    assert tally(twice.state).players[0].points("tickets") == 4
    assert_refused(twice, taken("Ana", FROM_LAKE), "has ", "Ana", "Lake – Mill\xa09")
    assert_refused(twice, taken("Peter", FROM_LAKE), "has ", "Peter", "Ana")


def test_third_copy_is_refused(board: Board) -> None:
    each = game(board, taken("Ana", FROM_LAKE), taken("Peter", FROM_LAKE), count=3)
    assert_refused(each, taken("Maya", FROM_LAKE), "has ", "Maya", "Ana")
    assert_refused(each, taken("Peter", FROM_LAKE), "has ", "Peter")


@pytest.mark.parametrize(
    ("start", "values", "words"),
    [
        ("lake", {"mill": 3, "ford": 4}, "“ford”"),
        ("lake", {"mill": 3, "lake": 4}, "two different places"),
        ("lake", {"mill": 3, "hill": 51}, "51"),
        ("lake", {"mill": 3, "hill": 0}, "0"),
        ("nowhere", {"mill": 3, "hill": 4}, "“nowhere”"),
    ],
)
def test_impossible_card_is_refused(
    board: Board, start: str, values: dict[str, int], words: str
) -> None:
    card = Ticket.to_one_of(start, values)
    assert_refused(game(board), taken("Ana", card), "ticket", "Ana", words)


@pytest.mark.parametrize("ends", [("hill", "mill"), ("mill", "beyond", "harbour")])
def test_card_outside_the_deck_has_two_ends(board: Board, ends: tuple[str, ...]) -> None:
    card = Ticket.to_one_of("lake", dict.fromkeys(ends, 5))
    words = board.ticket_title(card), "needs exactly two places"
    assert_refused(game(board), taken("Ana", card), "ticket", "Ana", *words)


def test_values_may_differ_from_the_deck(board: Board) -> None:
    card = Ticket.to_one_of("lake", {**VALUES, "hill": 3})
    assert game(board, taken("Ana", card)).state.players["Ana"].tickets == (card,)


def test_pairs_are_cached() -> None:
    card = Ticket.to_one_of("lake", VALUES)
    assert card.pairs is card.pairs


def test_order_of_ends_does_not_matter() -> None:
    turned = Ticket.to_one_of("lake", dict(reversed(VALUES.items())))
    assert turned == FROM_LAKE
    level = {"mill": 7, "beyond": 7, "hill": 7}
    assert Ticket.to_one_of("lake", level).other_ends == (("hill", 7), ("mill", 7))
    assert Ticket.to_one_of("lake", dict(reversed(level.items()))).end == "beyond"
    assert Ticket.to_one_of("lake", {"mill": 9}) == Ticket("lake", "mill", 9)


def test_cards_with_another_start_are_different() -> None:
    from_mill = Ticket.to_one_of("mill", {"hill": 2, "lake": 9, "beyond": 7})
    assert from_mill.pairs != FROM_LAKE.pairs
    assert Ticket("lake", "mill", 9).pairs != FROM_LAKE.pairs


def test_record_contains_values_by_end(board: Board) -> None:
    record = Record(game(board, taken("Ana", FROM_LAKE, FROM_HILL)))
    text = write_record(record)
    assert '{"from": "lake", "points_by_end": {"mill": 9, "beyond": 7, "hill": 2}}' in text
    assert '"format": "railkeeper/1"' in text
    assert read_record(text, {board.id: board}) == record


@pytest.mark.parametrize(
    "values", ["{}", "[]", '{"mill": "9"}', '{"mill": 9.5}', '{"  ": 9}', '{"mi\\nll": 9}', "7"]
)
def test_record_with_wrong_values_is_refused(board: Board, values: str) -> None:
    text = write_record(Record(game(board, taken("Ana", FROM_LAKE))))
    spoilt = text.replace('{"mill": 9, "beyond": 7, "hill": 2}', values)
    with pytest.raises(Malformed, match="event 1, ticket 1"):
        read_record(spoilt, {board.id: board})


@pytest.mark.parametrize(
    "changes",
    [
        {"points_by_end": {}},
        {"points_by_end": {"atlantis": 3}},
        {"points_by_end": {"mill": 51}},
        {"points_by_end": {"lake": 5, "mill": 3}},
        {"to": "mill"},
        {"copies": 0},
        {"copies": "2"},
    ],
    ids=str,
)
def test_deck_with_wrong_card_is_an_error(tmp_path: Path, changes: dict[str, Any]) -> None:
    with pytest.raises(Malformed, match="lake--others"):
        read_board_data(tmp_path, with_card(**changes))


def test_ticket_count_includes_copies(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match=r"“ticket_count” is 4, .* 3$"):
        read_board_data(tmp_path, with_card(copies=1))


def test_any_end_finds_the_card(board: Board) -> None:
    deck = [card.ticket for card in board.tickets]
    for letters in ("lake bey", "mount lak", "lak mil"):
        assert FROM_LAKE in [
            each.ticket for each in suggest_tickets(board, deck, {}, letters) if each.card
        ]
    assert suggest_tickets(board, deck, {}, "mil", "lake")[0].ticket == FROM_LAKE


def test_start_and_one_end_find_the_card(board: Board) -> None:
    deck = [card.ticket for card in board.tickets]
    found = suggest_between(board, deck, (), "lake", "mill")
    assert found is not None
    assert (found.is_known, found.ticket) == (True, FROM_LAKE)
    plain = suggest_between(board, deck, (), "beyond", "lake")
    assert plain is not None
    assert plain.ticket == Ticket("lake", "beyond", 7)


def test_card_is_held_when_no_copy_is_left(board: Board) -> None:
    once = game(board, taken("Ana", FROM_LAKE))
    assert edits.unavailable_cards(once.state) == frozenset()
    assert edits.unavailable_cards(edits.add_ticket(once, "Peter", FROM_LAKE).state) == {
        FROM_LAKE.pairs
    }


def test_dropping_or_moving_a_copy_leaves_the_other_copy(board: Board) -> None:
    each = game(board, taken("Ana", FROM_LAKE), taken("Peter", FROM_LAKE, FROM_HILL))
    assert edits.remove_ticket(each, "Peter", FROM_LAKE).state.players["Peter"].tickets == (
        FROM_HILL,
    )
    assert edits.remove_ticket(each, "Peter", FROM_LAKE).state.players["Ana"].tickets == (
        FROM_LAKE,
    )
    moved = edits.move_ticket(each, "Peter", FROM_LAKE, "Ana").state
    assert moved.players["Ana"].tickets == (FROM_LAKE, FROM_LAKE)
    twice = game(board, taken("Ana", FROM_LAKE, FROM_LAKE))
    assert edits.remove_ticket(twice, "Ana", FROM_LAKE).state.players["Ana"].tickets == (FROM_LAKE,)


@examples(12)
@given(boards, seeds, counts)
def test_best_value_matches_trying_each_end(board: Board, seed: int, count: int) -> None:
    random = Random(seed)
    played_game = random_game(board, seed, count, 50)
    bare = [event for event in played_game.events if not isinstance(event, TicketsTaken)]
    for name in played_game.setup.names:
        start, *ends = random.sample(sorted(board.ticket_ends), random.choice((2, 4)))
        card = Ticket.to_one_of(start, {end: random.randint(1, 50) for end in ends})
        setup = replace(played_game.setup, board=with_cards(board, card))

        def result(ticket: Ticket, name: str = name, setup: Setup = setup) -> TicketResult:
            state = Game.begin(setup, [*bare, taken(name, ticket)]).state
            return next(each for each in tally(state).players if each.name == name).tickets[0]

        examples = {
            end: result(Ticket(card.start, end, value)) for end, value in card.points_by_end.items()
        }
        reached = [each.points for each in examples.values() if each.completed]
        found = result(card)
        assert found.points == (max(reached) if reached else -min(card.points_by_end.values()))
        assert found.completed == bool(reached)
        assert found.completed == examples[found.end].completed
        if not reached:
            nearest = [each.missing for each in examples.values() if each.walk is not None]
            assert found.missing == min(nearest, default=0)
