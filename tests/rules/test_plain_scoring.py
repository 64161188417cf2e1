"""Random games, scored by the rules package and by an independent implementation."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given

from companion.report.export.score_sheet import score_json
from companion.rules.apply import why_refused
from companion.rules.board import Board
from companion.rules.boards import bundled_boards
from companion.rules.events import RouteClaimed, Ticket, TicketsTaken
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.rules.record import Record, record_from_json, write_record
from tests.support.games import NAMES, recorded_game
from tests.support.independent_scorer import IndependentScorer
from tests.support.legal_events import legal_tracks
from tests.support.random_games import counts, examples, new_game, random_game, seeds

BOARDS_AND_VARIANTS = [
    board.in_variant(variant.id) if variant else board
    for board in bundled_boards().values()
    for variant in board.variants or (None,)
]
every_board = pytest.mark.parametrize(
    "board", BOARDS_AND_VARIANTS, ids=lambda each: f"{each.id} {each.variant_id}".strip()
)


def check(game: Game) -> None:
    """Assert that a game scores as the independent implementation does, read from its record."""
    record = json.loads(write_record(Record(game)))
    for event in record["events"]:
        event["player"] = event["player"].upper()
    plain = IndependentScorer(record)
    scores = plain.score()
    state = record_from_json(record, bundled_boards()).game.state
    found = score_json("", state, tally(state))
    assert found["players"] == [{"name": name, **scores[name]} for name in plain.names]
    assert found["winners"] == plain.winners()
    assert found["final"] == plain.is_decided()
    players = game.state.players
    assert {name: dict(players[name].terrain) for name in players} == plain.terrain()


def with_cards(game: Game, random: Random) -> Game:
    """The game with random tickets of the deck for every player."""
    deck = [card.ticket for card in game.setup.board.tickets for _ in range(card.copies)]
    random.shuffle(deck)
    most = min(9, len(deck) // len(game.setup.names))
    for name in game.setup.names:
        hand = [deck.pop() for _ in range(random.randint(2, most))]
        game = game.record(TicketsTaken(name, tuple(hand)))
    return game


def reached_places(game: Game, name: str) -> set[str]:
    """All places at the ends of a player's routes."""
    return {end for route in game.state.players[name].routes for end in (route.start, route.end)}


def dense_game(board: Board, seed: int, count: int) -> Game:
    """A random game with dense networks, so that Grand Tours and circles occur."""
    random = Random(seed)
    game = with_cards(new_game(board, count), random)
    names = game.setup.names
    for step in range(14 * len(names)):
        name = names[step % len(names)]
        here, legal = reached_places(game, name), legal_tracks(game.state, name)
        near = [each for each in legal if {each[0].start, each[0].end} & here]
        inside = [each for each in legal if {each[0].start, each[0].end} <= here]
        choice = inside if inside and random.random() < 0.5 else near or legal
        if choice and len(here) <= 14:
            route, track = random.choice(choice)
            game = game.record(RouteClaimed(name, route.id, track))
    for name in 3 * names:
        ends = sorted(reached_places(game, name) & board.ticket_ends.keys())
        if len(ends) < 2:
            continue
        start, end = random.sample(ends, 2)
        card = TicketsTaken(name, (Ticket(start, end, random.randint(1, 20)),))
        game = game if why_refused(game.state, card) else game.record(card)
    return game


@pytest.mark.parametrize("name", NAMES)
def test_recorded_game_scores_as_independent_implementation(name: str) -> None:
    check(recorded_game(name))


@pytest.mark.slow
@every_board
@examples(2)
@given(seed=seeds, count=counts)
def test_random_game_scores_as_independent_implementation(
    board: Board, seed: int, count: int
) -> None:
    check(random_game(board, seed, count, 45))


@pytest.mark.slow
@every_board
@examples(2)
@given(seed=seeds, count=counts)
def test_dense_game_scores_as_independent_implementation(
    board: Board, seed: int, count: int
) -> None:
    check(dense_game(board, seed, count))


def test_dense_games_have_special_cases() -> None:
    games = {board.id: dense_game(board, 1, 3) for board in bundled_boards().values()}
    results = {id: tally(game.state).players for id, game in games.items()}
    assert any(player.points("grand_tour") for player in results["india"])
    several = [each for player in results["switzerland"] for each in player.tickets]
    assert {each.completed for each in several if each.ticket.other_ends} == {True, False}
    assert any(
        claim.route.double_with for each in results["nordic-countries"] for claim in each.claims
    )
    assert any(claim.track == 2 for each in results["germany"] for claim in each.claims)
    assert any(each.mountain_routes for each in results["legendary-asia"])
    assert any(each.points("attractions") for each in results["new-york"])
