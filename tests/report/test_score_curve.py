"""The score curve: its steps, and the changes of lead."""

from __future__ import annotations

from companion.report.statistics.score_curve import score_curve
from companion.rules.final_tally import tally
from tests.support.games import NAMES, recorded_game, tally_as_final


def test_curve_has_every_claim_and_the_total() -> None:
    for name in NAMES:
        game = recorded_game(name)
        result = tally(game.state)
        curve = score_curve(game, result)
        claims = sum(len(player.claims) for player in game.state.players.values())
        assert curve.steps == claims + 1
        assert list(curve.scores) == list(game.setup.names)
        for player in result.players:
            scores = curve.scores[player.name]
            assert scores[0] == 0
            assert scores[-2:] == (player.points("routes"), player.total)


def test_overtaking_is_a_change_of_lead() -> None:
    game = recorded_game("heart-of-africa-tickets")
    curve = score_curve(game, tally_as_final(game.state))
    assert [change.player for change in curve.lead_changes] == ["Jonas", "Amina"]
    assert curve.lead_changes[-1].step == curve.steps


def test_tie_breaker_changes_no_lead_before_the_game_is_over() -> None:
    game = recorded_game("heart-of-africa-tickets")
    changes = score_curve(game, tally(game.state)).lead_changes
    assert [change.player for change in changes] == ["Jonas"]


def test_drawing_level_is_no_change_of_lead() -> None:
    game = recorded_game("heart-of-africa-shared")
    assert score_curve(game, tally(game.state)).lead_changes == ()
