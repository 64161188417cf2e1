"""The steps of the reveal add up to the tally."""

from __future__ import annotations

from hypothesis import given

from companion.report.words.part_report import RevealStep
from companion.report.words.result import reveal
from companion.rules.board import Board
from companion.rules.final_tally import tally
from companion.rules.score_parts import GrandTourPart
from companion.rules.state import GameState
from tests.support.boards import NEW_YORK, game
from tests.support.games import recorded_game, shared_game
from tests.support.random_games import boards, counts, examples, random_game, seeds


def state(name: str) -> GameState:
    return recorded_game(name).state


def revealed(name: str) -> tuple[RevealStep, ...]:
    found = state(name)
    return reveal(found, tally(found))


@examples(8)
@given(boards, seeds, counts)
def test_last_step_has_totals_and_order_of_the_tally(board: Board, seed: int, count: int) -> None:
    found = random_game(board, seed, count, 60).state
    result = tally(found)
    last = reveal(found, result)[-1]
    assert last.part is None
    assert last.totals == {player.name: player.total for player in result.players}
    assert last.order == tuple(player.name for player in result.ranking)


def test_totals_are_the_sum_of_gains() -> None:
    totals = dict.fromkeys(state("europe-full").setup.names, 0)
    for step in revealed("europe-full"):
        for name, points in step.gains.items():
            totals[name] += points
        assert step.totals == totals
        assert [totals[name] for name in step.order] == sorted(totals.values(), reverse=True)


def test_steps_follow_the_order_of_the_parts() -> None:
    parts = list(dict.fromkeys(step.part for step in revealed("europe-full")))
    assert parts == ["routes", "tickets", "stations", "longest_route", None]
    assert "globetrotter" in [step.part for step in revealed("heart-of-africa-full")]


def test_every_grand_tour_is_a_step_with_its_points_and_trail() -> None:
    steps = [step for step in revealed("india-full") if step.part == "grand_tour"]
    gained: dict[str, int] = {}
    for step in steps:
        ((player, points),) = step.gains.items()
        gained[player] = gained.get(player, 0) + points
    parts = {each.name: each.part(GrandTourPart) for each in tally(state("india-full")).players}
    assert len(steps) > 1
    assert gained == {name: part.points for name, part in parts.items() if part and part.tours}
    tours = [tour for part in parts.values() if part for tour in part.tours]
    for step, tour in zip(steps, tours, strict=True):
        there, back = tour.walks
        assert [route for route, _ in step.highlight.trail] == [
            *there.routes,
            *reversed(back.routes),
        ]


def test_failed_tickets_precede_completed_ones() -> None:
    tickets = [step for step in revealed("usa-full") if step.part == "tickets"]
    tones = [step.tone for step in tickets]
    assert set(tones) == {"completed", "failed"}
    assert tones == sorted(tones, reverse=True)


def test_every_ticket_is_one_step_with_a_highlight() -> None:
    found = state("usa-full")
    tickets = [step for step in revealed("usa-full") if step.part == "tickets"]
    assert len(tickets) == sum(len(player.tickets) for player in found.players.values())
    for step in tickets:
        assert len(step.gains) == 1
        assert step.highlight.places


def test_part_that_nobody_has_is_one_step_without_points() -> None:
    start = game(NEW_YORK).state
    (step,) = (each for each in reveal(start, tally(start)) if each.part == "attractions")
    assert (str(step.title), str(step.detail)) == ("Attractions", "Nobody reached an attraction.")
    assert not any(step.gains.values())


def test_change_of_lead_is_named() -> None:
    leads = [step.new_leader for step in revealed("heart-of-africa-full")]
    assert leads[0] is None
    assert [name for name in leads if name][-1] == "Maya"


def test_shared_victory_names_no_winner() -> None:
    game = shared_game()
    assert str(reveal(game.state, tally(game.state))[-1].title) == "A shared victory"
