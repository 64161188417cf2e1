"""Score parts: every game has the parts of its board, and every part has its texts."""

from __future__ import annotations

import pytest

from companion.report.words.result import explain, reveal, score_table
from companion.report.words.score_parts import PART_REPORTS
from companion.report.words.tickets import borrowed_routes
from companion.rules.events import StationBuilt
from companion.rules.final_tally import tally
from companion.rules.score_parts import PARTS
from tests.rules.test_recorded_games import NAMES
from tests.support.boards import EUROPE, claims, game, tickets
from tests.support.games import recorded_game


def test_every_part_has_a_report_with_its_own_title() -> None:
    assert len({part.id for part in PARTS}) == len(PARTS)
    assert len({str(PART_REPORTS[part.id].title) for part in PARTS}) == len(PARTS)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("usa-full", ["routes", "tickets", "longest_route"]),
        ("europe-full", ["routes", "tickets", "stations", "longest_route"]),
        ("heart-of-africa-full", ["routes", "tickets", "globetrotter"]),
        ("heart-of-africa-house-rule", ["routes", "tickets", "longest_route", "globetrotter"]),
        ("london-full", ["routes", "tickets", "districts"]),
        ("france-full", ["routes", "tickets", "longest_route", "globetrotter"]),
        ("india-full", ["routes", "tickets", "longest_route", "grand_tour"]),
    ],
)
def test_game_has_the_parts_of_its_board_and_house_rules(name: str, parts: list[str]) -> None:
    assert list(tally(recorded_game(name).state).part_ids) == parts


@pytest.mark.parametrize("name", NAMES)
def test_table_explanations_and_reveal_have_the_points_of_every_part(name: str) -> None:
    state = recorded_game(name).state
    result = tally(state)
    rows = {row.part: row for row in score_table(state, result).rows}
    steps = reveal(state, result)
    for player in result.players:
        for part in player.parts:
            (cell,) = (cell for cell in rows[part.id].cells if cell.player == player.name)
            assert cell.points == part.points
            gains = [step.gains.get(player.name, 0) for step in steps if step.part == part.id]
            assert sum(gains) == part.points
            explanation = explain(state, result, part.id, player.name)
            assert explanation.player == player.name
            assert f"{part.points} point".replace("-", "−") in str(explanation.title)


def test_last_step_of_the_grand_tour_is_for_that_many_tickets_or_more() -> None:
    state = recorded_game("india-full").state
    result = tally(state)
    summary = explain(state, result, "grand_tour", result.winners[0]).summary
    assert "Points for one ticket, for two and so on: 5, 10, 20, 30, 40." in str(summary)


def test_station_could_borrow_one_route_while_tickets_are_open() -> None:
    state = game(
        EUROPE,
        *claims("Peter", "pamplona--paris", "barcelona--pamplona"),
        StationBuilt("Ana", "pamplona"),
        StationBuilt("Ana", "moskva"),
        tickets("Ana", ("brest", "barcelona", 6), ("lisboa", "paris", 9)),
    ).state
    result = tally(state)
    ana = result.players[0]
    for ticket in ana.tickets:
        (line,) = borrowed_routes(EUROPE, ana, ticket)
        assert str(line) == "station in Pamplona: could borrow Pamplona – Paris from Peter"
    _, pamplona, moskva = explain(state, result, "stations", "Ana").rows
    assert str(pamplona.detail) == (
        "could borrow Pamplona – Paris from Peter, but that completes no ticket"
    )
    assert pamplona.highlight.borrowed == (("pamplona--paris", 0),)
    assert str(moskva.detail) == "borrows nothing: no other player’s route would help"
