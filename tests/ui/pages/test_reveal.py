"""The reveal: it tells the tally in steps and never changes it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from companion.report.reveal import Step, reveal
from companion.rules.board import Board
from companion.rules.final_tally import tally
from companion.rules.state import GameState
from tests.rules.playing import boards, counts, played, seeds
from tests.support.games import recorded_game as recorded
from tests.support.phone import HastyPhone
from tests.support.table import lay_recorded, show_result


def state(name: str) -> GameState:
    return recorded(name).state


def revealed(name: str) -> tuple[Step, ...]:
    found = state(name)
    return reveal(found, tally(found))


@settings(max_examples=25)
@given(boards, seeds, counts)
def test_the_last_step_has_the_totals_and_the_order_of_the_tally(
    board: Board, seed: int, count: int
) -> None:
    found = played(board, seed, count, 60).state
    result = tally(found)
    last = reveal(found, result)[-1]
    assert last.kind == "winner"
    assert last.totals == {player.name: player.total for player in result.players}
    assert last.order == tuple(player.name for player in result.ranking)


def test_every_step_adds_what_it_says() -> None:
    totals = dict.fromkeys(state("europe-full").setup.names, 0)
    for step in revealed("europe-full"):
        for name, points in step.gains.items():
            totals[name] += points
        assert step.totals == totals
        assert [totals[name] for name in step.order] == sorted(totals.values(), reverse=True)


def test_routes_come_first_then_tickets_then_bonuses_then_the_winner() -> None:
    kinds = list(dict.fromkeys(step.kind for step in revealed("europe-full")))
    assert kinds == ["routes", "ticket", "stations", "longest_route", "winner"]
    assert "globetrotter" in [step.kind for step in revealed("heart-of-africa-full")]


def test_every_grand_tour_is_walked_there_and_back_and_adds_its_share() -> None:
    steps = [step for step in revealed("india-full") if step.kind == "grand_tour"]
    gained: dict[str, int] = {}
    for step in steps:
        ((player, points),) = step.gains.items()
        gained[player] = gained.get(player, 0) + points
    players = tally(state("india-full")).players
    assert len(steps) > 1
    assert gained == {each.name: each.grand_tour_bonus for each in players if each.grand_tours}
    tours = [each.tour for player in players for each in player.grand_tours]
    for step, tour in zip(steps, tours, strict=True):
        assert tour
        there, back = tour
        assert [route for route, _ in step.highlight.trail] == [
            *there.routes,
            *reversed(back.routes),
        ]


def test_failed_tickets_are_turned_over_before_completed_ones() -> None:
    turned = [step for step in revealed("usa-full") if step.kind == "ticket"]
    tones = [step.tone for step in turned]
    assert set(tones) == {"completed", "failed"}
    assert tones == sorted(tones, reverse=True)


def test_every_ticket_is_turned_over_once_and_seen_on_the_board() -> None:
    found = state("usa-full")
    turned = [step for step in revealed("usa-full") if step.kind == "ticket"]
    assert len(turned) == sum(len(player.tickets) for player in found.players.values())
    for step in turned:
        assert len(step.gains) == 1
        assert step.highlight.places


def test_a_ticket_that_changes_the_lead_says_so() -> None:
    leads = [step.takes_the_lead for step in revealed("heart-of-africa-full")]
    assert leads[0] is None
    assert [name for name in leads if name][-1] == "Maya"


def test_a_shared_victory_has_no_single_winner() -> None:
    assert str(revealed("usa-shared")[-1].title) == "A shared victory"


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HastyPhone]:
    """One app for all of it."""
    phone = HastyPhone(tmp_path_factory.mktemp("kept"))
    yield phone
    phone.close()


def begin(phone: HastyPhone, name: str) -> list[Step]:
    show_result(phone, name)
    phone.press("Reveal step by step")
    assert phone.screen == "reveal"
    return list(revealed(name))


def totals(phone: HastyPhone) -> dict[str, int]:
    race = phone.page("reveal").ids.race
    by_place = sorted(race.children, key=lambda racer: -racer.y)
    return {racer.name: round(racer.total) for racer in by_place}


def test_tapping_leads_through_every_step_to_the_result(phone: HastyPhone) -> None:
    steps = begin(phone, "europe-tickets")
    for number, step in enumerate(steps, 1):
        phone.wait(0.6)
        assert totals(phone) == dict(step.totals)
        assert tuple(totals(phone)) == step.order
        assert phone.reads(f"{number} of {len(steps)}")
        if number < len(steps):
            phone.press("Next")
    phone.press("Show the result")
    assert phone.screen == "result"


def test_a_tap_on_the_board_goes_on_too(phone: HastyPhone) -> None:
    begin(phone, "usa-shared")
    phone.press("Go on")
    assert phone.reads("2 of 6")


def test_it_plays_by_itself_and_stops_at_the_winner(phone: HastyPhone) -> None:
    steps = begin(phone, "usa-longest-route")
    phone.press("Play")
    phone.wait(3.0 * len(steps))
    assert phone.reads("Rosa wins")
    assert totals(phone) == dict(steps[-1].totals)
    assert phone.screen == "reveal"


def test_it_can_be_paused(phone: HastyPhone) -> None:
    begin(phone, "usa-full")
    phone.press("Play")
    phone.wait(2.6)
    phone.press("Pause")
    shown = phone.page("reveal").number
    phone.wait(6.0)
    assert phone.page("reveal").number == shown > 0


def test_it_can_be_skipped_at_any_point_and_changes_nothing(phone: HastyPhone) -> None:
    begin(phone, "usa-full")
    before = phone.now
    phone.press("Next")
    phone.press("Skip")
    assert phone.screen == "result"
    assert phone.reads("Lena wins with 134")
    assert phone.now is before


def test_who_comes_from_elsewhere_ends_at_the_result_too(phone: HastyPhone) -> None:
    lay_recorded(phone, "usa-shared")
    phone.navigator.go("reveal")
    phone.commit()
    phone.press("Skip")
    assert phone.screen == "result"
    phone.navigator.back()
    assert phone.screen == "table"
