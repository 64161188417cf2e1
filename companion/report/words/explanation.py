"""Explains the cells of the score table and the steps of the reveal, with board highlights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.drawing.highlight import NO_HIGHLIGHT, Highlight
from companion.report.highlights import claimed_tracks
from companion.report.statistics.score_curve import sole_leader
from companion.report.words.outcome import short_verdict, verdict
from companion.report.words.part_report import Explanation, ExplanationRow, RevealStep
from companion.report.words.routes import routes_and_trains
from companion.report.words.score_parts import part_report
from companion.report.words.score_table import TOTAL, score_table
from companion.rules.final_tally import PlayerTally, Tally
from companion.rules.score_parts import ROUTES as ROUTES
from companion.rules.state import GameState
from companion.rules.wording import (
    format_number,
    phrase,
    plural_phrase,
    points_phrase,
    untranslated,
)


def explain(state: GameState, result: Tally, part: str, name: str) -> Explanation:
    """Explains a player's points for a score part, or their total (`TOTAL`)."""
    player = next(each for each in result.players if each.name == name)
    if part == TOTAL:
        return _explain_total(state, result, player)
    return part_report(part).explain(state, result, player)


def explain_board(result: Tally) -> Explanation:
    """All players' routes, one row per player."""
    rows = (
        ExplanationRow(
            untranslated(player.name),
            routes_and_trains(player),
            format_number(player.points(ROUTES.id)),
            Highlight(claimed_tracks(player)),
            player=player.name,
        )
        for player in result.ranking
    )
    return Explanation(
        None,
        phrase("The board"),
        phrase("Tap a player to see their routes."),
        NO_HIGHLIGHT,
        tuple(rows),
    )


def _explain_total(state: GameState, result: Tally, player: PlayerTally) -> Explanation:
    highlight = Highlight(claimed_tracks(player))
    rows = []
    for row in score_table(state, result).part_rows:
        cell = next(each for each in row.cells if each.player == player.name)
        rows.append(ExplanationRow(row.title, cell.note, row.text(cell), highlight, part=row.part))
    return Explanation(
        player.name,
        phrase("{player}: {points}", player=player.name, points=points_phrase(player.total)),
        plural_phrase("{count} train left", "{count} trains left", player.trains_left),
        highlight,
        tuple(rows),
    )


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
