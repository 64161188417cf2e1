"""The steps of the reveal add up to the tally, and its tickets come in rounds."""

from __future__ import annotations

from hypothesis import given

from companion.report.words.part_report import RevealStep
from companion.report.words.result import reveal, reveal_column
from companion.rules.board import Board
from companion.rules.final_tally import tally
from companion.rules.score_parts import GrandTourPart
from companion.rules.state import GameState
from tests.support.boards import NEW_YORK, USA, claims, game, tickets
from tests.support.games import NAMES, recorded_game, shared_game
from tests.support.random_games import boards, counts, examples, random_game, seeds


def state(name: str) -> GameState:
    return recorded_game(name).state


def revealed(name: str) -> tuple[RevealStep, ...]:
    found = state(name)
    return reveal(found, tally(found))


def totals(found: GameState) -> dict[str, float]:
    """The heights of the columns after the last step."""
    steps = reveal(found, tally(found))
    return {
        name: sum(points for _, points in reveal_column(steps, name)) for name in found.setup.names
    }


@examples(8)
@given(boards, seeds, counts)
def test_columns_grow_to_the_totals_of_the_tally(board: Board, seed: int, count: int) -> None:
    found = random_game(board, seed, count, 60).state
    assert totals(found) == {player.name: player.total for player in tally(found).players}


def test_columns_grow_to_the_totals_of_every_recorded_game() -> None:
    for name in NAMES:
        result = tally(state(name))
        assert totals(state(name)) == {player.name: player.total for player in result.players}
        steps = revealed(name)
        assert (steps[-1].part is None) == result.final
        assert all(step.part for step in steps[:-1])


def test_last_piece_of_a_column_grows_with_the_step() -> None:
    steps = revealed("usa-full")[:2]
    ((name, points),) = steps[1].gains.items()
    routes = steps[0].gains[name]
    assert (steps[1].tone, points) == ("failed", -9)
    for share in (0, 0.5, 1):
        pieces = reveal_column(steps, name, share)
        assert pieces == (("solid", routes), ("failed", points * share))
    (other,) = reveal_column(steps, "Nora", 0.5)
    assert other == ("solid", steps[0].gains["Nora"])


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
    assert gained == {name: part.points for name, part in parts.items() if part.tours}
    tours = [tour for part in parts.values() for tour in part.tours]
    for step, tour in zip(steps, tours, strict=True):
        there, back = tour.walks
        assert [route for route, _ in step.highlight.trail] == [
            *there.routes,
            *reversed(back.routes),
        ]


def test_tickets_come_in_rounds_and_failed_ones_of_each_player_first() -> None:
    tickets = [step for step in revealed("usa-full") if step.part == "tickets"]
    players = [next(iter(step.gains)) for step in tickets]
    names = state("usa-full").setup.names
    held = [len(player.tickets) for player in state("usa-full").players.values()]
    assert held == [4, 4, 5, 5, 3]
    assert players == [*names * 3, *names[:4], *names[2:4]]
    for name in names:
        tones = [step.tone for step, player in zip(tickets, players, strict=True) if player == name]
        assert tones == sorted(tones, reverse=True)
    assert {step.tone for step in tickets} == {"completed", "failed"}


def test_train_of_a_failed_ticket_runs_up_to_the_gap() -> None:
    for name in ("usa-full", "europe-full", "germany-full"):
        found = state(name)
        for step in revealed(name):
            if step.tone != "failed" or not step.highlight.trail:
                continue
            ((player, _),) = step.gains.items()
            owned = {claim.route.id for claim in found.players[player].claims}
            place, seen = step.highlight.places[0], []
            for route, _ in step.highlight.trail:
                assert route in owned
                place = found.setup.board.routes[route].other_end(place)
                seen.append(route)
            missing = {route for route, _ in step.highlight.tracks} - owned
            at_the_gap = {each.id for each in found.setup.board.routes_at[place]}
            assert missing & at_the_gap
            assert not missing & set(seen)


def test_train_comes_from_the_other_end_if_the_first_route_is_missing() -> None:
    played = game(
        USA, *claims("Ana", "boston--montreal"), tickets("Ana", ("new-york", "montreal", 9))
    )
    (step,) = (each for each in reveal(played.state, tally(played.state)) if each.part == "tickets")
    assert step.tone == "failed"
    assert step.highlight.places[0] == "montreal"
    assert step.highlight.trail == (("boston--montreal", 0),)


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


def test_last_step_names_the_winners_and_shows_the_routes_of_a_single_one() -> None:
    last = revealed("usa-full")[-1]
    assert (str(last.title), str(last.detail)) == (
        "Lena wins",
        "22 ahead of Omar, thanks to routes",
    )
    assert last.highlight.player == "Lena"
    game = shared_game()
    last = reveal(game.state, tally(game.state))[-1]
    assert str(last.title) == "Ana and Peter share the victory"
    assert last.highlight.player is None


def test_undecided_game_has_no_step_that_names_a_winner() -> None:
    assert revealed("usa-open-turns")[-1].part == "longest_route"
