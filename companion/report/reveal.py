"""The steps that reveal a result: all score parts in order, then the winner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.report.outcome import short_verdict, verdict
from companion.report.parts import part_report
from companion.report.parts.report_types import RevealStep
from companion.report.score_curve import sole_leader
from companion.rules.final_tally import Tally
from companion.rules.state import GameState


def reveal(state: GameState, result: Tally) -> tuple[RevealStep, ...]:
    """All steps; the last one has the totals and the order of the tally."""
    totals = dict.fromkeys(state.setup.names, 0)
    order = state.setup.names
    leader: str | None = None
    steps = []
    for step in _part_steps(state, result):
        for name, points in step.gains.items():
            totals[name] += points
        # The sort is stable: a player who only draws level overtakes nobody.
        order = tuple(sorted(order, key=lambda name: -totals[name]))
        ahead = sole_leader(totals)
        overtakes = ahead if ahead and leader and ahead != leader else None
        leader = ahead or leader
        steps.append(replace(step, totals=dict(totals), order=order, new_leader=overtakes))
    ranking = tuple(player.name for player in result.ranking)
    steps.append(
        RevealStep(short_verdict(result), verdict(result), totals=dict(totals), order=ranking)
    )
    return tuple(steps)


def _part_steps(state: GameState, result: Tally) -> Iterator[RevealStep]:
    for part in result.part_ids:
        for step in part_report(part).reveal(state, result):
            yield replace(step, part=part)
